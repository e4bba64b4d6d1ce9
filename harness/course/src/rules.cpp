// Checks rules over more than one field of course.yaml.
#include "rules.hpp"

#include "suggest.hpp"
#include "taken_words.hpp"
#include "units.hpp"

#include <algorithm>
#include <set>

namespace warpschool::course {
namespace {

constexpr std::size_t kLongestId = 32;

/// Test and target names of the build that an exercise must not take.
bool is_reserved(const std::string& id) {
  return id == "framework" || id == "course";
}

std::string lower_cased(std::string_view text) {
  std::string lowered;
  for (const char c : text) {
    const bool upper = c >= 'A' && c <= 'Z';
    lowered += upper ? static_cast<char>(c - 'A' + 'a') : (c == '-' || c == ' ' ? '_' : c);
  }
  return lowered;
}

std::string suggestion(std::string_view text) {
  const std::string lowered = lower_cased(text);
  return is_lower_case_name(lowered) ? "did you mean '" + lowered + "'?" : "";
}

void check_kind(Kind kind, bool has_rules, const Exercise& exercise, const Fields& fields) {
  const std::string name = to_string(kind);
  const bool has_points = exercise.points.of(kind) > 0;
  if (has_points && !has_rules && !fields.has(name)) {
    fields.complain(
        "points", fields.what() + " gives points for " + name + " but has no '" + name + "' rules",
        "add " + name + ": [...] or take the points away");
  }
  if (!has_points && has_rules) {
    fields.complain(name, fields.what() + " has '" + name + "' rules but no points for them",
                    "add points: {" + name + ": ...} or take the rules away");
  }
}

/// A module file such as harness.cpp is the course's: a submission must not bring its own.
void check_files(const Exercise& exercise, const Fields& fields) {
  const std::set<std::string> ours = {"harness.cpp", kHiddenHarness, "reference.cu",
                                      "reference.cpp", exercise.id + ".hpp"};
  std::set<std::string> seen;
  bool has_source = false;
  for (const std::string& file : exercise.files) {
    const std::string ending = file.substr(std::min(file.find_last_of('.'), file.size()));
    has_source = has_source || ending == ".cu";
    if (!is_plain_file_name(file)) {
      fields.complain("files", "file name " + in_quotes(file) +
                                   " must be letters, digits, '.', '-' and '_' only");
    } else if (ours.count(file) > 0) {
      fields.complain("files",
                      in_quotes(file) + " belongs to the exercise and cannot be submitted");
    } else if (!seen.insert(file).second) {
      fields.complain("files", in_quotes(file) + " appears twice in 'files'");
    }
  }
  if (!has_source) {
    fields.complain("files", "'files' of " + fields.what() + " must name at least one .cu file");
  }
}

}  // namespace

std::optional<IdProblem> problem_with_id(const std::string& id) {
  const std::string named = "id " + in_quotes(id);
  if (!is_lower_case_name(id)) {
    return IdProblem{named + " must be lower_case letters, digits and underscores", suggestion(id)};
  }
  if (id.size() > kLongestId) {
    return IdProblem{named + " has " + std::to_string(id.size()) + " characters; at most " +
                         std::to_string(kLongestId) + " are allowed",
                     ""};
  }
  if (is_reserved(id)) {
    return IdProblem{named + " is taken by the build itself", ""};
  }
  if (is_word_of_cpp(id)) {
    return IdProblem{named + " is a word of C++: no function can be called so",
                     "add a word, as in '" + id + "_on_gpu'"};
  }
  return std::nullopt;
}

bool check_exercise_id(const Text& id, Complaints& complaints) {
  const std::optional<IdProblem> problem = problem_with_id(id.value);
  if (problem) {
    complaints.add(id.mark, problem->message, problem->help);
  }
  return !problem;
}

bool check_module_id(const Text& id, Complaints& complaints) {
  const std::size_t underscore = std::min(id.value.find('_'), id.value.size());
  const std::optional<std::uint64_t> number =
      parse_count(std::string_view(id.value).substr(0, underscore));
  const bool numbered = number && *number > 0 && *number < 100 && id.value.front() != '0';
  if (!numbered || underscore == id.value.size() ||
      !is_lower_case_name(std::string_view(id.value).substr(underscore + 1))) {
    complaints.add(id.mark, "module id " + in_quotes(id.value) +
                                " must be <number>_<lower_case_name>, such as 5_reductions");
    return false;
  }
  if (id.value.size() > kLongestId) {
    complaints.add(id.mark, "module id " + in_quotes(id.value) + " has more than " +
                                std::to_string(kLongestId) + " characters");
    return false;
  }
  return true;
}

void check_exercise(const Exercise& exercise, const Fields& fields) {
  if (fields.node("points").IsMap() && exercise.points.total() <= 0) {
    fields.complain("points", fields.what() + " has no points to win");
  }
  check_kind(Kind::kTiming, !exercise.timing.empty(), exercise, fields);
  check_kind(Kind::kCounters, !exercise.counters.empty(), exercise, fields);
  std::set<int> timed;
  for (const TimingRule& rule : exercise.timing) {
    if (!timed.insert(rule.task).second) {
      fields.complain("timing",
                      fields.what() + " has two timing rules for task " + std::to_string(rule.task),
                      "give each its own 'task'");
    }
  }
  if (timed.size() > 1 && timed.count(0) > 0) {
    fields.complain("timing",
                    fields.what() + " has several timing rules; each must name its 'task'");
  }
  std::set<std::pair<int, std::string>> counted;
  for (const CounterRule& rule : exercise.counters) {
    if (!rule.name.empty() && !counted.emplace(rule.task, rule.name).second) {
      const std::string of_task = rule.task == 0 ? "" : " in task " + std::to_string(rule.task);
      fields.complaints().add(
          rule.name_place,
          fields.what() + " has two counter rules for " + in_quotes(rule.name) + of_task,
          "write one, with its 'min' and 'max'");
    }
  }
  if (!exercise.id.empty()) {  // without an id the default file has no name either
    check_files(exercise, fields);
  }
}

void Names::add_module(const Text& id) {
  const auto [entry, is_new] = modules_.emplace(id.value, id.mark.line + 1);
  if (!is_new) {
    complaints_->add(id.mark, "module " + in_quotes(id.value) + " is already defined in line " +
                                  std::to_string(entry->second));
    return;
  }
  const std::uint64_t number = parse_count(id.value.substr(0, id.value.find('_'))).value_or(0);
  if (number <= last_module_number_) {
    complaints_->add(id.mark,
                     "module " + in_quotes(id.value) + " follows module number " +
                         std::to_string(last_module_number_),
                     "number modules in the order of the course");
  }
  last_module_number_ = number;
}

void Names::add_exercise(const Text& id, std::vector<Text> needs) {
  const auto [first, is_new] = first_.emplace(id.value, entries_.size());
  if (!is_new) {
    complaints_->add(id.mark,
                     "exercise " + in_quotes(id.value) + " is already defined in line " +
                         std::to_string(entries_[first->second].id.mark.line + 1),
                     "ids are unique over the whole course");
  }
  entries_.push_back({id, std::move(needs)});
}

void Names::add_files(const Exercise& exercise) {
  for (const std::string& file : std::set(exercise.files.begin(), exercise.files.end())) {
    const auto [owner, is_new] = files_.emplace(file, exercise.id);
    if (!is_new && owner->second != exercise.id) {
      complaints_->add(exercise.files_place,
                       "exercise " + in_quotes(exercise.id) + " asks for " + in_quotes(file) +
                           ", which exercise " + in_quotes(owner->second) + " asks for already",
                       "a submitted file is told by its name: give it another");
    }
  }
}

void Names::check_needs() const {
  for (std::size_t entry = 0; entry < entries_.size(); ++entry) {
    std::set<std::string> seen;
    for (const Text& need : entries_[entry].needs) {
      if (!seen.insert(need.value).second) {
        complaints_->add(need.mark, in_quotes(need.value) + " appears twice in 'needs'");
      } else {
        check_need(entry, need);
      }
    }
  }
}

void Names::check_need(std::size_t entry, const Text& need) const {
  const Text& id = entries_[entry].id;
  const auto found = first_.find(need.value);
  if (found == first_.end()) {
    std::vector<std::string> known;
    known.reserve(first_.size());
    for (const auto& [name, first] : first_) {
      known.push_back(name);
    }
    const std::string near = nearest(need.value, known);
    complaints_->add(need.mark,
                     in_quotes(id.value) + " needs " + in_quotes(need.value) +
                         ", which is no exercise of the course",
                     near.empty() ? "" : "did you mean '" + near + "'?");
  } else if (need.value == id.value) {
    complaints_->add(need.mark, in_quotes(id.value) + " needs itself");
  } else if (found->second > entry) {
    complaints_->add(need.mark,
                     in_quotes(id.value) + " needs " + in_quotes(need.value) +
                         ", which comes later (line " +
                         std::to_string(entries_[found->second].id.mark.line + 1) + ")",
                     "a prerequisite must come before what needs it");
  }
}

}  // namespace warpschool::course
