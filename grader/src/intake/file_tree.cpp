// Lists what lies in a folder or an archive, archives within it included.
#include "intake/file_tree.hpp"

#include "intake/archive.hpp"
#include "intake/foreign_names.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <system_error>

namespace warpschool::grader::intake {
namespace {

namespace fs = std::filesystem;

/// In place of the files of a folder that may not be listed.
const std::string kInside = "(what is in it)";

/// What grade writes stands there. Of a run that was cut off that may be less: see `out`.
bool holds_results(const fs::path& folder) {
  constexpr std::array kWritten{"grades.sqlite", "grades.json", "grades.csv", "index.html"};
  return std::all_of(kWritten.begin(), kWritten.end(), [&](const char* name) {
    std::error_code failure;
    return fs::is_regular_file(folder / name, failure);
  });
}

/// Walks a folder of the disk.
class Walk {
 public:
  Walk(Tree& tree, const Matters& matters, const UnpackLimits& nested, const fs::path& out)
      : tree_(tree), matters_(matters), nested_(nested), out_(out) {}

  /// Lists `folder`, which is called `path` in the tree.
  void list(const fs::path& folder, const std::string& path) {
    std::error_code failure;
    fs::directory_iterator entry(folder, failure);
    for (const fs::directory_iterator end; !failure && entry != end; entry.increment(failure)) {
      take(*entry, path);
    }
    if (failure) {
      tree_.entries.push_back({path.empty() ? kInside : path + "/" + kInside,
                               fmt::format("cannot be listed: {}", failure.message()),
                               {},
                               0,
                               folder,
                               {},
                               true});
    }
  }

 private:
  void take(const fs::directory_entry& found, const std::string& above) {
    const std::string raw = found.path().filename().string();
    std::error_code failure;
    const fs::file_status status = found.symlink_status(failure);
    if (is_litter(raw)) {
      if (raw == ".git" && fs::is_directory(status)) {
        tree_.clones.insert(above);
      }
      return;
    }
    const DecodedName name = decode_name(raw, CodePage::kWindows);
    Entry entry;
    entry.path = (above.empty() ? "" : above + "/") + name.text;
    entry.on_disk = found.path();
    if (name.guessed) {
      entry.remark =
          fmt::format("The name of {} is not UTF-8; it was read as code page 1252.", entry.path);
    }
    if (fs::is_directory(status)) {
      add_folder(found.path(), entry);
    } else if (!fs::is_regular_file(status)) {
      entry.trouble =
          fs::is_symlink(status) ? "is a link: links are not followed" : "is no ordinary file";
      tree_.entries.push_back(std::move(entry));
    } else if (is_archive_name(entry.path)) {
      add_archive(std::move(entry));
    } else {
      entry.size = found.file_size(failure);
      tree_.entries.push_back(std::move(entry));
    }
  }

  void add_folder(const fs::path& folder, const Entry& entry) {
    if (split_path(entry.path).size() > 64) {
      tree_.entries.push_back({entry.path, "lies too deep: not looked at", {}, 0, folder, {}});
      return;
    }
    std::error_code failure;
    if (fs::equivalent(folder, out_, failure) || holds_results(folder)) {
      tree_.left_out.push_back(entry.path);
      return;
    }
    const std::size_t left_out = tree_.left_out.size();
    const std::size_t entries = tree_.entries.size();
    tree_.folders.insert(entry.path);
    if (!entry.remark.empty()) {
      tree_.remarks[entry.path] = entry.remark;
    }
    list(folder, entry.path);
    if (tree_.left_out.size() > left_out && tree_.entries.size() == entries) {
      tree_.folders.erase(entry.path);  // out/ of out/week1: it holds nothing else
    }
  }

