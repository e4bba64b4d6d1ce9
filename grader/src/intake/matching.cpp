// Decides which of a student's files is handed in for which exercise.
#include "intake/matching.hpp"

#include "intake/archive.hpp"
#include "intake/foreign_names.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>

namespace warpschool::grader::intake {
namespace {

namespace fs = std::filesystem;

/// So many of one student's files are listed; a folder of a build has thousands.
constexpr std::size_t kMostListed = 50;

/// So many of them are named to the student.
constexpr std::size_t kMostNamed = 5;

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

SourceFile read_source(const Entry& entry, std::string name) {
  SourceFile source{std::move(name), {}, {}};
  auto bytes = entry.bytes;
  if (!bytes && !entry.on_disk.empty()) {
    bytes = read_untrusted(entry.on_disk, kLargestSource);
  }
  if (bytes) {
    source.bytes = std::move(*bytes);
    source.problem = problem_of(source.bytes);
  } else {
    source.unreadable = entry.size <= kLargestSource;
    source.problem = source.unreadable ? "The file cannot be read."
                                       : "The file is larger than 1 MiB: that is no source file.";
  }
  return source;
}

/// A file of the student's with all that decides about it.
struct Candidate {
  Piece piece;
  std::string path;  ///< for messages
  std::optional<std::chrono::sys_seconds> time;
  const Handin* handin = nullptr;
  std::size_t part = 0;
  bool at_home = false;  ///< its folder is called as the exercise: vector_add/vector_add.cu
};

/// Does nothing but the alphabet say which of two files of one name counts?
bool is_a_toss(const Candidate& a, const Candidate& b) {
  return a.part == b.part && a.piece.depth == b.piece.depth && a.piece.version == b.piece.version &&
         a.at_home == b.at_home;
}

/// Does the file lie in a folder that is called as its stem, in which it was handed out?
bool lies_at_home(const Piece& piece) {
  const std::vector<std::string> path = split_path(piece.entry->path);
  const std::string stem = piece.name.substr(0, piece.name.rfind('.'));
  return path.size() > 1 && path[path.size() - 2] == stem;
}

std::vector<Candidate> candidates_of(const std::vector<Part>& parts) {
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const Piece& piece : parts[i].handin->pieces) {
      candidates.push_back({piece, parts[i].prefix + piece.entry->path,
                            piece.changed_at ? piece.changed_at : parts[i].handin->submitted_at,
                            parts[i].handin, i, lies_at_home(piece)});
    }
  }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    if (a.part != b.part || a.piece.depth != b.piece.depth) {
      return std::pair(a.part, a.piece.depth) < std::pair(b.part, b.piece.depth);
    }
    if (a.piece.version != b.piece.version) {
      return a.piece.version > b.piece.version;
    }
    return a.at_home != b.at_home ? a.at_home : a.path < b.path;
  });
  return candidates;
}

/// The files of one student, on their way into the class.
class Matcher {
 public:
  Matcher(const std::string& student, const WantedNames& wanted, ClassFolder& folder,
          NameReport& report)
      : student_(student), wanted_(wanted), folder_(folder), report_(report) {}

  void run(const std::vector<Candidate>& candidates, bool accept_likely) {
    for (const Candidate& candidate : candidates) {
      sort_in(candidate);
    }
    for (const auto& [name, meant] : likely_) {
      decide_likely(name, meant, accept_likely);
    }
    for (const auto& [name, candidate] : troubled_) {
      if (taken_.find(name) == taken_.end()) {
        note(name, fmt::format("{} {}.", name, candidate->piece.entry->trouble));
      }
    }
    if (hidden_ != nullptr) {
      doubt_the_rest();
    }
    explain_strays();
    list_unmatched();
  }

 private:
  /// What a folder that may not be listed holds is not missing: the machine keeps it from us.
  void doubt_the_rest() {
    for (const std::string& name : wanted_.names()) {
      if (taken_.find(name) == taken_.end()) {
        for (const course::Exercise* exercise : wanted_.exercises_for(name)) {
          SourceFile source{
              name,
              {},
              fmt::format("The folder that it may be in {}.", hidden_->piece.entry->trouble)};
          source.unreadable = true;
          folder_.submissions[{student_, exercise->id}].files.push_back(std::move(source));
        }
      }
    }
    ++report_.troubled;
  }

  void sort_in(const Candidate& candidate) {
    const Entry& entry = *candidate.piece.entry;
    const std::string& name = candidate.piece.name;
    if (!entry.trouble.empty()) {
      unmatched_.push_back({candidate.path, entry.trouble});
      hidden_ = entry.hides_others ? &candidate : hidden_;
      if (wanted_.has(name)) {
        troubled_.emplace(name, &candidate);
        ++report_.troubled;
      } else if (is_archive_name(name)) {
        folder_.people[student_].notes.push_back(
            fmt::format("{} {}.", to_utf8(name), entry.trouble));
      }
    } else if (wanted_.has(name)) {
      take_exact(candidate);
    } else if (const auto meant = wanted_.meant_by(name)) {
      likely_[*meant].push_back(&candidate);
    } else {
      const auto near = wanted_.near(name);
      unmatched_.push_back({candidate.path, reason_for(name, near)});
      strays_.emplace_back(name, near);
    }
  }

