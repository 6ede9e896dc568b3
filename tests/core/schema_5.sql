-- The log's file as 0.8.0 made it before it marked events.

CREATE TABLE games (number INTEGER PRIMARY KEY, game TEXT NOT NULL UNIQUE);

CREATE TABLE topics (number INTEGER PRIMARY KEY, topic TEXT NOT NULL UNIQUE);

CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    version INTEGER NOT NULL,
    topic INTEGER NOT NULL,
    state BLOB NOT NULL,
    UNIQUE (game, version));

CREATE TABLE orders (
    game INTEGER,
    order_id TEXT,
    first_version INTEGER NOT NULL,
    last_version INTEGER NOT NULL,
    digest BLOB NOT NULL,
    carried_out INTEGER NOT NULL,
    refused BLOB,
    PRIMARY KEY (game, order_id)) WITHOUT ROWID;

CREATE TABLE names (
    game TEXT, seat TEXT, name TEXT NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID;

CREATE VIEW log AS
    SELECT events.id, games.game, version, topics.topic, CAST(state AS TEXT) AS state
    FROM events
    JOIN games ON games.number = events.game
    JOIN topics ON topics.number = events.topic;

CREATE TRIGGER no_update_of_games BEFORE UPDATE ON games
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no UPDATE of games'); END;

CREATE TRIGGER no_delete_of_games BEFORE DELETE ON games
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no DELETE of games'); END;

CREATE TRIGGER no_update_of_topics BEFORE UPDATE ON topics
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no UPDATE of topics'); END;

CREATE TRIGGER no_delete_of_topics BEFORE DELETE ON topics
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no DELETE of topics'); END;

CREATE TRIGGER no_update_of_events BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no UPDATE of events'); END;

CREATE TRIGGER no_delete_of_events BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no DELETE of events'); END;

CREATE TRIGGER no_update_of_orders BEFORE UPDATE ON orders
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no UPDATE of orders'); END;

CREATE TRIGGER no_delete_of_orders BEFORE DELETE ON orders
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no DELETE of orders'); END;

CREATE TRIGGER events_in_sequence BEFORE INSERT ON events
WHEN NEW.version <>
        (SELECT coalesce(max(version) + 1, min(max(NEW.version, 0), 1)) FROM events
        WHERE game = NEW.game)
    OR EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the log is append-only: not the next version of the game'); END;

CREATE TRIGGER games_once BEFORE INSERT ON games
WHEN EXISTS (SELECT 1 FROM games WHERE game = NEW.game OR number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'the log is append-only: the game has its number already'); END;

CREATE TRIGGER topics_once BEFORE INSERT ON topics
WHEN EXISTS (SELECT 1 FROM topics WHERE topic = NEW.topic OR number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'the log is append-only: the topic has its number already'); END;

CREATE TRIGGER orders_once BEFORE INSERT ON orders
WHEN EXISTS (SELECT 1 FROM orders WHERE game = NEW.game AND order_id = NEW.order_id)
BEGIN SELECT RAISE(ABORT, 'the log is append-only: the order is recorded already'); END;

CREATE TABLE instructions (
    number INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    id TEXT NOT NULL,
    seat TEXT NOT NULL,
    body BLOB NOT NULL,
    UNIQUE (game, id));

CREATE TABLE texts (
    game TEXT, id TEXT, salt BLOB NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (game, id)) WITHOUT ROWID;

CREATE TABLE checkpoints (
    game INTEGER,
    size INTEGER,
    note TEXT NOT NULL,
    leaves BLOB NOT NULL,
    PRIMARY KEY (game, size)) WITHOUT ROWID;

CREATE TRIGGER no_update_of_checkpoints BEFORE UPDATE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no UPDATE of checkpoints'); END;

CREATE TRIGGER no_delete_of_checkpoints BEFORE DELETE ON checkpoints
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no DELETE of checkpoints'); END;

CREATE TRIGGER checkpoints_in_sequence BEFORE INSERT ON checkpoints
WHEN NEW.size <= (SELECT coalesce(max(size), 0) FROM checkpoints WHERE game = NEW.game)
    OR length(NEW.leaves) <> 32 *
        (NEW.size - (SELECT coalesce(max(size), 0) FROM checkpoints WHERE game = NEW.game))
BEGIN SELECT RAISE(ABORT, 'the log is append-only: not the next checkpoint of the game'); END;

CREATE TABLE webhooks (
    game TEXT, id TEXT, reader TEXT NOT NULL, token TEXT NOT NULL, url TEXT NOT NULL,
    secret BLOB NOT NULL, sent INTEGER NOT NULL, failures INTEGER NOT NULL,
    due INTEGER NOT NULL, PRIMARY KEY (game, id)) WITHOUT ROWID;

CREATE INDEX webhooks_by_due ON webhooks (due);

CREATE TABLE signing_keys (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER,
    vouched TEXT NOT NULL);

CREATE TRIGGER no_update_of_signing_keys BEFORE UPDATE ON signing_keys
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no UPDATE of signing_keys'); END;

CREATE TRIGGER no_delete_of_signing_keys BEFORE DELETE ON signing_keys
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no DELETE of signing_keys'); END;

CREATE TRIGGER signing_keys_in_sequence BEFORE INSERT ON signing_keys
WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM signing_keys)
BEGIN SELECT RAISE(ABORT, 'the log is append-only: not the next row about its keys'); END;

