// The store's tables, and how a store of an older grader gets them.
#pragma once

struct sqlite3;

namespace warpschool::grader {

/// SQLite's user_version of a store that is up to date.
inline constexpr int kStoreVersion = 3;

/// Whether it has the tables of kStoreVersion.
bool is_up_to_date(sqlite3* database);

/// Brings an open database up to date; a new one gets its tables. Throws std::runtime_error where
/// it is no store of grades, or a newer grader's; it is as it was then.
void migrate(sqlite3* database);

}  // namespace warpschool::grader
