// SQLite's statements with C++ manners. For the files of this folder.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace warpschool::grader {

/// What has nothing to do with what is in the store: locked, no room, no rights, a broken disk.
/// Says what to do.
class StoreTrouble : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws StoreTrouble, else std::runtime_error with the database's own words.
[[noreturn]] void fail_store(sqlite3* database, std::string_view what);

/// Runs statements that return nothing.
void execute(sqlite3* database, const char* sql);

/// One prepared statement; finalised when it goes.
class Statement {
 public:
  Statement(sqlite3* database, const char* sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  /// The next parameter. `text` must live until the statement has run.
  Statement& bind(const std::string& text);
  Statement& bind(double value);
  Statement& bind(std::int64_t value);
  Statement& bind_null();

  /// True if there is a row.
  bool step();
  /// To be bound and run once more.
  void reset();
  std::string text(int column);
  double number(int column);
  std::int64_t integer(int column);
  bool is_null(int column);

 private:
  sqlite3* database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

/// All or nothing: rolled back unless it is committed.
class Transaction {
 public:
  explicit Transaction(sqlite3* database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  sqlite3* database_;
  bool open_ = true;
};

}  // namespace warpschool::grader
