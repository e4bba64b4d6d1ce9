// Keeps attempts, scores and remarks in grades.sqlite.
#include "store/store.hpp"

#include "store/migrations.hpp"
#include "store/result_json.hpp"
#include "store/statement.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sqlite3.h>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

namespace warpschool::grader {
namespace {

Statement& bind_key(Statement& statement, const ResultKey& key) {
  return statement.bind(key.student)
      .bind(key.exercise)
      .bind(key.files)
      .bind(key.rules)
      .bind(key.environment);
}

/// "2027-03-01 12:00:00", as older graders wrote it, as RFC 3339.
std::string with_zone(std::string at) {
  if (at.size() == 19 && at[10] == ' ') {
    at[10] = 'T';
    at += 'Z';
  }
  return at;
}

constexpr const char* kScoreColumns =
    "SELECT student, exercise, attempt, status, won, possible, lost, early, by_hand, scored_at "
    "FROM scores";

ScoreEntry score_at(Statement& row) {
  ScoreEntry entry;
  entry.student = row.text(0);
  entry.exercise = row.text(1);
  entry.attempt = row.integer(2);
  entry.status = row.text(3);
  entry.won = row.number(4);
  entry.possible = row.number(5);
  entry.lost = row.number(6);
  entry.early = row.integer(7) != 0;
  entry.by_hand = row.integer(8) != 0;
  entry.at = row.text(9);
  return entry;
}

/// For a URI of SQLite's: what would end the path, or begin an escape.
std::string escaped_path(const std::filesystem::path& file) {
  std::string escaped;
  for (const char c : std::filesystem::absolute(file).string()) {
    escaped += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02x}", static_cast<int>(c))
                                                : std::string(1, c);
  }
  return escaped;
}

const char* word_of(Remark::Kind kind) {
  return kind == Remark::Kind::kOverride ? "override" : "comment";
}

}  // namespace

bool holds_for_equal_files(const ExerciseResult& result) {
  const auto depends_on_more = [](Verdict verdict) {
    return verdict == Verdict::kInternalError || verdict == Verdict::kInconclusive ||
           verdict == Verdict::kSuspicious;
  };
  return !depends_on_more(result.status) &&
         std::none_of(result.checks.begin(), result.checks.end(),
                      [&](const CheckResult& check) { return depends_on_more(check.verdict); });
}

bool ScoreEntry::same_score(const ScoreEntry& other) const {
  return status == other.status && won == other.won && possible == other.possible &&
         lost == other.lost && early == other.early && by_hand == other.by_hand;
}

Store::Store(const std::filesystem::path& file, int wait_ms) {
  try {
    if (sqlite3_open(file.c_str(), &database_) != SQLITE_OK) {
      fail_store(database_, "open");
    }
    sqlite3_busy_timeout(database_, wait_ms);
    migrate(database_);
  } catch (const StoreTrouble&) {
    sqlite3_close(database_);
    if (!open_read_only(file)) {
      throw;
    }
  } catch (const std::exception& problem) {
    sqlite3_close(database_);
    throw std::runtime_error(fmt::format("{} is no store of grades that can be used: {}",
                                         file.string(), problem.what()));
  }
}

bool Store::open_read_only(const std::filesystem::path& file) {
  std::error_code failure;
  const std::filesystem::path journal = file.string() + "-wal";
  const bool settled =
      !std::filesystem::exists(journal, failure) || std::filesystem::is_empty(journal, failure);
  const bool is_there = std::filesystem::is_regular_file(file, failure);
  const bool writable = ::access(file.c_str(), W_OK) == 0 &&
                        ::access(std::filesystem::absolute(file).parent_path().c_str(), W_OK) == 0;
  if (!settled || !is_there || writable) {
    return false;
  }
  const std::string name = "file:" + escaped_path(file) + "?immutable=1";
  if (sqlite3_open_v2(name.c_str(), &database_, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr) ==
          SQLITE_OK &&
      is_up_to_date(database_)) {
    return true;
  }
  sqlite3_close(database_);
  return false;
}

Store::~Store() {
  sqlite3_close(database_);
}

