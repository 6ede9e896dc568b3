// The map as a picture: areas joined by roads, and stacks told by letters, shapes and colours.

const SIDE_FIELDS = ["army", "side", "player", "owner", "control"];
// Okabe and Ito's colours, each with the ink that is read on it, and a shape of its own.
const LOOKS = [
  ["#0072b2", "light", "square"],
  ["#e69f00", "dark", "circle"],
  ["#009e73", "dark", "hexagon"],
  ["#cc79a7", "dark", "diamond"],
  ["#56b4e9", "dark", "house"],
  ["#d55e00", "dark", "triangle"],
];
const OUTLINES = {
  square: "-17,-12 17,-12 17,12 -17,12",
  triangle: "0,-24 28,13 -28,13",
  diamond: "0,-20 27,0 0,20 -27,0",
  hexagon: "-20,0 -11,-14 11,-14 20,0 11,14 -11,14",
  house: "-17,12 -17,-6 0,-18 17,-6 17,12",
};

/** Every side that any position speaks of, with its letters; those with pieces have a look too. */
function sidesOf() {
  const onMap = new Set(frames.flatMap((frame) => frame.views?.map?.areas ?? [])
    .flatMap(piecesOf).map(sideOf).filter(Boolean));
  const others = new Set();
  const look = (value) => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isRecord(value)) return;
    for (const field of SIDE_FIELDS) {
      if (typeof value[field] === "string") others.add(value[field]);
    }
    Object.values(value).forEach(look);
  };
  for (const frame of frames) look(frame.views ?? frame.changes.map((change) => change[1]));
  const taken = new Set();
  const found = new Map();
  for (const side of new Set([...onMap, ...others])) {
    const name = named(side);
    let length = 1;
    while (taken.has(name.slice(0, length)) && length < name.length) length += 1;
    const letters = name.slice(0, length);
    taken.add(letters);
    const own = onMap.has(side) ? LOOKS[found.size % LOOKS.length] : undefined;
    found.set(side, { name, letters, look: own });
  }
  return found;
}

function piecesOf(area) {
  return Object.values(area).filter(isRecords).flat();
}

function sideOf(record) {
  const field = SIDE_FIELDS.find((name) => typeof record[name] === "string");
  return field ? record[field] : "";
}

function shape(side, attributes) {
  const [colour, , outline] = side?.look ?? ["#bdbdbd", "dark", "square"];
  const drawing = { class: "piece", fill: colour, ...attributes };
  return outline === "circle" ? drawn("circle", { ...drawing, r: 16 })
    : drawn("polygon", { ...drawing, points: OUTLINES[outline] });
}

function stacksOf(area) {
  const stacks = new Map();
  for (const piece of piecesOf(area)) {
    const side = sideOf(piece);
    stacks.set(side, [...(stacks.get(side) ?? []), piece]);
  }
  return [...stacks];
}

function moved(area, ...children) {
  return drawn("g", { transform: `translate(${area.x},${area.y})` }, ...children);
}

function drawnArea(area, changed) {
  const control = sides.get(area.control ?? area.owner)?.letters ?? "";
  return moved(area,
    drawn("circle", { class: changed ? "area changed" : "area", r: 13 }),
    drawn("text", { y: 5 }, control),
    drawn("text", { class: "name", y: 29 }, words(area)));
}

function drawnStacks(area) {
  const stacks = stacksOf(area);
  return moved(area, ...stacks.map(([side, pieces], number) => {
    const known = sides.get(side);
    const x = 56 * number - 28 * (stacks.length - 1);
    return drawn("g", { transform: `translate(${x},-29)` },
      drawn("title", null, `${words(area)}, ${named(side)}: ${words(pieces)}`),
      shape(known),
      drawn("text", { y: 6, class: known?.look[1] ?? "dark" },
        `${known?.letters ?? ""}${pieces.length}`));
  }));
}

function drawnMap(map, changed) {
  const areas = (map.areas ?? []).filter((area) => Number.isFinite(area.x) && Number.isFinite(area.y));
  if (!areas.length) return null;
  const byId = new Map(areas.map((area) => [area.id, area]));
  const [left, top] = ["x", "y"].map((axis) => Math.min(...areas.map((area) => area[axis])) - 75);
  const [right, bottom] = ["x", "y"].map((axis) => Math.max(...areas.map((area) => area[axis])) + 75);
  const roads = (map.roads ?? []).filter((road) => byId.has(road.a) && byId.has(road.b)).map((road) => {
    const [from, to] = [byId.get(road.a), byId.get(road.b)];
    const kind = ["road", road.bridge && "bridge", road.broken && "broken"].filter(Boolean).join(" ");
    return drawn("line", { class: kind, x1: from.x, y1: from.y, x2: to.x, y2: to.y });
  });
  return drawn("svg", {
    viewBox: `${left} ${top} ${right - left} ${bottom - top}`,
    role: "img",
    "aria-label": "Map. The table of areas below says the same.",
  }, ...roads, ...areas.map((area) => drawnArea(area, changed.has(area.id))), ...areas.map(drawnStacks));
}

function legend() {
  const shown = [...sides.values()].map((side) => {
    const box = { viewBox: "-30 -26 60 52", width: 30, height: 26, "aria-hidden": "true" };
    const picture = side.look ? [drawn("svg", box, shape(side))] : [];
    return element("span", { class: "side" }, ...picture, `${side.letters}: ${side.name}`);
  });
  const meaning = "A letter in an area says who controls it; a thick edge, that something changed there."
    + " Broken lines are bridges, dotted ones broken bridges.";
  at("legend").replaceChildren(...shown, element("span", null, meaning));
}
