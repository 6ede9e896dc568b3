/** Asking before something that cannot be withdrawn. */

import { storageKey } from "./about.js";
import { button, element } from "./elements.js";
import { _ } from "./texts.js";

/**
 * Ask whether to give the order that `line` tells; returns whether the answer was yes. If the
 * reader says so, orders of that `kind` are not asked about again in this game; without a kind they
 * always are.
 */
export function confirmed(line, kind) {
  const key = kind && storageKey(`sure.${kind}`);
  if (key && localStorage.getItem(key)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const never = element("input", { type: "checkbox" });
    const give = () => dialog.close("yes");
    const dialog = element("dialog", { class: "confirm", "aria-labelledby": "confirm-title" },
      element("h2", { id: "confirm-title" }, _("Give this order?")),
      element("p", { class: "line" }, line),
      key && element("label", { class: "choice" }, never,
        _("Do not ask again for orders of this kind")),
      element("p", { class: "actions" },
        button(_("Give the order"), give, { class: "primary", autofocus: true }),
        button(_("Not yet"), () => dialog.close("no"))));
    dialog.addEventListener("close", () => {
      const yes = dialog.returnValue === "yes";
      if (yes && never.checked) localStorage.setItem(key, "1");
      dialog.remove();
      resolve(yes);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
