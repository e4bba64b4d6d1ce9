// Wraps SQLite's statements and transactions.
#include "store/statement.hpp"

#include <fmt/format.h>
#include <sqlite3.h>
#include <stdexcept>

namespace warpschool::grader {

void fail_store(sqlite3* database, std::string_view what) {
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
