// Makes and migrates the store's tables. A step that has shipped is never edited: add another.
#include "store/migrations.hpp"

#include "store/statement.hpp"

#include <array>
#include <fmt/format.h>
#include <stdexcept>

namespace warpschool::grader {
namespace {

/// Stores before version 1 have no number; their tables are those of step 1.
constexpr std::array<const char*, kStoreVersion> kSteps{
    R"(
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS results (
    id INTEGER PRIMARY KEY,
    student TEXT NOT NULL, exercise TEXT NOT NULL,
    files TEXT NOT NULL, rules TEXT NOT NULL, environment TEXT NOT NULL,
    status TEXT NOT NULL, won REAL NOT NULL, possible REAL NOT NULL,
    result TEXT NOT NULL, devices TEXT NOT NULL,
    graded_at TEXT NOT NULL DEFAULT (datetime('now')));
  CREATE INDEX IF NOT EXISTS results_by_key ON results (student, exercise, files, rules, environment);
)",
    R"(
  CREATE TABLE scores (
    id INTEGER PRIMARY KEY,
    student TEXT NOT NULL, exercise TEXT NOT NULL, attempt INTEGER NOT NULL,
    status TEXT NOT NULL, won REAL NOT NULL, possible REAL NOT NULL, lost REAL NOT NULL,
    early INTEGER NOT NULL, by_hand INTEGER NOT NULL,
    scored_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')));
  CREATE INDEX scores_by_result ON scores (student, exercise);
  CREATE TABLE remarks (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL, student TEXT NOT NULL, exercise TEXT NOT NULL, points REAL,
    text TEXT NOT NULL, author TEXT NOT NULL, revokes INTEGER NOT NULL,
    made_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')));
  CREATE TRIGGER results_stay BEFORE UPDATE ON results
    BEGIN SELECT RAISE(ABORT, 'results are never changed'); END;
  CREATE TRIGGER results_remain BEFORE DELETE ON results
    BEGIN SELECT RAISE(ABORT, 'results are never deleted'); END;
  CREATE TRIGGER scores_stay BEFORE UPDATE ON scores
    BEGIN SELECT RAISE(ABORT, 'scores are never changed'); END;
  CREATE TRIGGER scores_remain BEFORE DELETE ON scores
    BEGIN SELECT RAISE(ABORT, 'scores are never deleted'); END;
  CREATE TRIGGER remarks_stay BEFORE UPDATE ON remarks
    BEGIN SELECT RAISE(ABORT, 'remarks are never changed'); END;
  CREATE TRIGGER remarks_remain BEFORE DELETE ON remarks
    BEGIN SELECT RAISE(ABORT, 'remarks are never deleted'); END;
)",
    R"(
  ALTER TABLE results ADD COLUMN handed_in TEXT NOT NULL DEFAULT '';
  ALTER TABLE results ADD COLUMN same_as INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX results_by_work ON results (exercise, files, rules, environment);
)"};

std::int64_t answer(sqlite3* database, const char* question) {
  Statement select(database, question);
  return select.step() ? select.integer(0) : 0;
}

int version_of(sqlite3* database) {
  return static_cast<int>(answer(database, "PRAGMA user_version"));
}

void check_origin(sqlite3* database, int version) {
  if (version > kStoreVersion) {
    throw std::runtime_error(fmt::format(
        "a newer grader made it (its version is {}, this grader knows {}): use that grader, or "
        "another folder for --out",
        version, kStoreVersion));
  }
  const bool empty = answer(database, "SELECT count(*) FROM sqlite_master") == 0;
  const bool ours = answer(database,
                           "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN "
                           "('facts', 'results')") == 2;
  if (!empty && !ours) {
    throw std::runtime_error("it is another program's database");
  }
}

}  // namespace

bool is_up_to_date(sqlite3* database) {
  return version_of(database) == kStoreVersion;
}

void migrate(sqlite3* database) {
  check_origin(database, version_of(database));
  execute(database, "PRAGMA journal_mode = WAL");
  execute(database, "PRAGMA synchronous = NORMAL");
  if (is_up_to_date(database)) {
    return;
  }
  Transaction transaction(database);
  for (int version = version_of(database); version < kStoreVersion; ++version) {
    execute(database, kSteps.at(static_cast<std::size_t>(version)));
  }
  execute(database, fmt::format("PRAGMA user_version = {}", kStoreVersion).c_str());
  transaction.commit();
}

}  // namespace warpschool::grader
