// Makes classes for the benchmark of the grader: submissions of any number of students from what
// the course has, and a store of any size from a smaller one that was really graded.
//
//   class_bench make COURSE.YAML STUDENTS DIR    DIR/student_001/vector_add.cu ...
//   class_bench fill FROM STUDENTS TO            TO/grades.sqlite from FROM/grades.sqlite
//
// The same numbers give the same bytes.
#include "lint/lint.hpp"
#include "store/class_roster.hpp"
#include "store/kept_rules.hpp"
#include "support/files.hpp"
#include "support/sha256.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <map>
#include <set>
#include <stdexcept>

namespace {

using namespace warpschool;
using namespace warpschool::grader;
namespace fs = std::filesystem;

/// Numbers that follow from words alone.
std::uint64_t number_of(const std::string& words) {
  return std::stoull(sha256(words).substr(0, 15), nullptr, 16);
}

std::string student_name(std::size_t number) {
  return fmt::format("student_{:03}", number + 1);
}

/// What a class hands in, in percent: most of it right, some of it untouched, the rest wrong in the
/// ways that the course knows.
enum class Share : std::uint8_t {
  kMissing,
  kStub,
  kCopy,
  kOwn,
  kVariant,
  kNearMiss,
  kMutant,
  kBroken
};

Share share_of(std::uint64_t number) {
  const auto per_mille = static_cast<unsigned>(number % 1000);
  constexpr std::pair<unsigned, Share> kBounds[] = {
      {60, Share::kMissing},  {180, Share::kStub},     {240, Share::kCopy},  {560, Share::kOwn},
      {680, Share::kVariant}, {880, Share::kNearMiss}, {970, Share::kMutant}};
  for (const auto& [bound, share] : kBounds) {
    if (per_mille < bound) {
      return share;
    }
  }
  return Share::kBroken;
}

/// What runs for ever.
enum class Endless : std::uint8_t { kHostCode, kKernel, kCalls, kLaunches };
constexpr std::size_t kKindsOfEndless = 4;

/// In a class of 300 sixteen works, spread over students and exercises. `place` is the number of a
/// work in a class of `places`.
std::optional<Endless> endless_at(std::size_t place, std::size_t places, std::size_t students) {
  constexpr std::size_t kOf300 = 16;
  const std::size_t count = std::max<std::size_t>(1, students * kOf300 / 300);
  const std::size_t before = place * count / places;
  if (before == (place + 1) * count / places) {
    return std::nullopt;
  }
  return static_cast<Endless>(before % kKindsOfEndless);
}

/// All that the course has for one exercise.
struct Stock {
  const course::Exercise* exercise;
  std::vector<const Trial*> of(Trial::Role role) const {
    std::vector<const Trial*> chosen;
    for (const Trial& trial : trials) {
      if (trial.role == role) {
        chosen.push_back(&trial);
      }
    }
    return chosen;
  }
  std::vector<Trial> trials;
};

Stock stock_of(const fs::path& root, const course::Exercise& exercise) {
  const ExerciseFolders folders = folders_of(root, exercise);
  Stock stock{&exercise, trials_of(folders, exercise)};
  constexpr std::size_t kMutants = 24;
  for (Trial& mutant : mutants_of(folders, exercise, stock.trials, kMutants)) {
    stock.trials.push_back(std::move(mutant));
  }
  return stock;
}

/// Other bytes, the same program: a name, a comment, blanks at the ends of some lines.
std::string made_own(const std::string& text, const std::string& student, std::uint64_t number) {
  std::string own = fmt::format("// {}, week {}\n", student, number % 12 + 1);
  std::size_t line = 0;
  for (const char c : text) {
    if (c == '\n' && (++line + number) % 7 == 0) {
      own += own.back() == '\\' ? "" : "  ";
    }
    own += c;
  }
  return own;
}

/// Puts `line` into the first function behind `word`, and `before` before that. Nothing where there
/// is none.
std::optional<std::string> put_into(const std::string& text, const char* word,
                                    const std::string& line, const std::string& before = {}) {
  const std::size_t at = text.find(word);
  const std::size_t open = at == std::string::npos ? at : text.find("{\n", at);
  if (open == std::string::npos) {
    return std::nullopt;
  }
  std::string changed = text;
  changed.insert(open + 2, line);
  return changed.insert(at, before);
}

std::optional<std::string> made_endless(const std::string& text, Endless kind) {
  constexpr const char* kKernel = "__global__";
  constexpr const char* kCalled = "extern \"C\"";
  const std::string loop = "  for (volatile int turn = 0; turn < 1; turn = 0) {";
  switch (kind) {
    case Endless::kHostCode:
      return put_into(text, kCalled, loop + "\n  }\n");
    case Endless::kKernel:
      return put_into(text, kKernel, loop + "\n  }\n");
    case Endless::kCalls:
      return put_into(text, kCalled, loop + " cudaGetLastError(); }\n");
    case Endless::kLaunches:
      break;
  }
  return put_into(text, kCalled, loop + " for_ever<<<1, 32>>>(); }\n",
                  "__global__ void for_ever() {}\n\n");
}

std::string made_broken(std::string text) {
  const std::size_t at = text.rfind(';');
  return at == std::string::npos ? text + "}" : text.erase(at, 1);
}

/// False: none of the files has a place for it.
bool hand_in_endless(const Stock& stock, Endless kind, const fs::path& folder) {
  const std::vector<const Trial*> answers = stock.of(Trial::Role::kModelAnswer);
  if (answers.empty()) {
    return false;
  }
  bool done = false;
  for (const SourceFile& file : answers.front()->submission.files) {
    const auto endless = done ? std::nullopt : made_endless(file.bytes, kind);
    done = done || endless;
    write_file(folder / file.name, endless.value_or(file.bytes));
  }
  return done;
}

void hand_in(const Stock& stock, const std::string& student, const fs::path& folder) {
  const std::uint64_t number = number_of(student + " " + stock.exercise->id);
  const Share share = share_of(number);
  const std::map<Share, Trial::Role> roles{{Share::kStub, Trial::Role::kStub},
                                           {Share::kVariant, Trial::Role::kVariant},
                                           {Share::kNearMiss, Trial::Role::kNearMiss},
                                           {Share::kMutant, Trial::Role::kMutant}};
  const auto role = roles.find(share);
  std::vector<const Trial*> chosen =
      stock.of(role == roles.end() ? Trial::Role::kModelAnswer : role->second);
  if (chosen.empty()) {
    chosen = stock.of(Trial::Role::kModelAnswer);
  }
  if (share == Share::kMissing || chosen.empty()) {
    return;
  }
  const Trial& trial = *chosen[number / 1000 % chosen.size()];
  bool first = true;
  for (const SourceFile& file : trial.submission.files) {
    std::string text = file.bytes;
    text = first && share == Share::kBroken ? made_broken(text) : text;
    const bool as_it_is = share == Share::kStub || share == Share::kCopy;
    write_file(folder / file.name, as_it_is ? text : made_own(text, student, number));
    first = false;
  }
}

int make(const fs::path& course_file, std::size_t students, const fs::path& folder) {
  const auto course = course::load_with_exercises(course_file);
  if (!course) {
    throw std::runtime_error(to_string(course.diagnostics().front()));
  }
  const auto exercises = course->exercises();
  for (std::size_t column = 0; column < exercises.size(); ++column) {
    const Stock stock = stock_of(course_file.parent_path(), *exercises[column]);
    for (std::size_t i = 0; i < students; ++i) {
      const fs::path own = folder / student_name(i);
      const auto endless =
          endless_at(i * exercises.size() + column, students * exercises.size(), students);
      if (!endless || !hand_in_endless(stock, *endless, own)) {
        hand_in(stock, student_name(i), own);
      }
    }
  }
  return 0;
}

/// Student i of the big class is student i modulo m of the small one, with files of their own
/// unless they were equal to somebody's.
class Filler {
 public:
  Filler(const fs::path& from, const fs::path& to)
      : from_(from / "grades.sqlite"), to_(to / "grades.sqlite") {
    roster_ = roll_from(from_.fact("roster").value());
    for (const Attempt& attempt : from_.attempts("")) {
      work_of_[{attempt.key.student, attempt.key.exercise}] =
          attempt.same_as == 0 ? attempt.number : attempt.same_as;
      if (attempt.same_as != 0) {
        shared_.insert(attempt.same_as);
      }
    }
    drop_unfinished();
  }