  void add_archive(Entry entry) {
    tree_.folders.insert(entry.path);
    Unpacked unpacked = unpack_nested({entry.on_disk, {}}, matters_, nested_);
    for (const std::string& folder : unpacked.folders) {
      tree_.folders.insert(entry.path + "/" + folder);
    }
    for (Entry& inner : unpacked.entries) {
      inner.path = entry.path + "/" + inner.path;
      tree_.entries.push_back(std::move(inner));
    }
    if (!unpacked.problem.empty()) {
      entry.trouble = unpacked.problem;
      tree_.entries.push_back(std::move(entry));
    }
  }

  Tree& tree_;
  const Matters& matters_;
  const UnpackLimits& nested_;
  const fs::path& out_;
};

Result<Tree> archive_tree(const fs::path& place, const Matters& matters,
                          const UnpackLimits& nested) {
  Unpacked unpacked = unpack({place, {}}, matters, limits_of_a_class(), nested);
  if (!unpacked.problem.empty()) {
    return Diagnostic{place.string(), 0, 0, unpacked.problem,
                      "nothing was graded; download it again, or unpack it and pass the folder"};
  }
  Tree tree;
  tree.entries = std::move(unpacked.entries);
  tree.folders.insert(unpacked.folders.begin(), unpacked.folders.end());
  tree.clones.insert(unpacked.clones.begin(), unpacked.clones.end());
  tree.git_files = std::move(unpacked.git_files);
  const bool locked = std::any_of(tree.entries.begin(), tree.entries.end(), [](const Entry& entry) {
    return entry.trouble.rfind("is encrypted", 0) == 0 && !lies_in_archive(entry.path);
  });
  if (locked) {
    return Diagnostic{place.string(), 0, 0, "is encrypted", "unpack it and pass the folder"};
  }
  return tree;
}

/// Every folder above a file is one, whether the archive lists it or not.
void add_folders_above(Tree& tree) {
  const auto add = [&](const std::string& path) {
    for (std::size_t at = path.find('/'); at != std::string::npos; at = path.find('/', at + 1)) {
      tree.folders.insert(path.substr(0, at));
    }
  };
  for (const Entry& entry : tree.entries) {
    add(entry.path);
  }
  const std::set<std::string> listed = tree.folders;
  for (const std::string& folder : listed) {
    add(folder);
  }
  tree.folders.erase("");
}

}  // namespace

bool lies_in_archive(std::string_view path) {
  const std::vector<std::string> parts = split_path(path);
  return parts.size() > 1 && std::any_of(parts.begin(), parts.end() - 1, is_archive_name);
}

Result<Tree> read_tree(const fs::path& place, const Matters& matters, const UnpackLimits& nested,
                       const fs::path& out) {
  std::error_code failure;
  const fs::file_status status = fs::status(place, failure);
  Tree tree;
  if (fs::is_directory(status)) {
    tree.on_disk = place;
    if (fs::directory_iterator(place, failure); failure) {
      return Diagnostic{place.string(), 0, 0, failure.message(), {}};
    }
    if (fs::equivalent(place, out, failure)) {
      return Diagnostic{place.string(), 0, 0, "is the output folder as well",
                        "name another folder with --out: results are no submissions"};
    }
    Walk(tree, matters, nested, out).list(place, "");
  } else if (fs::is_regular_file(status) && is_archive_name(place.filename().string())) {
    Result<Tree> unpacked = archive_tree(place, matters, nested);
    if (!unpacked) {
      return unpacked;
    }
    tree = std::move(*unpacked);
  } else {
    return Diagnostic{
        place.string(), 0, 0,
        fs::exists(status) ? "is neither a folder nor an archive" : "is not there",
        "pass a folder with one folder a student, or what the platform exports: .zip, .tar, "
        ".tar.gz, .tar.zst"};
  }
  fs::path whole = fs::absolute(place).lexically_normal();
  whole = whole.has_filename() ? whole : whole.parent_path();  // "submissions/"
  tree.name = decode_name(whole.filename().string(), CodePage::kWindows).text;
  add_folders_above(tree);
  std::stable_sort(tree.entries.begin(), tree.entries.end(),
                   [](const Entry& left, const Entry& right) { return left.path < right.path; });
  return tree;
}

}  // namespace warpschool::grader::intake
