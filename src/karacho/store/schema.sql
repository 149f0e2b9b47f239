CREATE TABLE IF NOT EXISTS players (
    player TEXT PRIMARY KEY,
    secret_hash BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    table_code TEXT,
    seat INTEGER,
    made REAL NOT NULL
);

CREATE TABLE IF NOT EXISTS tables (
    code TEXT PRIMARY KEY,
    data BLOB NOT NULL,
    changed REAL NOT NULL
);

CREATE TABLE IF NOT EXISTS races (
    race TEXT PRIMARY KEY,
    table_code TEXT NOT NULL REFERENCES tables (code),
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    seed TEXT NOT NULL,
    options TEXT NOT NULL,
    names TEXT NOT NULL,
    began REAL NOT NULL,
    outcome TEXT,
    dealing TEXT
);

CREATE TABLE IF NOT EXISTS log (
    race TEXT NOT NULL,
    number INTEGER NOT NULL,
    version INTEGER NOT NULL,
    at REAL NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER,
    action TEXT,
    driver TEXT,
    detail TEXT,
    hash TEXT,
    PRIMARY KEY (race, number)
) WITHOUT ROWID;

-- What a command was answered, written together with what it did: a repeat gets the same answer.
CREATE TABLE IF NOT EXISTS answers (
    scope TEXT NOT NULL,
    op TEXT NOT NULL,
    answer BLOB NOT NULL,
    made REAL NOT NULL,
    PRIMARY KEY (scope, op)
) WITHOUT ROWID;