  void fill(std::size_t students) {
    ClassRoster big = roster_;
    big.students.clear();
    big.entries.clear();
    const std::size_t columns = roster_.exercises.size();
    for (std::size_t i = 0; i < students; ++i) {
      big.students.push_back(student_name(i));
      for (std::size_t j = 0; j < columns; ++j) {
        big.entries.push_back(add(roster_.entries[i % roster_.students.size() * columns + j], i));
      }
    }
    to_.set_fact("roster", to_text(big));
    KeptRules kept = kept_rules(from_);
    kept.handed_in.clear();
    keep_rules(to_, kept);
  }

 private:
  /// Where the time was up before all were judged, the others stand for these.
  void drop_unfinished() {
    const std::size_t columns = roster_.exercises.size();
    ClassRoster whole = roster_;
    whole.students.clear();
    whole.entries.clear();
    for (std::size_t i = 0; i < roster_.students.size(); ++i) {
      const auto begin = roster_.entries.begin() + static_cast<std::ptrdiff_t>(i * columns);
      const auto end = begin + static_cast<std::ptrdiff_t>(columns);
      if (std::all_of(begin, end, [&](const RollEntry& entry) {
            return entry.missing || from_.status(entry.key);
          })) {
        whole.students.push_back(roster_.students[i]);
        whole.entries.insert(whole.entries.end(), begin, end);
      }
    }
    if (whole.students.empty()) {
      throw std::runtime_error("nobody's work is all judged");
    }
    roster_ = whole;
  }

