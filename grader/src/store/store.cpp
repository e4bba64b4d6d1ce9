// Keeps results in grades.sqlite.
#include "store.hpp"

#include "store/result_json.hpp"

#include <fmt/format.h>
#include <sqlite3.h>
#include <stdexcept>
#include <string_view>

namespace warpschool::grader {
namespace {

constexpr const char* kSchema = R"(
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS results (
    id INTEGER PRIMARY KEY,
    student TEXT NOT NULL, exercise TEXT NOT NULL,
    files TEXT NOT NULL, rules TEXT NOT NULL, environment TEXT NOT NULL,
    status TEXT NOT NULL, won REAL NOT NULL, possible REAL NOT NULL,
    result TEXT NOT NULL, devices TEXT NOT NULL,
    graded_at TEXT NOT NULL DEFAULT (datetime('now')));
  CREATE INDEX IF NOT EXISTS results_by_key ON results (student, exercise, files, rules, environment);
)";

[[noreturn]] void fail(sqlite3* database, std::string_view what) {
  throw std::runtime_error(fmt::format("the store: {}: {}", what, sqlite3_errmsg(database)));
}

/// One prepared statement; finalised when it goes.
class Statement {
 public:
  Statement(sqlite3* database, const char* sql) : database_(database) {
    if (sqlite3_prepare_v2(database, sql, -1, &statement_, nullptr) != SQLITE_OK) {
      fail(database, "prepare");
    }
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  /// `text` must live until the statement has run.
  Statement& bind(const std::string& text) {
    sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()),
                      SQLITE_STATIC);
    return *this;
  }
  Statement& bind(double value) {
    sqlite3_bind_double(statement_, ++bound_, value);
    return *this;
  }
  Statement& bind(const ResultKey& key) {
    return bind(key.student)
        .bind(key.exercise)
        .bind(key.files)
        .bind(key.rules)
        .bind(key.environment);
  }

  /// True if there is a row.
  bool step() {
    const int status = sqlite3_step(statement_);
    if (status != SQLITE_ROW && status != SQLITE_DONE) {
      fail(database_, "step");
    }
    return status == SQLITE_ROW;
  }
  std::string text(int column) {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    return bytes == nullptr
               ? std::string()
               : std::string(bytes,
                             static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
  }

 private:
  sqlite3* database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

}  // namespace

Store::Store(const std::filesystem::path& file) {
  constexpr int kWaitForOthersMs = 5000;
  if (sqlite3_open(file.c_str(), &database_) != SQLITE_OK) {
    const std::string why = sqlite3_errmsg(database_);
    sqlite3_close(database_);
    throw std::runtime_error(fmt::format("cannot open {}: {}", file.string(), why));
  }
  sqlite3_busy_timeout(database_, kWaitForOthersMs);
  if (sqlite3_exec(database_, kSchema, nullptr, nullptr, nullptr) != SQLITE_OK) {
    const std::string why = sqlite3_errmsg(database_);
    sqlite3_close(database_);
    throw std::runtime_error(fmt::format("{} is no store of grades: {}", file.string(), why));
  }
}

Store::~Store() {
  sqlite3_close(database_);
}

std::optional<StoredResult> Store::find(const ResultKey& key) {
  const std::scoped_lock lock(mutex_);
  Statement select(
      database_,
      "SELECT result, devices FROM results WHERE student = ? AND exercise = ? AND files = ? AND "
      "rules = ? AND environment = ? ORDER BY id DESC LIMIT 1");
  select.bind(key);
  if (!select.step()) {
    return std::nullopt;
  }
  return StoredResult{from_stored(Json::parse(select.text(0))),
                      Json::parse(select.text(1)).get<std::vector<std::string>>()};
}

void Store::add(const ResultKey& key, const StoredResult& stored) {
  const std::string status = to_string(stored.result.status);
  const std::string result = to_stored(stored.result).dump();
  const std::string devices = Json(stored.devices).dump();
  const std::scoped_lock lock(mutex_);
  Statement insert(
      database_,
      "INSERT INTO results (student, exercise, files, rules, environment, status, won, possible, "
      "result, devices) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  insert.bind(key).bind(status).bind(stored.result.points.won).bind(stored.result.points.possible);
  insert.bind(result).bind(devices).step();
}

std::optional<std::string> Store::fact(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  Statement select(database_, "SELECT value FROM facts WHERE name = ?");
  select.bind(name);
  return select.step() ? std::optional(select.text(0)) : std::nullopt;
}

void Store::set_fact(const std::string& name, const std::string& value) {
  const std::scoped_lock lock(mutex_);
  Statement insert(database_, "INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)");
  insert.bind(name).bind(value).step();
}

}  // namespace warpschool::grader
