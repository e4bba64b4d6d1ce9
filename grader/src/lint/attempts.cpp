// Attacks and mutants as submissions, and what their verdicts say about the exercise.
#include "lint/attacks.hpp"
#include "lint/lint.hpp"
#include "lint/mutations.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExcuses = "excused.yaml";
constexpr std::string_view kCachedAnswer = "cached_answer";

const Trial* model_answer_among(const std::vector<Trial>& trials,
                                const course::Exercise& exercise) {
  for (const Trial& trial : trials) {
    if (trial.exercise == &exercise && trial.role == Trial::Role::kModelAnswer) {
      return &trial;
    }
  }
  return nullptr;
}

Trial attempt(Trial::Role role, const Trial& base, std::size_t file, std::string text) {
  Trial trial;
  trial.exercise = base.exercise;
  trial.role = role;
  trial.name = base.name;
  std::vector<SourceFile> files = base.submission.files;
  files.at(file).bytes = std::move(text);
  trial.submission = submission_of(std::move(files));
  trial.manner.until_lost = true;
  return trial;
}

Trial attack(const Trial& base, std::size_t file, std::string text, std::string name,
             std::string what) {
  Trial trial = attempt(Trial::Role::kAttack, base, file, std::move(text));
  trial.attack = std::move(name);
  trial.what = std::move(what);
  return trial;
}

/// The file of the model answer that launches kernels, or the first.
std::size_t main_file(const Trial& answer) {
  const std::vector<SourceFile>& files = answer.submission.files;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].bytes.find("<<<") != std::string::npos) {
      return i;
    }
  }
  return 0;
}

/// The reference in the place of all files.
std::optional<Trial> reference_attack(const ExerciseFolders& folders, const Trial& answer) {
  std::error_code failure;
  for (const char* name : {"reference.cu", "reference.cpp"}) {
    const fs::path file = folders.exercise / name;
    if (!fs::is_regular_file(file, failure)) {
      continue;
    }
    Trial trial = attack(answer, 0, read_file(file), "reference", "is the reference");
    std::vector<SourceFile> files = trial.submission.files;
    for (std::size_t i = 1; i < files.size(); ++i) {
      files[i].bytes = "// Everything is in the first file.\n";
    }
    trial.submission = submission_of(std::move(files));
    trial.name = file.lexically_relative(folders.root).generic_string();
    return trial;
  }
  return std::nullopt;
}

/// Near misses that lose by counters or time: idle kernels beside them must not water that down,
/// nor idle blocks of their own kernels.
void add_diluted(const std::vector<Trial>& trials, const course::Exercise& exercise,
                 std::vector<Trial>& attacks) {
  for (const Trial& trial : trials) {
    const bool loses_marks =
        trial.expected == Verdict::kCounters || trial.expected == Verdict::kSlow;
    if (trial.exercise != &exercise || trial.role != Trial::Role::kNearMiss || !loses_marks) {
      continue;
    }
    const std::size_t file = main_file(trial);
    const std::string name = fs::path(trial.name).stem().string();
    const std::string& bytes = trial.submission.files[file].bytes;
    if (const auto text = with_idle_kernels(bytes)) {
      attacks.push_back(attack(trial, file, *text, "idle_kernel_beside_" + name,
                               "hides this near miss behind an idle kernel"));
    }
    if (const auto text = with_idle_blocks(bytes)) {
      attacks.push_back(attack(trial, file, *text, "idle_blocks_beside_" + name,
                               "hides this near miss among idle blocks"));
    }
  }
}

Result<std::vector<course::Excuse>> excuses_in(const fs::path& file, const fs::path& root) {
  std::error_code failure;
  if (!fs::is_regular_file(file, failure)) {
    return std::vector<course::Excuse>{};
  }
  return course::parse_excuses(read_file(file), file.lexically_relative(root).generic_string());
}

bool speaks_for(const course::Excuse& excuse, const Trial& trial) {
  return trial.role == Trial::Role::kAttack
             ? excuse.attack == trial.attack
             : excuse.line == trial.mutated_line && excuse.change == trial.change;
}

/// Which excuses have spoken.
class ExcuseBook {
 public:
  explicit ExcuseBook(const std::vector<course::Excuse>& excuses)
      : excuses_(excuses), spoken_(excuses.size(), 0), needed_(excuses.size(), false) {}

  /// Whether one speaks for this trial, which got full marks.
  bool excuses(const Trial& trial) {
    for (std::size_t k = 0; k < excuses_.size(); ++k) {
      if (spoken_[k] < excuses_[k].times && speaks_for(excuses_[k], trial)) {
        ++spoken_[k];
        needed_[k] = true;
        return true;
      }
    }
    return false;
  }

  /// The compiler has made the model answer's code of this trial: it is no other program. Another
  /// compiler may not, so that an excuse for it is none too many.
  void note(const Trial& trial) {
    for (std::size_t k = 0; k < excuses_.size(); ++k) {
      needed_[k] = needed_[k] || speaks_for(excuses_[k], trial);
    }
  }

  /// Where those stand that nothing needed; for mutants only if all of these were tried.
  std::vector<course::Place> needless(bool has_mutants) const {
    std::vector<course::Place> places;
    for (std::size_t k = 0; k < excuses_.size(); ++k) {
      const bool is_own = excuses_[k].place.line > 0;
      if (!needed_[k] && is_own && (has_mutants || !excuses_[k].attack.empty())) {
        places.push_back(excuses_[k].place);
      }
    }
    return places;
  }