  RollEntry add(const RollEntry& small, std::size_t student) {
    RollEntry entry = small;
    entry.key.student = student_name(student);
    const auto stored = from_.find(small.key);
    if (!stored) {
      return entry;
    }
    const std::int64_t work = work_of_.at({small.key.student, small.key.exercise});
    const EqualWork own{entry.key, "", stored->result.command, stored->result.log};
    const auto known = added_.find(work);
    if (shared_.count(work) != 0 && known != added_.end()) {
      to_.share({{known->second, own}});
      return entry;
    }
    if (shared_.count(work) == 0 && student >= roster_.students.size()) {
      entry.key.files = sha256(entry.key.files + entry.key.student);
    }
    added_[work] = to_.add(entry.key, *stored);
    return entry;
  }

  Store from_, to_;
  ClassRoster roster_;
  std::map<std::pair<std::string, std::string>, std::int64_t> work_of_;
  std::set<std::int64_t> shared_;               ///< attempts that several students have
  std::map<std::int64_t, std::int64_t> added_;  ///< attempt of the small store -> of the big one
};

int run(const std::vector<std::string>& words) {
  const bool good = words.size() == 5;
  const std::size_t students = good ? std::stoul(words[3]) : 0;
  if (good && words[1] == "make") {
    return make(words[2], students, words[4]);
  }
  if (good && words[1] == "fill") {
    fs::create_directories(words[4]);
    Filler(words[2], words[4]).fill(students);
    return 0;
  }
  std::fprintf(
      stderr,
      "usage: class_bench make COURSE.YAML STUDENTS DIR | class_bench fill FROM STUDENTS TO\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv, argv + argc});
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "class_bench: %s\n", problem.what());
    return 1;
  }
}
