// Unpacks zip and tar archives that strangers made, into memory.
#include "intake/archive.hpp"

#include "intake/archive_reader.hpp"
#include "intake/foreign_names.hpp"
#include "intake/submissions.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <clocale>
#include <fmt/format.h>
#include <map>

namespace warpschool::grader::intake {
namespace {

constexpr std::size_t kLongestName = 1024;

/// libarchive converts names to the locale's encoding. Ours is UTF-8 while it works, whatever the
/// environment says, for this thread alone.
class Utf8Locale {
 public:
  Utf8Locale() : locale_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (locale_ != nullptr) {
      before_ = ::uselocale(locale_);
    }
  }
  ~Utf8Locale() {
    if (locale_ != nullptr) {
      ::uselocale(before_);
      ::freelocale(locale_);
    }
  }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  locale_t locale_;
  locale_t before_ = nullptr;
};

/// One archive being unpacked, with those in it.
class Unpacker {
 public:
  Unpacker(const Matters& matters, Budget& budget, const UnpackLimits* nested, int depth)
      : matters_(matters), budget_(budget), nested_(nested), depth_(depth), reader_(budget) {}

  Unpacked run(const ArchiveSource& source) {
    if (reader_.open(source)) {
      while (archive_entry* const entry = reader_.next()) {
        read_entry(entry);
      }
    }
    result_.problem = reader_.problem();
    keep_the_last_of_equal_names();
    return std::move(result_);
  }

 private:
  void read_entry(archive_entry* entry) {
    const char* raw = archive_entry_pathname(entry);
    if (raw == nullptr) {
      raw = archive_entry_pathname_utf8(entry);
    }
    DecodedName name = decode_name(raw == nullptr ? "(a name that cannot be read)" : raw,
                                   reader_.is_zip() ? CodePage::kDos : CodePage::kWindows);
    if (reader_.is_zip()) {  // some programs of Windows write its separator
      std::replace(name.text.begin(), name.text.end(), '\\', '/');
    }
    Entry read;
    read.trouble = name_trouble(name.text);
    const std::vector<std::string> parts = split_path(name.text);
    for (const std::string& part : parts) {
      if (is_litter(part) && part != "." && part != "..") {
        if (part == ".git" && read.trouble.empty()) {
          read_history(entry, parts, std::move(read));
          return;
        }
        reader_.skip();
        return;
      }
      if (part != "." && part != "..") {
        read.path += (read.path.empty() ? "" : "/") + part;
      }
    }
    if (read.path.size() > kLongestName) {
      read.path = cut(read.path, kLongestName);
      read.path.resize(read.path.find('\n'));
    }
    if (archive_entry_filetype(entry) == AE_IFDIR && read.trouble.empty()) {
      result_.folders.push_back(read.path);
      return;
    }
    if (name.guessed) {
      read.remark = fmt::format("The name of {} is not UTF-8; it was read as code page {}.",
                                read.path, to_string(name.page));
    }
    read_file(entry, std::move(read));
  }

  /// What lies in a .git: it tells when files were committed. Settings and hooks are left alone.
  void read_history(archive_entry* entry, const std::vector<std::string>& parts, Entry read) {
    if (result_.clones.empty() || result_.clones.back() != read.path) {
      result_.clones.push_back(read.path);
    }
    const auto git = std::find(parts.begin(), parts.end(), ".git");
    const std::string part = git + 1 == parts.end() ? "" : *(git + 1);
    const bool wanted =
        part == "HEAD" || part == "packed-refs" || part == "objects" || part == "refs";
    if (!wanted || depth_ > 0 || archive_entry_filetype(entry) != AE_IFREG ||
        archive_entry_hardlink(entry) != nullptr || archive_entry_is_encrypted(entry) != 0) {
      reader_.skip();
      return;
    }
    std::string path = read.path;
    for (auto name = git; name != parts.end(); ++name) {
      path += (path.empty() ? "" : "/") + *name;
    }
    if (auto bytes = data(budget_.limits.archive_bytes, read)) {
      result_.git_files[path] = std::move(*bytes);
    }
  }

  static std::string name_trouble(const std::string& name) {
    if (name.size() > kLongestName) {
      return "has a name of more than 1024 bytes: not read";
    }
    const std::vector<std::string> parts = split_path(name);
    const bool absolute = name.rfind('/', 0) == 0 || (name.size() > 1 && name[1] == ':');
    if (absolute || std::find(parts.begin(), parts.end(), "..") != parts.end()) {
      return fmt::format("leads out of its archive by its name, {}: not read", name);
    }
    return parts.empty() ? "has no name: not read" : "";
  }