 private:
  const std::vector<course::Excuse>& excuses_;
  std::vector<std::uint64_t> spoken_;  ///< how often each did
  std::vector<bool> needed_;
};

Diagnostic finding_of(const Trial& trial) {
  if (trial.role == Trial::Role::kAttack) {
    return {
        trial.name, 0, 0,
        fmt::format("attack {}: a submission that {} gets full marks", trial.attack, trial.what),
        fmt::format("a check or a rule must see it, or excused.yaml must say why not: - {{attack: "
                    "{}, why: ...}}",
                    trial.attack)};
  }
  std::string line;
  for (const char c : trial.mutated_line) {
    line += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  }
  return {
      trial.name, trial.line, trial.column,
      fmt::format("mutation: {} gets full marks", trial.change),
      fmt::format("a check must see it, or excused.yaml must say why not: - {{mutation: \"{}\", "
                  "change: \"{}\", why: ...}}",
                  line, trial.change)};
}

}  // namespace

std::vector<Trial> attacks_of(const ExerciseFolders& folders, const course::Exercise& exercise,
                              const std::vector<Trial>& trials,
                              std::vector<std::string>& not_made) {
  std::vector<Trial> attacks;
  const Trial* answer = model_answer_among(trials, exercise);
  if (answer == nullptr) {
    return attacks;
  }
  if (auto reference = reference_attack(folders, *answer)) {
    attacks.push_back(std::move(*reference));
  }
  std::error_code failure;
  const fs::path header = folders.exercise / (exercise.id + ".hpp");
  const std::string interface = fs::is_regular_file(header, failure) ? read_file(header) : "";
  const std::size_t file = main_file(*answer);
  for (Attack& made : attacks_on(answer->submission.files[file].bytes, interface)) {
    if (made.text) {
      attacks.push_back(attack(*answer, file, std::move(*made.text), made.name, made.what));
    } else {
      not_made.push_back(made.name);
    }
  }
  add_diluted(trials, exercise, attacks);
  return attacks;
}

std::optional<Trial> repetition_probe(const Trial& attack) {
  if (attack.attack != kCachedAnswer) {
    return std::nullopt;
  }
  std::vector<SourceFile> files = attack.submission.files;
  const std::size_t file = main_file(attack);
  files[file].bytes = kRepetitionIsFatal + files[file].bytes;
  Trial probe = attack;
  probe.submission = submission_of(std::move(files));
  return probe;
}

std::vector<Trial> mutants_of(const ExerciseFolders& folders, const course::Exercise& exercise,
                              const std::vector<Trial>& trials, std::size_t most) {
  std::vector<Trial> mutants;
  const Trial* answer = model_answer_among(trials, exercise);
  if (answer == nullptr) {
    return mutants;
  }
  const std::vector<SourceFile>& files = answer->submission.files;
  const std::size_t share = (most + files.size() - 1) / files.size();
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::vector<Mutation> mutations = mutations_of(files[i].bytes);
    for (const Mutation& mutation : most == 0 ? mutations : chosen_of(mutations, share)) {
      Trial trial = attempt(Trial::Role::kMutant, *answer, i, mutated(files[i].bytes, mutation));
      trial.name =
          (folders.solution / files[i].name).lexically_relative(folders.root).generic_string();
      trial.line = mutation.line;
      trial.column = mutation.column;
      trial.mutated_line = mutation.line_text;
      trial.change = mutation.change();
      mutants.push_back(std::move(trial));
    }
  }
  return mutants;
}

Result<std::vector<course::Excuse>> excuses_of(const ExerciseFolders& folders) {
  auto general = excuses_in(folders.root / "solutions" / kExcuses, folders.root);
  auto own = excuses_in(folders.solution / kExcuses, folders.root);
  if (!general || !own) {
    return general ? own : general;
  }
  for (course::Excuse& excuse : *general) {
    excuse.place = {};  // no exercise has to need it
    own->push_back(std::move(excuse));
  }
  return own;
}

Diagnostics judge_attempts(const ExerciseFolders& folders,
                           const std::vector<course::Excuse>& excuses,
                           const std::vector<Trial>& trials, const std::vector<JobReport>& reports,
                           bool has_mutants) {
  Diagnostics findings;
  ExcuseBook book(excuses);
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const JobReport& report = reports[i];
    if (report.known_module) {
      book.note(trials[i]);
    } else if (report.result.status == Verdict::kInternalError) {
      findings.push_back(
          {trials[i].name, trials[i].line, trials[i].column,
           fmt::format("{} could not be graded",
                       trials[i].attack.empty() ? trials[i].change : trials[i].attack),
           report.result.notes.empty() ? "" : report.result.notes.back()});
    } else if (report.result.status == Verdict::kPassed && !book.excuses(trials[i])) {
      findings.push_back(finding_of(trials[i]));
    }
  }
  for (const course::Place& place : book.needless(has_mutants)) {
    findings.push_back(
        {(folders.solution / kExcuses).lexically_relative(folders.root).generic_string(),
         place.line, place.column,
         "nothing needs this excuse: what it is for gets no full marks, or is no more",
         "take it out"});
  }
  return findings;
}

}  // namespace warpschool::grader
