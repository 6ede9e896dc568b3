/** Cards that are dragged with a mouse to where they go, as by pointing at one and then at the other. */

/** Let cards in `map` be dragged; `act` is told the ids of what is pointed at, a place and a piece. */
export function start(map, act) {
  let dragged = null;
  map.addEventListener("dragstart", (event) => {
    const piece = event.target.closest?.("[data-piece].open");
    if (!piece) return;
    dragged = piece;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", piece.textContent);
    if (!piece.classList.contains("picked")) point(piece);
  });
  map.addEventListener("dragover", (event) => {
    if (dragged && goalOf(event.target)) event.preventDefault();
  });
  map.addEventListener("drop", (event) => {
    const goal = goalOf(event.target);
    if (!dragged || !goal) return;
    event.preventDefault();
    point(goal);
  });
  map.addEventListener("dragend", () => {
    dragged = null;
  });

  function point(at) {
    act(at.closest("[data-place]").dataset.place, at.dataset.piece);
  }
}

/** Where a card may be let go: a piece that it can be used on, or the place that it can go to. */
function goalOf(target) {
  return target.closest?.("[data-piece].may") ?? target.closest?.("[data-place].goal");
}
