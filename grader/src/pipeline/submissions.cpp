// Finds each student's files in a folder of submissions.
#include "submissions.hpp"

#include "support/files.hpp"
#include "support/sha256.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// What unpacked archives and file managers leave behind.
bool is_litter(const std::string& name) {
  return name == "__MACOSX" || name == "Thumbs.db" || name == "desktop.ini" ||
         name.rfind('.', 0) == 0;
}

std::string path_below(const fs::path& file, const fs::path& base) {
  return to_utf8(file.lexically_relative(base).generic_string());
}

/// What no compiler would take, said in words that a student can act upon.
std::string problem_of(const std::string& bytes) {
  const auto begins_with = [&](std::string_view mark) {
    return bytes.compare(0, mark.size(), mark) == 0;
  };
  if (begins_with("\xff\xfe") || begins_with("\xfe\xff")) {
    return "The file is saved as UTF-16. Save it as UTF-8 (in most editors: \"Save with "
           "encoding\").";
  }
  if (bytes.find('\0') != std::string::npos) {
    return "The file is not text: it holds zero bytes. Was a program, a picture or an archive "
           "submitted?";
  }
  return {};
}

SourceFile read_source(const fs::path& path, std::string name) {
  SourceFile source{std::move(name), {}, {}};
  if (auto bytes = read_untrusted(path, kLargestSource)) {
    source.bytes = std::move(*bytes);
    source.problem = problem_of(source.bytes);
  } else {
    std::error_code failure;
    const bool large = fs::is_regular_file(fs::symlink_status(path, failure)) &&
                       fs::file_size(path, failure) > kLargestSource;
    source.problem = large ? "The file is larger than 1 MiB: that is no source file."
                           : "The file cannot be read.";
  }
  return source;
}

/// Names and contents; a refused file counts with the reason, so that a mended one is graded anew.
std::string hash_of(const Submission& submission) {
  Sha256 hash;
  for (const SourceFile& file : submission.files) {
    hash.update_field(file.name);
    hash.update_field(file.bytes);
    hash.update_field(file.problem);
  }
  return hash.finish();
}

/// Which exercise asks for a file of this name.
using Wanted = std::map<std::string, std::vector<const course::Exercise*>>;

Wanted wanted_files(const course::Course& course) {
  Wanted wanted;
  for (const course::Exercise* exercise : course.exercises()) {
    for (const std::string& file : exercise->files) {
      wanted[file].push_back(exercise);
    }
  }
  return wanted;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  });
  return text;
}

