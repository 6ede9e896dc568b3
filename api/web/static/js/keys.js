/** Keys of one character: where they are not taken, and how a reader has switched them off. */

/** Where the browser keeps that a reader wants none of them. */
export const OFF = "napoleon.keys.off";

/** In these a character is written, and is no key. */
export const TYPING = "input:not([type=range], [type=checkbox], [type=radio]), select, textarea";
