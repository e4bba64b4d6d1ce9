// Whole files in, whole files out, and what a byte string is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader {

/// The file's bytes. Throws std::runtime_error naming the file.
std::string read_file(const std::filesystem::path& file);

/// The regular files of a folder, sorted; none if it cannot be read.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder);

/// A submitted file: never follows a link, never waits on a pipe, never reads more than `limit`
/// bytes. Nothing if it is no regular file, cannot be read or is larger.
std::optional<std::string> read_untrusted(const std::filesystem::path& file, std::uint64_t limit);

/// Through a temporary file in the same folder and a rename, so that no reader and no kill sees
/// half of it. Makes the folder. Throws std::runtime_error naming the file.
void write_file(const std::filesystem::path& file, std::string_view bytes);

/// Valid UTF-8 without control characters that JSON or HTML could not show: what is not becomes
/// U+FFFD.
std::string to_utf8(std::string_view bytes);

/// At most `limit` bytes; a cut is said in the text itself and never splits a character.
std::string cut(std::string text, std::size_t limit);

/// Nothing but blanks and line breaks.
bool is_blank(std::string_view text);

/// How many letters to change, add, take away or swap; `limit` + 1 if more than that.
std::size_t edit_distance(std::string_view left, std::string_view right, std::size_t limit);

}  // namespace warpschool::grader
