// Whole files in, whole files out.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace warpschool::warp {

/// The file's bytes; nothing if it is no readable file.
std::optional<std::string> read_file(const std::filesystem::path& file);

/// Through a temporary file beside it and a rename, so that a crash leaves the old or the new one.
/// Makes the folder. Throws std::runtime_error naming the file.
void write_file(const std::filesystem::path& file, std::string_view bytes);

/// `path` as it is typed from `from`: relative to it or from the root, whichever is shorter.
std::string shown_path(const std::filesystem::path& path, const std::filesystem::path& from);

}  // namespace warpschool::warp
