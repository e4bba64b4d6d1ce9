// Archives as lists of files. Reads with libarchive, into memory.
#pragma once

#include "intake/file_tree.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader::intake {

/// Zip and tar, the latter also packed with gzip, bzip2, xz or zstd: by its name.
bool is_archive_name(std::string_view name);

/// An archive of a kind that is not opened: rar, 7z.
bool is_foreign_archive_name(std::string_view name);

/// "week1.tar.gz" -> "week1".
std::string without_archive_suffix(std::string_view name);

struct Unpacked {
  std::vector<Entry> entries;  ///< paths below the archive
  std::vector<std::string> folders;
  std::vector<std::string> clones;               ///< folders that hold a .git
  std::map<std::string, std::string> git_files;  ///< of a class's archive: its clones' history
  std::string problem;  ///< why it could not be read to its end; empty: it was
};

/// Either a file of the disk or bytes in memory.
struct ArchiveSource {
  std::filesystem::path file;
  std::string_view bytes;
};

/// Reads an archive and those in it, which share `nested` among all that lies in one of them. What
/// was read before a problem is kept.
Unpacked unpack(const ArchiveSource& source, const Matters& matters, const UnpackLimits& limits,
                const UnpackLimits& nested);

/// The same for an archive of a student: those in it count against its own limits.
Unpacked unpack_nested(const ArchiveSource& source, const Matters& matters,
                       const UnpackLimits& limits);

}  // namespace warpschool::grader::intake
