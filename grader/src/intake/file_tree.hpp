// What was handed over: a folder or an archive as one list of files, wherever they lie. Archives
// inside it are part of the list: "doe_1_2_week1.zip/vector_add.cu". None of them is written
// to disk, so no name in an archive can reach anything.
#pragma once

#include "warpschool/support/result.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader::intake {

struct Entry {
  std::string path;     ///< below the download; UTF-8, composed, with '/'
  std::string trouble;  ///< why nothing can be read: "is a link: ..."; empty for a plain file
  std::string remark;   ///< what a reader should know of it all the same
  std::uint64_t size = 0;
  std::filesystem::path on_disk;     ///< read when it is asked for; empty inside an archive
  std::optional<std::string> bytes;  ///< inside an archive, where the name is one that matters
  bool hides_others = false;  ///< a folder that may not be listed: nobody knows what is in it

  std::string name() const { return path.substr(path.rfind('/') + 1); }
};

struct Tree {
  std::string name;                              ///< of the folder or archive, as it was given
  std::vector<Entry> entries;                    ///< sorted by path
  std::set<std::string> folders;                 ///< all of them, empty ones too; archives count
  std::map<std::string, std::string> remarks;    ///< of folders
  std::set<std::string> clones;                  ///< folders that hold a .git
  std::map<std::string, std::string> git_files;  ///< of an archive: path -> bytes
  std::filesystem::path on_disk;                 ///< the folder itself; empty for an archive
  std::vector<std::string> left_out;             ///< folders where a grader's results lie
};

/// What an archive within a download may take: those of students. The archive that a TA names has
/// limits of its own.
struct UnpackLimits {
  std::uint64_t files = 10'000;
  std::uint64_t bytes = std::uint64_t{256} << 20;         ///< unpacked, all together
  std::uint64_t kept_bytes = std::uint64_t{64} << 20;     ///< of files whose names matter
  std::uint64_t archive_bytes = std::uint64_t{64} << 20;  ///< of an archive inside an archive
  std::uint64_t ratio = 200;                              ///< unpacked to packed, beyond 16 MiB
  int depth = 3;                                          ///< archives inside archives
};

/// The archive that a TA names: a platform made it, so only a mistake fills it.
UnpackLimits limits_of_a_class();

/// A file whose platform wrote it: results of a whole class may be in it.
inline constexpr const char* kGradescopeMetadata = "submission_metadata.yml";
inline constexpr std::uint64_t kLargestMetadata = std::uint64_t{64} << 20;

/// Does a file of this name have to be kept? Called with the last part of the path.
using Matters = std::function<bool(std::string_view name)>;

/// Is it below an archive that lies in the download?
bool lies_in_archive(std::string_view path);

/// Reads a folder or an archive. A class's archive that is damaged or encrypted is an error; one
/// inside it is an entry with trouble. `out` is left out where it lies in a folder, and so is any
/// other output folder of a grader: results are nobody's submission.
Result<Tree> read_tree(const std::filesystem::path& place, const Matters& matters,
                       const UnpackLimits& nested = {}, const std::filesystem::path& out = {});

}  // namespace warpschool::grader::intake
