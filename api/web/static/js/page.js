/** The game's page, where scripts add to what the server has drawn. */

import * as ago from "./ago.js";
import * as cards from "./cards.js";
import "./copy.js";
import * as deck from "./deck.js";
import * as digits from "./digits.js";
import * as fragments from "./fragments.js";
import * as help from "./help.js";
import * as journal from "./journal.js";
import * as lesson from "./lesson.js";
import * as live from "./live.js";
import * as news from "./news.js";
import * as notices from "./notices.js";
import * as notify from "./notify.js";
import * as orders from "./orders.js";
import * as ownNotes from "./own_notes.js";
import * as press from "./press.js";
import * as record from "./record.js";
import * as seen from "./seen.js";
import * as sheet from "./sheet.js";
import * as tabs from "./tabs.js";
import * as time from "./time.js";
import * as title from "./title.js";
import { _ } from "./texts.js";
import * as waiting from "./waiting.js";

const asked = document.getElementById("orders");

const KEYS = [
  ["1 – 9", _("Give one of the first nine orders"), (key) => digits.give(asked, key), [..."123456789"]],
  ["p", _("Pass, or stop"), () => digits.stop(asked)],
  ["u", _("Undo"), () => asked.querySelector(".undo :is(button, a)")?.click()],
  ["n", _("To your next game"), waiting.goOn, ["n", "g"]],
  [".", _("Next position"), () => time.step(1)],
  [",", _("Previous position"), () => time.step(-1)],
  [">", _("Next turn"), () => time.stepTurn(false)],
  ["<", _("Previous turn"), () => time.stepTurn(true)],
  ["0", _("Newest position"), () => time.goTo("newest")],
  ["k", _("Play or pause"), () => time.toggle()],
  ["o", _("To the orders"), () => focus("orders")],
  ["m", _("To the map"), () => focus("map")],
  ["j", _("To the journal"), () => focus("journal")],
  ["/", _("To the press"), () => focus("press")],
];

function focus(id) {
  if (id === "orders") sheet.unfold();
  else if (tabs.open(id)) sheet.fold();
  const section = document.getElementById(id);
  if (!section) return;
  if (!section.hasAttribute("tabindex")) section.tabIndex = -1;
  section.focus();
  section.scrollIntoView({ block: "start" });
}

notices.start();
fragments.start();
sheet.start();
lesson.start();
news.start();
press.start();
ownNotes.start();
ago.start();
title.start();
notify.start();
orders.start();
cards.start();
// Who may play a card sees their hand.
tabs.start(cards.areAsked() ? "hand" : "journal");
deck.start();
journal.start();
await time.start();
help.start(KEYS, document.querySelector("#time .choices"));
await seen.start();
await Promise.all([live.start(), record.start()]);