  void read_file(archive_entry* entry, Entry read) {
    const auto type = archive_entry_filetype(entry);
    read.size = static_cast<std::uint64_t>(std::max<la_int64_t>(0, archive_entry_size(entry)));
    // NOLINTNEXTLINE(bugprone-branch-clone): the first branch that fits says what is told
    if (!read.trouble.empty()) {
      reader_.skip();
    } else if (type == AE_IFLNK || archive_entry_hardlink(entry) != nullptr) {
      read.trouble = "is a link: links are not followed";
      reader_.skip();
    } else if (type != AE_IFREG && type != 0) {
      read.trouble = "is no ordinary file";
      reader_.skip();
    } else if (archive_entry_is_encrypted(entry) != 0) {
      read.trouble = "is encrypted: hand it in again without a password";
      reader_.skip();
    } else if (is_archive_name(read.path)) {
      read_archive(std::move(read));
      return;
    } else if (matters_(read.name())) {
      const std::uint64_t limit =
          read.name() == kGradescopeMetadata ? kLargestMetadata : kLargestSource;
      read.bytes = data(limit, read);
    } else {
      reader_.skip();
    }
    result_.entries.push_back(std::move(read));
  }

  /// The file's bytes, or nothing: damaged or too large, which `read` then says.
  std::optional<std::string> data(std::uint64_t limit, Entry& read) {
    std::string bytes;
    const int status = reader_.each_block([&](std::string_view block, std::uint64_t offset) {
      if (offset + block.size() <= limit) {
        bytes.resize(std::max<std::size_t>(bytes.size(), offset + block.size()));
        std::copy(block.begin(), block.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset));
      }
      read.size = std::max<std::uint64_t>(read.size, offset + block.size());
      return offset + block.size() <= limit ||
             !reader_.is_zip();  // a zip can jump to the next file
    });
    if (status != ARCHIVE_EOF && status != ARCHIVE_OK) {
      read.trouble = reader_.problem().empty()
                         ? "is damaged in its archive: hand it in again"
                         : fmt::format("was not read: its archive {}", reader_.problem());
      return std::nullopt;
    }
    budget_.kept += bytes.size();
    if (budget_.kept > budget_.limits.kept_bytes) {
      read.trouble = fmt::format("was not read: its archive holds more than {} MiB of such files",
                                 budget_.limits.kept_bytes >> 20);
      return std::nullopt;
    }
    return read.size <= limit ? std::optional(std::move(bytes)) : std::nullopt;
  }

  /// An archive in the archive: its files are listed below its name.
  void read_archive(Entry outer) {
    if (depth_ >= (nested_ != nullptr ? nested_ : &budget_.limits)->depth) {
      outer.trouble = "lies in too many archives inside one another: not opened";
      reader_.skip();
      result_.entries.push_back(std::move(outer));
      return;
    }
    const std::optional<std::string> bytes = data(budget_.limits.archive_bytes, outer);
    if (!bytes) {
      if (outer.trouble.empty()) {
        outer.trouble = fmt::format("is an archive of more than {} MiB: not opened",
                                    budget_.limits.archive_bytes >> 20);
      }
      result_.entries.push_back(std::move(outer));
      return;
    }
    budget_.kept -= bytes->size();  // they go as soon as they are read
    Budget fresh{nested_ != nullptr ? *nested_ : budget_.limits};
    Unpacker inner(matters_, nested_ != nullptr ? fresh : budget_, nullptr, depth_ + 1);
    Unpacked unpacked = inner.run({{}, *bytes});
    result_.folders.push_back(outer.path);
    for (const std::string& folder : unpacked.folders) {
      result_.folders.push_back(outer.path + "/" + folder);
    }
    for (Entry& entry : unpacked.entries) {
      entry.path = outer.path + "/" + entry.path;
      result_.entries.push_back(std::move(entry));
    }
    if (!unpacked.problem.empty()) {
      outer.trouble = unpacked.problem;
      result_.entries.push_back(std::move(outer));
    }
  }

  /// As a program that unpacks to disk would leave them.
  void keep_the_last_of_equal_names() {
    std::map<std::string, std::size_t> last;
    std::vector<Entry> kept;
    for (Entry& entry : result_.entries) {
      const auto [known, is_new] = last.emplace(entry.path, kept.size());
      if (is_new) {
        kept.push_back(std::move(entry));
      } else if (entry.trouble.empty() || !kept[known->second].trouble.empty()) {
        entry.remark = fmt::format("The archive holds several files named {}; the last one counts.",
                                   entry.name());
        kept[known->second] = std::move(entry);
      }
    }
    result_.entries = std::move(kept);
  }

  const Matters& matters_;
  Budget& budget_;
  const UnpackLimits* nested_;  ///< of the archives in this one; null: they share its budget
  int depth_;
  ArchiveReader reader_;
  Unpacked result_;
};

}  // namespace

UnpackLimits limits_of_a_class() {
  UnpackLimits limits;
  limits.files = 1'000'000;
  limits.bytes = std::uint64_t{64} << 30;
  limits.kept_bytes = std::uint64_t{2} << 30;
  limits.ratio = 0;  // a student's file of zeros must not stop a class
  return limits;
}

Unpacked unpack(const ArchiveSource& source, const Matters& matters, const UnpackLimits& limits,
                const UnpackLimits& nested) {
  const Utf8Locale locale;
  Budget budget{limits};
  return Unpacker(matters, budget, &nested, 0).run(source);
}

Unpacked unpack_nested(const ArchiveSource& source, const Matters& matters,
                       const UnpackLimits& limits) {
  const Utf8Locale locale;
  Budget budget{limits};
  return Unpacker(matters, budget, nullptr, 1).run(source);
}

}  // namespace warpschool::grader::intake