std::string reason_for(const std::string& name, const Wanted& wanted) {
  std::string reason = "no exercise asks for a file of this name";
  std::string nearest;
  std::size_t best = 5;
  for (const auto& [candidate, exercises] : wanted) {
    // "vector_add (1).cu" and "vector_add.cu.txt" are near as well.
    const std::string stem = candidate.substr(0, candidate.find('.'));
    const std::size_t distance =
        lower(name).rfind(stem, 0) == 0
            ? 1
            : edit_distance(lower(name), candidate, std::min<std::size_t>(4, name.size() / 3));
    const bool near =
        distance <= std::max<std::size_t>(1, std::min<std::size_t>(4, name.size() / 3));
    if (near && distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest.empty() ? reason : reason + fmt::format(" (did you mean {}?)", nearest);
}

/// Everything below a student's folder, nearest first, then by name.
std::vector<fs::path> files_below(const fs::path& folder, const fs::path& base,
                                  std::vector<UnmatchedFile>& unmatched) {
  std::vector<fs::path> files;
  std::error_code failure;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         failure),
      end;
  for (; !failure && entry != end; entry.increment(failure)) {
    const fs::file_status status = entry->symlink_status(failure);
    if (is_litter(entry->path().filename().string())) {
      if (fs::is_directory(status)) {
        entry.disable_recursion_pending();
      }
    } else if (fs::is_regular_file(status)) {
      files.push_back(entry->path());
    } else if (!fs::is_directory(status)) {
      unmatched.push_back(
          {path_below(entry->path(), base),
           fs::is_symlink(status) ? "is a link: links are not followed" : "is no ordinary file"});
    }
  }
  const auto depth = [](const fs::path& path) { return std::distance(path.begin(), path.end()); };
  std::sort(files.begin(), files.end(), [&](const fs::path& left, const fs::path& right) {
    return std::pair(depth(left), left.string()) < std::pair(depth(right), right.string());
  });
  return files;
}

void scan_student(const fs::path& base, const std::string& student, const Wanted& wanted,
                  ClassFolder& result) {
  std::map<std::string, fs::path> taken;
  for (const fs::path& path : files_below(base / student, base, result.unmatched)) {
    const std::string name = path.filename().string();
    const auto match = wanted.find(name);
    if (match == wanted.end()) {
      result.unmatched.push_back({path_below(path, base), reason_for(to_utf8(name), wanted)});
      continue;
    }
    const auto [first, is_new] = taken.emplace(name, path);
    if (!is_new) {
      const std::string used = path_below(first->second, base);
      result.unmatched.push_back(
          {path_below(path, base), fmt::format("{} was graded instead", used)});
      for (const course::Exercise* exercise : match->second) {
        result.submissions[{student, exercise->id}].notes.push_back(
            fmt::format("There are several files named {}; {} was graded.", name, used));
      }
      continue;
    }
    for (const course::Exercise* exercise : match->second) {
      result.submissions[{student, exercise->id}].files.push_back(read_source(path, name));
    }
  }
}

void in_the_order_of(const course::Exercise& exercise, Submission& submission) {
  const auto rank = [&](const SourceFile& file) {
    return std::find(exercise.files.begin(), exercise.files.end(), file.name) -
           exercise.files.begin();
  };
  std::sort(
      submission.files.begin(), submission.files.end(),
      [&](const SourceFile& left, const SourceFile& right) { return rank(left) < rank(right); });
  submission.notes.erase(std::unique(submission.notes.begin(), submission.notes.end()),
                         submission.notes.end());
  submission.hash = hash_of(submission);
}

}  // namespace

bool Submission::is_missing() const {
  return std::all_of(files.begin(), files.end(), [](const SourceFile& file) {
    return file.problem.empty() && is_blank(file.bytes);
  });
}

const Submission& ClassFolder::of(const std::string& student, const std::string& exercise) const {
  static const Submission kNone{{}, hash_of({}), {}};
  const auto found = submissions.find({student, exercise});
  return found == submissions.end() ? kNone : found->second;
}

Result<ClassFolder> scan_submissions(const fs::path& folder, const course::Course& course) {
  std::error_code failure;
  if (!fs::is_directory(folder, failure)) {
    return Diagnostic{folder.string(), 0, 0, "is no folder with submissions",
                      "it should hold one folder a student, with the student's files in it"};
  }
  ClassFolder result;
  const Wanted wanted = wanted_files(course);
  for (const auto& entry : fs::directory_iterator(folder, failure)) {
    const std::string name = entry.path().filename().string();
    if (is_litter(name)) {
      continue;
    }
    const fs::file_status status = entry.symlink_status(failure);
    if (to_utf8(name) != name) {
      result.unmatched.push_back({to_utf8(name), "has a name that is not UTF-8: rename it"});
    } else if (fs::is_directory(status)) {
      result.students.push_back(name);
    } else {
      result.unmatched.push_back({to_utf8(name), "lies in no student's folder"});
    }
  }
  if (failure) {
    return Diagnostic{folder.string(), 0, 0, failure.message(), {}};
  }
  std::sort(result.students.begin(), result.students.end());
  for (const std::string& student : result.students) {
    scan_student(folder, student, wanted, result);
  }
  for (auto& [key, submission] : result.submissions) {
    in_the_order_of(*course.find(key.second), submission);
  }
  std::sort(
      result.unmatched.begin(), result.unmatched.end(),
      [](const UnmatchedFile& left, const UnmatchedFile& right) { return left.path < right.path; });
  return result;
}

Submission submission_of(std::vector<SourceFile> files) {
  Submission submission;
  submission.files = std::move(files);
  submission.hash = hash_of(submission);
  return submission;
}

}  // namespace warpschool::grader
