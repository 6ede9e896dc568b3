/** Shows the seats that a game with the chosen options has; ticks at others would say nothing. */

const seatings = JSON.parse(document.getElementById("seatings").textContent);
const form = document.getElementById("seatings").closest("form");

function show() {
  const is = ([name, value]) => form.elements[`option-${name}`].value === String(value);
  const { seats } = seatings.find(({ chosen }) => Object.entries(chosen).every(is));
  for (const label of form.querySelectorAll(".of-seats label")) {
    label.hidden = !seats.includes(label.firstElementChild.value);
  }
}

form.addEventListener("change", show);
show();
