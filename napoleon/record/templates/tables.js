// Views as words, facts and tables. What a view holds is its ruleset's own.

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function isRecord(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function isRecords(value) {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

function isEmpty(value) {
  return value === null || value === undefined || value === false || value === ""
    || (Array.isArray(value) && value.length === 0);
}

const SIDE_FIELDS = ["army", "side", "player", "owner", "control"];

function sideOf(record) {
  const field = SIDE_FIELDS.find((name) => typeof record[name] === "string");
  return field ? record[field] : "";
}

function hasCount(piece) {
  return Number.isFinite(piece.count);
}

function piecesOf(area) {
  return Object.values(area).filter(isRecords).flat();
}

/** The display name of an id; a word of the rules is told with blanks, a token as it is. */
function named(id) {
  if (Object.hasOwn(data.names, id)) return data.names[id];
  return /^[a-z_]+$/.test(id) ? labelled(id) : id;
}

/** What a field or a word of the rules is called. */
function labelled(key) {
  return Object.hasOwn(data.labels, key) ? data.labels[key] : key.replaceAll("_", " ");
}

function words(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? data.words.yes : data.words.no;
  if (Array.isArray(value)) return value.map(words).join(isRecords(value) ? "; " : ", ") || data.words.none;
  if (!isRecord(value)) return typeof value === "string" ? named(value) : String(value);
  if (value.name || value.id) return value.name || named(value.id);
  if (hasCount(value) && sideOf(value)) return stackWords(value);
  const told = Object.entries(value).map(([key, it]) => `${labelled(key)} ${words(it)}`);
  return told.join(", ") || data.words.none;
}

/** A stack by its side and what it counts; of the rest what there is to tell. */
function stackWords(stack) {
  const rest = Object.entries(stack).filter(([key, it]) =>
    key !== "count" && it !== sideOf(stack) && it !== 0 && !isEmpty(it));
  const told = rest.map(([key, it]) => `${labelled(key)} ${words(it)}`);
  return [`${named(sideOf(stack))} ${stack.count}`, ...told].join(", ");
}

function title(key) {
  const text = labelled(key).replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A table of records: a column for each field of which there is something to be told. What they
 * hold comes right after their names, where it is seen on a narrow screen.
 */
function table(caption, records, omitted = []) {
  const holds = (key) => records.some((record) => isRecords(record[key]));
  const found = [...new Set(records.flatMap(Object.keys))].filter((key) =>
    !omitted.includes(key)
    && !(key === "id" && records.every((record) => "name" in record))
    && records.some((record) => !isEmpty(record[key]))
    && !records.every((record) => isRecord(record[key])));
  const others = found.slice(1);
  const keys = found.slice(0, 1).concat(others.filter(holds), others.filter((key) => !holds(key)));
  const head = element("tr", null, ...keys.map((key) => element("th", { scope: "col" }, title(key))));
  const rows = records.map((record) => element("tr", null, ...keys.map((key) => cell(record, key))));
  const made = element("table", null, element("caption", null, caption),
    element("thead", null, head), element("tbody", null, ...rows));
  return element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": caption },
    made);
}

function cell(record, key) {
  const value = key === "name" ? record.name ?? record.id : record[key];
  return element("td", typeof value === "number" ? { class: "number" } : null, words(value));
}

function factsOf(record, omitted) {
  const told = Object.entries(record).filter(([key, value]) =>
    !omitted.includes(key) && !isRecords(value) && !isRecord(value) && !isEmpty(value));
  return element("dl", null, ...told.map(([key, value]) => element("div", null,
    element("dt", null, title(key)), element("dd", null, words(value)))));
}

/** Records as a table; records that hold lists of others one by one, each with its tables. */
function listed(caption, records) {
  if (!records.some((record) => Object.values(record).some(isRecords))) {
    return [table(caption, records)];
  }
  return records.flatMap((record) => {
    const [key] = Object.keys(record);
    const lists = Object.entries(record).filter(([, value]) => isRecords(value));
    const within = Object.entries(record).filter(([, value]) => isRecord(value));
    return [element("h3", null, words(record[key])), factsOf(record, [key]),
      ...within.flatMap(([name, value]) =>
        [element("h3", null, `${words(record[key])}: ${title(name)}`), ...told(value, [])]),
      ...lists.map(([name, entries]) => table(`${words(record[key])}: ${title(name)}`, entries))];
  });
}

/** What a record holds: plain facts, then records and lists of records under their own names. */
function told(record, omitted) {
  const kept = Object.entries(record).filter(([key]) => !omitted.includes(key));
  return [
    factsOf(record, omitted),
    ...kept.filter(([, value]) => isRecord(value) && Object.keys(value).length > 0).flatMap(
      ([key, value]) => [element("h3", null, title(key)), ...told(value, [])]),
    ...kept.filter(([, value]) => isRecords(value)).flatMap(
      ([key, records]) => key === "history" ? [table(title(key), records)] : listed(title(key), records)),
  ];
}

function viewSection(name, view) {
  return element("section", { "aria-label": title(name) }, element("h2", null, title(name)),
    ...told(view, ["turn", "phase"]));
}