std::optional<StoredResult> Store::find(const ResultKey& key) {
  const std::scoped_lock lock(mutex_);
  Statement select(database_,
                   "SELECT own.result, own.devices, own.id, judged.result FROM results own "
                   "LEFT JOIN results judged ON judged.id = own.same_as "
                   "WHERE own.student = ? AND own.exercise = ? AND own.files = ? AND own.rules = ? "
                   "AND own.environment = ? ORDER BY own.id DESC LIMIT 1");
  if (!bind_key(select, key).step()) {
    return std::nullopt;
  }
  const Json own = Json::parse(select.text(0));
  StoredResult found{from_stored(select.is_null(3) ? own : Json::parse(select.text(3))),
                     Json::parse(select.text(1)).get<std::vector<std::string>>()};
  found.result.command = own.at("command").get<std::string>();
  found.result.log = own.at("log").get<std::string>();
  found.result.attempt = select.integer(2);
  return found;
}

std::optional<std::string> Store::status(const ResultKey& key) {
  const std::scoped_lock lock(mutex_);
  Statement select(database_,
                   "SELECT status FROM results WHERE student = ? AND exercise = ? AND files = ? "
                   "AND rules = ? AND environment = ? ORDER BY id DESC LIMIT 1");
  return bind_key(select, key).step() ? std::optional(select.text(0)) : std::nullopt;
}

std::optional<JudgedWork> Store::find_work(const ResultKey& key) {
  const std::scoped_lock lock(mutex_);
  Statement select(database_,
                   "SELECT result, id FROM results WHERE exercise = ? AND files = ? AND rules = ? "
                   "AND environment = ? AND same_as = 0 ORDER BY id DESC");
  select.bind(key.exercise).bind(key.files).bind(key.rules).bind(key.environment);
  while (select.step()) {
    JudgedWork found{select.integer(1), from_stored(Json::parse(select.text(0)))};
    if (holds_for_equal_files(found.result)) {
      return found;
    }
  }
  return std::nullopt;
}

std::int64_t Store::add(const ResultKey& key, const StoredResult& stored,
                        const std::string& handed_in, const std::vector<EqualWork>& equals) {
  const std::string status = to_string(stored.result.status);
  const std::string result = to_stored(stored.result).dump();
  const std::string devices = Json(stored.devices).dump();
  const std::scoped_lock lock(mutex_);
  Transaction transaction(database_);
  Statement insert(
      database_,
      "INSERT INTO results (student, exercise, files, rules, environment, status, won, possible, "
      "result, devices, handed_in, graded_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
      "strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))");
  bind_key(insert, key).bind(status);
  insert.bind(stored.result.points.won).bind(stored.result.points.possible);
  insert.bind(result).bind(devices).bind(handed_in).step();
  const std::int64_t number = sqlite3_last_insert_rowid(database_);
  for (const EqualWork& equal : equals) {
    insert_equal(number, equal);
  }
  transaction.commit();
  return number;
}

void Store::share(const std::vector<std::pair<std::int64_t, EqualWork>>& equals) {
  const std::scoped_lock lock(mutex_);
  Transaction transaction(database_);
  for (const auto& [judged, equal] : equals) {
    insert_equal(judged, equal);
  }
  transaction.commit();
}

void Store::insert_equal(std::int64_t judged, const EqualWork& equal) {
  const std::string own = Json{{"command", equal.command}, {"log", equal.log}}.dump();
  Statement insert(
      database_,
      "INSERT INTO results (student, exercise, files, rules, environment, status, won, possible, "
      "result, devices, handed_in, same_as, graded_at) SELECT ?, exercise, files, rules, "
      "environment, status, won, possible, ?, devices, ?, id, "
      "strftime('%Y-%m-%dT%H:%M:%fZ', 'now') FROM results WHERE id = ?");
  insert.bind(equal.key.student).bind(own).bind(equal.handed_in).bind(judged).step();
}

