// Wraps SQLite's statements and transactions.
#include "store/statement.hpp"

#include "support/locks.hpp"
#include "support/write_trouble.hpp"

#include <cerrno>
#include <filesystem>
#include <fmt/format.h>
#include <sqlite3.h>
#include <stdexcept>
#include <unistd.h>

namespace warpschool::grader {

namespace {

/// SQLite often forgets the number; the folder tells.
int why_read_only(const std::string& file, int error) {
  if (error != 0 && error != ENOENT) {
    return error;
  }
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  for (const std::string& place : {file, folder.string()}) {
    if (::access(place.c_str(), W_OK) != 0 && errno != ENOENT) {
      return errno;
    }
  }
  return error;
}

std::int64_t seconds_waited(sqlite3* database) {
  Statement timeout(database, "PRAGMA busy_timeout");
  return timeout.step() ? timeout.integer(0) / 1000 : 0;
}

std::string say_locked(sqlite3* database, const std::string& file) {
  const std::string who = lock_holder({file + "-shm", file, file + "-wal"});
  return fmt::format(
      "{} has been locked for {} seconds by {}. Close the store there, or wait, and give the same "
      "command again: what is graded is kept",
      file, seconds_waited(database), who.empty() ? "another program" : who);
}

/// Empty: nothing of the kind.
std::string trouble_of(sqlite3* database, const std::string& file) {
  const int error = sqlite3_system_errno(database);
  switch (sqlite3_errcode(database)) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return say_locked(database, file);
    case SQLITE_FULL:
      return fmt::format("cannot write {}: {}", file, why_not_written(ENOSPC));
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return fmt::format("cannot write {}: {}", file, why_not_written(why_read_only(file, error)));
    case SQLITE_CORRUPT:
      return fmt::format(
          "{} is damaged ({}). Put back a copy that you kept, or save what can still be read: "
          "sqlite3 {} .recover | sqlite3 mended.sqlite",
          file, sqlite3_errmsg(database), file);
    case SQLITE_IOERR:
      return fmt::format("cannot read or write {}: {}", file, why_not_written(error));
    default:
      return {};
  }
}

}  // namespace

void fail_store(sqlite3* database, std::string_view what) {
  const char* name = sqlite3_db_filename(database, "main");
  if (const std::string trouble = trouble_of(database, name == nullptr ? "the store" : name);
      !trouble.empty()) {
    throw StoreTrouble(trouble);
  }
  throw std::runtime_error(fmt::format("the store: {}: {}", what, sqlite3_errmsg(database)));
}

void execute(sqlite3* database, const char* sql) {
  if (sqlite3_exec(database, sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
    fail_store(database, "execute");
  }
}

Statement::Statement(sqlite3* database, const char* sql) : database_(database) {
  if (sqlite3_prepare_v2(database, sql, -1, &statement_, nullptr) != SQLITE_OK) {
    fail_store(database, "prepare");
  }
}

Statement::~Statement() {
  sqlite3_finalize(statement_);
}

Statement& Statement::bind(const std::string& text) {
  sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()), nullptr);
  return *this;
}

Statement& Statement::bind(double value) {
  sqlite3_bind_double(statement_, ++bound_, value);
  return *this;
}

Statement& Statement::bind(std::int64_t value) {
  sqlite3_bind_int64(statement_, ++bound_, value);
  return *this;
}

Statement& Statement::bind_null() {
  sqlite3_bind_null(statement_, ++bound_);
  return *this;
}

bool Statement::step() {
  const int status = sqlite3_step(statement_);
  if (status != SQLITE_ROW && status != SQLITE_DONE) {
    fail_store(database_, "step");
  }
  return status == SQLITE_ROW;
}

void Statement::reset() {
  sqlite3_reset(statement_);
  bound_ = 0;
}

std::string Statement::text(int column) {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  return bytes == nullptr
             ? std::string()
             : std::string(bytes,
                           static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

double Statement::number(int column) {
  return sqlite3_column_double(statement_, column);
}

std::int64_t Statement::integer(int column) {
  return sqlite3_column_int64(statement_, column);
}

bool Statement::is_null(int column) {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

Transaction::Transaction(sqlite3* database) : database_(database) {
  execute(database, "BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (open_) {
    sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

void Transaction::commit() {
  execute(database_, "COMMIT");
  open_ = false;
}

}  // namespace warpschool::grader
