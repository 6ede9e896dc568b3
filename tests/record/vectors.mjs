// Makes tests/record/vectors.json, with nothing but Node's own library: node vectors.mjs > vectors.json
import { createHash, createHmac, createPrivateKey, createPublicKey, sign } from "node:crypto";

const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts.map((it) => Buffer.from(it)))).digest();
const hmac = (key, data) => createHmac("sha256", key).update(data).digest();
const jcs = (value) => {
  if (Array.isArray(value)) return `[${value.map(jcs).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${jcs(value[name])}`).join(",")}}`;
};

const canonical = [
  [],
  { b: [1, true, null], a: { "": "empty" } },
  { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\u{1f600}": 5, "\u0080": 6, "\u00f6": 7 },
  ["\u0000\b\t\n\f\r\u001f\"\\/\u007f\u2028é", 0, -1, 9007199254740991, -9007199254740991],
].map((value) => ({ value, json: jcs(value) }));

const LINKS = 8192;
const seeds = [
  "00".repeat(32),
  "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
];
const linksOf = (seed, chain) => {
  const links = [hmac(Buffer.from(seed, "hex"), `napoleon/chain/1/${chain}`)];
  for (let n = 0; n < LINKS; n += 1) links.push(sha256(links.at(-1)));
  return links.reverse();
};
const chains = seeds.flatMap((seed) =>
  ["public", "secret"].map((chain) => {
    const links = linksOf(seed, chain);
    const some = [1, 2, 3, 64, 65, 4096, 8191].map((n) => [n, links[n].toString("hex")]);
    return {
      seed,
      commitment: sha256(Buffer.from(seed, "hex")).toString("hex"),
      chain,
      tip: links[LINKS].toString("hex"),
      anchor: links[0].toString("hex"),
      links: Object.fromEntries(some),
    };
  }),
);

const drawn = (link, label) => {
  const fair = 2 ** 32 - (2 ** 32 % label.size);
  const words = [];
  for (let block = 0; ; block += 1) {
    const parts = ["napoleon/draw/2", label.game, label.branch, label.link, label.draw, label.purpose, label.size, label.nonces, block];
    const digest = hmac(link, jcs(parts));
    for (let at = 0; at < 32; at += 4) {
      words.push(digest.readUInt32BE(at));
      if (words.at(-1) < fair) return { words, index: words.at(-1) % label.size };
    }
  }
};
const draw = (seed, chain, label) => {
  const link = linksOf(seed, chain)[label.link];
  return { seed, chain, key: link.toString("hex"), ...label, ...drawn(link, label) };
};
const base = { game: "0123456789", branch: 0, link: 1, draw: 0, purpose: "french die 1 for combat", size: 6, nonces: [] };
const rejecting = (words) => {
  const link = linksOf(seeds[1], "public")[7];
  for (let n = 0; ; n += 1) {
    const label = { ...base, link: 7, draw: n, purpose: "rejection", size: 2 ** 31 + 1 };
    if (drawn(link, label).words.length === words) return draw(seeds[1], "public", label);
  }
};
const nonces = [["coalition", "b1f0"], ["french", "\u00e9lan \u{1f3b2}"]];
const draws = [
  draw(seeds[0], "public", base),
  draw(seeds[1], "public", { ...base, draw: 1 }),
  draw(seeds[1], "public", { ...base, branch: 3, link: 8192, draw: 4000, size: 2 }),
  draw(seeds[1], "secret", { ...base, link: 2, purpose: "french draw", size: 20, nonces }),
  draw(seeds[1], "secret", { ...base, link: 2, purpose: "coalition \"draw\"\n", size: 1, nonces }),
  draw(seeds[1], "secret", { ...base, size: 2 ** 32 }),
  draw(seeds[1], "secret", { ...base, size: 2 ** 32 - 1 }),
  rejecting(2),
  rejecting(9),
];

const digests = [[1, 2, 3], ["blank", "hit", "rout"], [], ["\u00e9lan"]].map((options) => ({
  options,
  digest: sha256(jcs(options)).toString("hex").slice(0, 32),
}));

const LONG = { at: "at", s: "by", b: "behalf", o: "order_id", t: "turn", p: "phase", c: "clauses", f: "fog" };
const leaf = (seed, game, version, topic, stored, closed) => {
  const made = { game, version, type: topic, data: {} };
  for (const [name, value] of Object.entries(stored)) {
    if (LONG[name]) made[LONG[name]] = value;
    else made.data[name] = value;
  }
  const salts = hmac(Buffer.from(seed, "hex"), "napoleon/salts/1");
  const openings = [...closed].sort().map((field) => {
    const place = field === "clauses" ? made : made.data;
    const value = place[field] ?? null;
    const salt = hmac(salts, jcs(["napoleon/salt/1", game, version, field])).toString("hex").slice(0, 32);
    place[field] = { sha256: sha256(jcs([salt, field, value])).toString("hex") };
    return { version, field, salt, value };
  });
  const text = jcs(made);
  return { seed, game, version, topic, stored: JSON.stringify(stored), closed, openings, leaf: text, hash: sha256([0], text).toString("hex") };
};
const at = 1763700000000000;
const created = {
  at, ruleset: "napoleon1815", rules_version: "2.0", pack: "ab".repeat(32), scenario: "waterloo", options: { rules: "regular" },
  seats: ["french", "coalition"], referee: false, commitment: chains[2].commitment, seed: seeds[1], tokens: { french: "cd".repeat(32) },
  chains: { public: chains[2].anchor, secret: chains[3].anchor }, nonces: { french: "01", coalition: "02" },
};
const G = "0123456789";
const called = { at, t: 1, p: "draw", first: 0, purposes: ["french draw"], sizes: [3], options: [digests[0].digest], link: 1 };
const ordered = { at, s: "referee", b: "french", o: "ord", t: 1, p: "operations", c: ["OPS.1"], f: true, player: "french", order: { order: "pass" } };
const leaves = [
  leaf(seeds[1], G, 1, "game_created/1", created, ["seed", "tokens"]),
  leaf(seeds[1], G, 2, "seat_claimed/1", { at, s: "french", seat: "french", nonce: "\u00e9lan \u{1f3b2}", token: "ef".repeat(32) }, ["token"]),
  leaf(seeds[1], G, 3, "secret_draws_called/1", called, ["options"]),
  leaf(seeds[1], G, 4, "napoleon1815.card_drawn/1", { at, s: "french", o: "ord", t: 1, p: "draw", c: ["DRAW.1"], player: "french", side: "french", card: 7, deck_left: 2, draw: 0 }, ["card"]),
  leaf(seeds[1], G, 5, "order_given/1", ordered, ["instruction", "order"]),
  leaf(seeds[1], G, 6, "napoleon1815.dice_rolled/1", { at, s: "french", o: "ord", t: 1, p: "operations", player: "french", side: "french", faces: [3, 5], losses: 1, fatigue: 0, purpose: "combat", draw: 2 }, []),
  leaf(seeds[0], "fading0001", 3, "secret_draws_called/1", called, ["clauses", "options", "purposes"]),
  leaf(seeds[0], "fading0001", 5, "order_given/1", ordered, ["clauses", "instruction", "order"]),
];

const rootOf = (hashes) => {
  if (hashes.length === 0) return sha256("");
  if (hashes.length === 1) return hashes[0];
  let half = 1;
  while (half * 2 < hashes.length) half *= 2;
  return sha256([1], rootOf(hashes.slice(0, half)), rootOf(hashes.slice(half)));
};
const trees = [leaves.slice(0, 6).map((it) => it.hash), Array.from({ length: 9 }, (_, n) => sha256([0], Buffer.from([n])).toString("hex"))].map((hashes) => ({
  leaves: hashes,
  roots: [...hashes, null].map((_, size) => rootOf(hashes.slice(0, size).map((it) => Buffer.from(it, "hex"))).toString("hex")),
}));

const secret = Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex");
const key = createPrivateKey({ key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), secret]), format: "der", type: "pkcs8" });
const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32);
const name = "club.example";
const named = Buffer.concat([Buffer.from([1]), publicKey]);
const id = sha256(`${name}\n`, named).subarray(0, 4);
const origin = `${name}/games/${G}`;
const root = Buffer.from(trees[0].roots.at(-1), "hex");
const text = `${origin}\n6\n${root.toString("base64")}\n`;
const signature = Buffer.concat([id, sign(null, Buffer.from(text), key)]).toString("base64");
const checkpoint = {
  private_key: secret.toString("hex"),
  key: `${name}+${id.toString("hex")}+${named.toString("base64")}`,
  origin, size: 6, root: root.toString("hex"), text,
  note: `${text}\n\u2014 ${name} ${signature}\n`,
};

const note = [
  "Test vectors for whoever writes a verifier of Napoleon records in another language.",
  "They were made in JavaScript, by Node's own library, and share no code with the service.",
  "'canonical': values and their canonical JSON [RFC 8785].",
  "'chains': the seed as hexadecimal digits, what is published of it, link 8192 (tip), link 0 (anchor), and some links between.",
  "'digests': the options of a draw, and what stands for them in the event that calls it.",
  "'draws': the parts of the label, the link as 'key', the words of 32 bits that are looked at (all but the last one are passed over), and the index.",
  "'leaves': topic and JSON of an event as it is stored, the fields that are closed, what opens them, the line of the log, and its hash. In the last two the game is one in which cards fade.",
  "'trees': hashes of leaves, and the roots over the first 0, 1, 2 ... of them.",
  "'checkpoint': a signed note for the first tree; the private key is that of the first test of RFC 8032, 7.1.",
];
console.log(JSON.stringify({ note, canonical, chains, digests, draws, leaves, trees, checkpoint }, null, 1));