  /// The student should learn as well why something of theirs counts for nothing.
  void explain_strays() {
    std::vector<std::string>& notes = folder_.people[student_].notes;
    std::vector<std::string> nameless;
    for (const auto& [name, near] : strays_) {
      if (is_foreign_archive_name(name)) {
        notes.push_back(fmt::format("{} {}.", to_utf8(name), reason_for(name, near)));
      } else if (near && taken_.find(*near) == taken_.end()) {
        note(*near, fmt::format("{} was handed in. The exercise asks for {}: nothing was graded.",
                                to_utf8(name), *near));
      } else if (!near) {
        nameless.push_back(to_utf8(name));
      }
    }
    if (taken_.empty() && !nameless.empty()) {
      const std::size_t more = nameless.size() - std::min(nameless.size(), kMostNamed);
      nameless.resize(nameless.size() - more);
      notes.push_back(fmt::format("No exercise asks for a file called {}{}: nothing was graded.",
                                  fmt::join(nameless, " or "),
                                  more > 0 ? fmt::format(", nor for {} others", more) : ""));
    }
  }

  /// @param near the name that an exercise asks for and this one is close to.
  static std::string reason_for(const std::string& name, const std::optional<std::string>& near) {
    if (is_foreign_archive_name(name)) {
      return "is an archive of a kind that is not opened: hand in the files, or a zip";
    }
    return "no exercise asks for a file of this name" +
           (near ? fmt::format(" (did you mean {}?)", *near) : "");
  }

  void take_exact(const Candidate& candidate) {
    const std::string& name = candidate.piece.name;
    const auto [first, is_new] = taken_.emplace(name, &candidate);
    if (is_new) {
      take(candidate, name);
      return;
    }
    const Candidate& used = *first->second;
    const bool earlier =
        used.part != candidate.part || used.piece.version > candidate.piece.version;
    unmatched_.push_back(
        {candidate.path, fmt::format("{}{} was graded instead",
                                     earlier ? "is an earlier hand-in: " : "", used.path)});
    note(name, fmt::format("There are several files named {}; {} was graded.", name, used.path));
    if (earlier) {
      remember(candidate, name);
    } else if (is_a_toss(used, candidate) && read_source(*used.piece.entry, name).bytes !=
                                                 read_source(*candidate.piece.entry, name).bytes) {
      report_.doubled.push_back(fmt::format("{}, not {}", used.path, candidate.path));
    }
  }

  /// For the history of attempts.
  void remember(const Candidate& candidate, const std::string& name) {
    for (const course::Exercise* exercise : wanted_.exercises_for(name)) {
      EarlierHandin handin{candidate.path, {}, candidate.time};
      if (exercise->files.size() == 1) {
        handin.hash = submission_of({read_source(*candidate.piece.entry, name)}).hash;
      }
      folder_.submissions[{student_, exercise->id}].earlier.push_back(std::move(handin));
    }
  }

  void take(const Candidate& candidate, const std::string& name) {
    for (const course::Exercise* exercise : wanted_.exercises_for(name)) {
      Submission& submission = folder_.submissions[{student_, exercise->id}];
      submission.files.push_back(read_source(*candidate.piece.entry, name));
      if (candidate.time &&
          (!submission.submitted_at || *submission.submitted_at < *candidate.time)) {
        submission.submitted_at = candidate.time;
      }
      const std::vector<std::string>& notes = candidate.handin->notes;
      submission.notes.insert(submission.notes.end(), notes.begin(), notes.end());
    }
    if (!candidate.piece.entry->remark.empty()) {
      note(name, candidate.piece.entry->remark);
    }
  }

  void note(const std::string& name, const std::string& text) {
    for (const course::Exercise* exercise : wanted_.exercises_for(name)) {
      folder_.submissions[{student_, exercise->id}].notes.push_back(text);
    }
  }

  /// Files that are not called `name`, but were probably meant to be.
  void decide_likely(const std::string& name, const std::vector<const Candidate*>& meant,
                     bool accept) {
    const auto exact = taken_.find(name);
    if (exact != taken_.end()) {
      for (const Candidate* candidate : meant) {
        unmatched_.push_back(
            {candidate->path, fmt::format("{} was graded instead", exact->second->path)});
      }
      return;
    }
    const std::vector<const Candidate*> different = different_ones(meant);
    if (different.size() > 1) {
      ask(name, different);
      return;
    }
    const Candidate& only = *different.front();
    if (!accept) {
      report_.proposed.push_back(fmt::format("{} is probably {}", only.path, name));
      unmatched_.push_back(
          {only.path, fmt::format("no exercise asks for a file of this name (did you mean {}? "
                                  "--accept-likely-names takes it for that)",
                                  name)});
      note(name, fmt::format("{} was handed in. The exercise asks for {}: nothing was graded.",
                             only.piece.name, name));
      return;
    }
    taken_.emplace(name, &only);
    report_.taken.push_back(fmt::format("{} is graded as {}", only.path, name));
    take(only, name);
    note(name, fmt::format("{}{}{}.", only.piece.name, kGradedAs, name));
  }