std::vector<Attempt> Store::attempts(const std::string& student) {
  const std::scoped_lock lock(mutex_);
  Statement select(database_,
                   "SELECT own.id, own.student, own.exercise, own.files, own.rules, "
                   "own.environment, own.status, own.won, own.possible, own.graded_at, "
                   "own.handed_in, own.same_as, judged.student FROM results own "
                   "LEFT JOIN results judged ON judged.id = own.same_as "
                   "WHERE ?1 = '' OR own.student = ?1 ORDER BY own.id");
  select.bind(student);
  std::vector<Attempt> attempts;
  while (select.step()) {
    attempts.push_back(
        {select.integer(0),
         {select.text(1), select.text(2), select.text(3), select.text(4), select.text(5)},
         select.text(6),
         {select.number(7), select.number(8)},
         with_zone(select.text(9)),
         select.text(10),
         select.integer(11),
         select.text(12)});
  }
  return attempts;
}

std::vector<ScoreEntry> Store::scores() {
  const std::scoped_lock lock(mutex_);
  const std::string newest = std::string(kScoreColumns) +
                             " WHERE id IN (SELECT max(id) FROM scores GROUP BY student, exercise)";
  Statement select(database_, newest.c_str());
  std::vector<ScoreEntry> entries;
  while (select.step()) {
    entries.push_back(score_at(select));
  }
  return entries;
}

std::vector<ScoreEntry> Store::score_history(const std::string& student) {
  const std::scoped_lock lock(mutex_);
  const std::string all = std::string(kScoreColumns) + " WHERE student = ? ORDER BY id";
  Statement select(database_, all.c_str());
  select.bind(student);
  std::vector<ScoreEntry> entries;
  while (select.step()) {
    entries.push_back(score_at(select));
  }
  return entries;
}

void Store::add(const std::vector<ScoreEntry>& scores) {
  const std::scoped_lock lock(mutex_);
  Transaction transaction(database_);
  Statement insert(database_,
                   "INSERT INTO scores (student, exercise, attempt, status, won, possible, lost, "
                   "early, by_hand) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const ScoreEntry& entry : scores) {
    insert.reset();
    insert.bind(entry.student).bind(entry.exercise).bind(entry.attempt).bind(entry.status);
    insert.bind(entry.won).bind(entry.possible).bind(entry.lost);
    insert.bind(std::int64_t{entry.early}).bind(std::int64_t{entry.by_hand}).step();
  }
  transaction.commit();
}

std::int64_t Store::add(const Remark& remark) {
  const std::string kind = word_of(remark.kind);
  const std::scoped_lock lock(mutex_);
  Statement insert(database_,
                   "INSERT INTO remarks (kind, student, exercise, points, text, author, revokes) "
                   "VALUES (?, ?, ?, ?, ?, ?, ?)");
  insert.bind(kind).bind(remark.student).bind(remark.exercise);
  remark.points ? insert.bind(*remark.points) : insert.bind_null();
  insert.bind(remark.text).bind(remark.by).bind(remark.revokes).step();
  return sqlite3_last_insert_rowid(database_);
}

std::vector<Remark> Store::remarks() {
  const std::scoped_lock lock(mutex_);
  Statement select(database_,
                   "SELECT kind, student, exercise, points, text, author, revokes, id, made_at "
                   "FROM remarks ORDER BY id");
  std::vector<Remark> remarks;
  while (select.step()) {
    Remark remark;
    remark.kind = select.text(0) == word_of(Remark::Kind::kOverride) ? Remark::Kind::kOverride
                                                                     : Remark::Kind::kComment;
    remark.student = select.text(1);
    remark.exercise = select.text(2);
    remark.points = select.is_null(3) ? std::nullopt : std::optional(select.number(3));
    remark.text = select.text(4);
    remark.by = select.text(5);
    remark.revokes = select.integer(6);
    remark.number = select.integer(7);
    remark.at = select.text(8);
    remarks.push_back(std::move(remark));
  }
  return remarks;
}

std::optional<std::string> Store::fact(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  Statement select(database_, "SELECT value FROM facts WHERE name = ?");
  select.bind(name);
  return select.step() ? std::optional(select.text(0)) : std::nullopt;
}

void Store::set_fact(const std::string& name, const std::string& value) {
  set_facts({{name, value}});
}

void Store::set_facts(const std::vector<std::pair<std::string, std::string>>& facts) {
  const std::scoped_lock lock(mutex_);
  Transaction transaction(database_);
  Statement insert(database_, "INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)");
  for (const auto& [name, value] : facts) {
    insert.reset();
    insert.bind(name).bind(value).step();
  }
  transaction.commit();
}

}  // namespace warpschool::grader
