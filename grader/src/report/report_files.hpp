// Pages to disk: whole or not at all, and those of an earlier report away. All throw
// std::runtime_error naming the file.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace warpschool::grader::report {

/// Beside its place first, then moved there: whoever reloads a page never sees half of it.
/// A file that holds the text already is left alone: most pages of a class do not change.
void write_file(const std::filesystem::path& file, std::string_view text);

void make_folder(const std::filesystem::path& folder);

/// Removes the folder's pages that are not in `current`, of students who are no longer in the
/// class or exercises no longer handed in, say, and what killed programs have left half written.
/// Files that are not ours stay. Call it with the folder's lock.
void remove_old_pages(const std::filesystem::path& folder, const std::set<std::string>& current);

}  // namespace warpschool::grader::report