CREATE TABLE listed (
    at INTEGER, game TEXT NOT NULL UNIQUE, ruleset TEXT NOT NULL, scenario TEXT NOT NULL,
    PRIMARY KEY (at, game)) WITHOUT ROWID;

CREATE TABLE ruled (
    at INTEGER, game TEXT, version INTEGER, ruleset TEXT NOT NULL,
    PRIMARY KEY (at, game, version)) WITHOUT ROWID;

CREATE TRIGGER no_update_of_listed BEFORE UPDATE ON listed
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no UPDATE of listed'); END;

CREATE TRIGGER no_delete_of_listed BEFORE DELETE ON listed
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no DELETE of listed'); END;

CREATE TRIGGER no_update_of_ruled BEFORE UPDATE ON ruled
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no UPDATE of ruled'); END;

CREATE TRIGGER no_delete_of_ruled BEFORE DELETE ON ruled
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no DELETE of ruled'); END;

CREATE TRIGGER games_are_listed AFTER INSERT ON events WHEN NEW.version = 1
    BEGIN INSERT OR IGNORE INTO listed 
    SELECT json_extract(told, '$.at') AS at, games.game, json_extract(told, '$.ruleset') AS ruleset,
        json_extract(told, '$.scenario') AS scenario
    FROM (SELECT game AS number, CASE WHEN json_valid(CAST(state AS TEXT)) THEN CAST(state AS TEXT) ELSE '{}' END AS told FROM (SELECT NEW.game AS game, NEW.version AS version, NEW.state AS state)) JOIN games USING (number)
    WHERE typeof(at) = 'integer' AND typeof(ruleset) = 'text' AND typeof(scenario) = 'text'
    AND NOT coalesce(json_extract(told, '$.unlisted'), 0)
; END;

CREATE TRIGGER rulings_are_listed AFTER INSERT ON events WHEN NEW.topic = (SELECT number FROM topics WHERE topic = 'ruling_given/1')
    BEGIN INSERT OR IGNORE INTO ruled 
    SELECT json_extract(told, '$.at') / 1000000 * 1000000, listed.game, version, ruleset
    FROM (SELECT game AS number, version, CASE WHEN json_valid(CAST(state AS TEXT)) THEN CAST(state AS TEXT) ELSE '{}' END AS told FROM (SELECT NEW.game AS game, NEW.version AS version, NEW.state AS state))
    JOIN games USING (number) JOIN listed ON listed.game = games.game
    WHERE typeof(json_extract(told, '$.at')) = 'integer'
; END;

CREATE TABLE folded_names (
    game TEXT, seat TEXT, name TEXT NOT NULL, folded TEXT NOT NULL,
    PRIMARY KEY (game, seat)) WITHOUT ROWID;

CREATE TABLE order_seals (
    game INTEGER, order_id TEXT, seal BLOB NOT NULL,
    PRIMARY KEY (game, order_id)) WITHOUT ROWID;

CREATE TRIGGER no_update_of_order_seals BEFORE UPDATE ON order_seals
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no UPDATE of order_seals'); END;

CREATE TRIGGER no_delete_of_order_seals BEFORE DELETE ON order_seals
BEGIN SELECT RAISE(ABORT, 'the log is append-only: no DELETE of order_seals'); END;

CREATE TRIGGER order_seals_once BEFORE INSERT ON order_seals
WHEN EXISTS
    (SELECT 1 FROM order_seals WHERE game = NEW.game AND order_id = NEW.order_id)
BEGIN SELECT RAISE(ABORT, 'the log is append-only: the order has its seal already'); END;

PRAGMA user_version = 5;
