/** The title of a tab that nobody looks at says when there is something new behind it. */

import { onHead } from "./fragments.js";

const NEW = "● ";

/** Begin to mark the title, and take the mark away as soon as the reader looks. */
export function start() {
  onHead(mark);
  document.addEventListener("visibilitychange", mark);
}

function mark(event) {
  const title = document.title.replace(NEW, "");
  const isNews = document.hidden && event.type === "head";
  document.title = isNews ? NEW + title : title;
}