  /// One of each content. Where two have the same name one is a later version of the other.
  std::vector<const Candidate*> different_ones(const std::vector<const Candidate*>& meant) {
    std::vector<const Candidate*> different;
    std::map<std::string, const Candidate*> names;
    std::vector<std::string> contents;
    for (const Candidate* candidate : meant) {
      const auto [known, is_new] = names.emplace(candidate->piece.name, candidate);
      const std::string bytes = read_source(*candidate->piece.entry, "").bytes;
      if (!is_new || std::find(contents.begin(), contents.end(), bytes) != contents.end()) {
        const Candidate& used = is_new ? *different.front() : *known->second;
        unmatched_.push_back({candidate->path, fmt::format("{} counts instead", used.path)});
        continue;
      }
      contents.push_back(bytes);
      different.push_back(candidate);
    }
    return different;
  }

  void ask(const std::string& name, const std::vector<const Candidate*>& candidates) {
    std::string paths;
    for (const Candidate* candidate : candidates) {
      paths += (paths.empty() ? "" : ", ") + candidate->path;
    }
    report_.asked.push_back(fmt::format("{} may be each of these: {}", name, paths));
    for (const Candidate* candidate : candidates) {
      unmatched_.push_back(
          {candidate->path,
           fmt::format("may be {}, but so may others: rename the one that counts", name)});
    }
    note(name, fmt::format("Several files may be {}: {}. Nothing was graded: hand in the one that "
                           "counts under that name.",
                           name, paths));
  }

  void list_unmatched() {
    std::sort(unmatched_.begin(), unmatched_.end(),
              [](const UnmatchedFile& a, const UnmatchedFile& b) {
                return std::pair(a.path, a.reason) < std::pair(b.path, b.reason);
              });
    const std::size_t listed = std::min(unmatched_.size(), kMostListed);
    folder_.unmatched.insert(folder_.unmatched.end(), unmatched_.begin(),
                             unmatched_.begin() + static_cast<std::ptrdiff_t>(listed));
    if (listed < unmatched_.size()) {
      folder_.unmatched.push_back(
          {student_, fmt::format("handed in {} more files that are not listed one by one",
                                 unmatched_.size() - listed)});
    }
  }

  const std::string& student_;
  const WantedNames& wanted_;
  ClassFolder& folder_;
  NameReport& report_;
  std::map<std::string, const Candidate*> taken_;
  std::map<std::string, const Candidate*> troubled_;
  const Candidate* hidden_ = nullptr;  ///< a folder that may not be listed
  std::map<std::string, std::vector<const Candidate*>> likely_;
  std::vector<UnmatchedFile> unmatched_;
  /// Names that no exercise asks for, each with the one that it is close to.
  std::vector<std::pair<std::string, std::optional<std::string>>> strays_;
};

}  // namespace

void match_files(const std::string& student, const std::vector<Part>& parts,
                 const WantedNames& wanted, bool accept_likely, ClassFolder& folder,
                 NameReport& report) {
  for (const Part& part : parts) {
    const std::vector<std::string>& asides = part.handin->asides;
    std::vector<std::string>& notes = folder.people[student].notes;
    notes.insert(notes.end(), asides.begin(), asides.end());
  }
  const std::vector<Candidate> candidates = candidates_of(parts);
  Matcher(student, wanted, folder, report).run(candidates, accept_likely);
}

void finish_submissions(const course::Course& course, ClassFolder& folder) {
  for (auto& [key, submission] : folder.submissions) {
    const std::vector<std::string>& order = course.find(key.second)->files;
    const auto rank = [&](const SourceFile& file) {
      return std::find(order.begin(), order.end(), file.name) - order.begin();
    };
    std::sort(submission.files.begin(), submission.files.end(),
              [&](const SourceFile& a, const SourceFile& b) { return rank(a) < rank(b); });
    std::vector<std::string> once;
    for (std::string& note : submission.notes) {
      if (std::find(once.begin(), once.end(), note) == once.end()) {
        once.push_back(std::move(note));
      }
    }
    submission.notes = std::move(once);
    submission.hash = hash_of(submission);
  }
  std::sort(folder.unmatched.begin(), folder.unmatched.end(),
            [](const UnmatchedFile& a, const UnmatchedFile& b) {
              return std::pair(a.path, a.reason) < std::pair(b.path, b.reason);
            });
}

}  // namespace warpschool::grader::intake
