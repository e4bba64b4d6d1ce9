// Knows the names that exercises ask for and guesses at misspelt ones.
#include "intake/wanted.hpp"

#include "intake/foreign_names.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <array>

namespace warpschool::grader::intake {
namespace {

struct Split {
  std::string stem;
  std::string suffix;  ///< with its dot
};

Split split_name(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 ? Split{name, ""}
                                              : Split{name.substr(0, dot), name.substr(dot)};
}

bool take_off_end(std::string& text, std::string_view end) {
  if (text.size() <= end.size() || text.compare(text.size() - end.size(), end.size(), end) != 0) {
    return false;
  }
  text = trimmed(text.substr(0, text.size() - end.size()));
  return true;
}

/// "(1)" or, with `open` '-', "-1" at the end: at most two digits.
bool take_off_number(std::string& stem, char open, std::string_view close) {
  std::string rest = stem;
  if (!close.empty() && !take_off_end(rest, close)) {
    return false;
  }
  const std::size_t digits = rest.find_last_not_of("0123456789");
  if (digits == std::string::npos || rest[digits] != open || digits == 0 ||
      rest.size() - digits - 1 < 1 || rest.size() - digits - 1 > 2) {
    return false;
  }
  stem = trimmed(rest.substr(0, digits));
  return true;
}

/// Takes one mark of a copy off: what browsers, file managers and platforms add.
bool take_off_copy_mark(std::string& stem) {
  constexpr std::array kEnds{" - copy", "-copy", "_copy", " copy", " - kopie", " kopie"};
  const bool named = std::any_of(kEnds.begin(), kEnds.end(),
                                 [&](const char* end) { return take_off_end(stem, end); });
  return named || take_off_number(stem, '(', ")") || take_off_number(stem, '-', "") ||
         take_off_number(stem, '_', "");
}

/// Letters and digits of the stem, and the suffix.
std::string key_of(const std::string& stem, const std::string& suffix) {
  return squashed(stem) + suffix;
}

}  // namespace

WantedNames::WantedNames(const course::Course& course) {
  for (const course::Module& module : course.modules) {
    parts_[module.id] = true;
    for (const course::Exercise& exercise : module.exercises) {
      parts_[exercise.id] = true;
      for (const std::string& file : exercise.files) {
        exercises_[file].push_back(&exercise);
      }
    }
  }
  for (const auto& [name, exercises] : exercises_) {
    const Split split = split_name(folded(name));
    by_key_[key_of(split.stem, split.suffix)].push_back(name);
    stems_.push_back(squashed(split.stem));
  }
}

std::vector<std::string> WantedNames::names() const {
  std::vector<std::string> names;
  names.reserve(exercises_.size());
  for (const auto& [name, exercises] : exercises_) {
    names.push_back(name);
  }
  return names;
}

const std::vector<const course::Exercise*>& WantedNames::exercises_for(
    const std::string& name) const {
  static const std::vector<const course::Exercise*> kNone;
  const auto found = exercises_.find(name);
  return found == exercises_.end() ? kNone : found->second;
}

std::optional<std::string> WantedNames::meant_by(const std::string& name) const {
  if (has(name)) {
    return std::nullopt;
  }
  std::string small = trimmed(folded(name));
  while (take_off_end(small, ".txt")) {
  }
  Split split = split_name(small);
  split.stem = trimmed(split.stem);
  split.suffix = trimmed(split.suffix);
  do {
    const auto found = by_key_.find(key_of(split.stem, split.suffix));
    if (found != by_key_.end() && found->second.size() == 1) {
      return found->second.front();
    }
  } while (take_off_copy_mark(split.stem));
  return std::nullopt;
}

std::optional<std::string> WantedNames::near(const std::string& name) const {
  const std::string small = folded(name);
  const std::size_t limit = std::min<std::size_t>(4, name.size() / 3);
  std::optional<std::string> nearest;
  std::size_t best = 5;
  for (const auto& [candidate, exercises] : exercises_) {
    // "vector_add_final.cu" is near as well.
    const std::string stem = candidate.substr(0, candidate.find('.'));
    const std::size_t distance =
        small.rfind(stem, 0) == 0 ? 1 : edit_distance(small, candidate, limit);
    if (distance <= std::max<std::size_t>(1, limit) && distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

bool WantedNames::may_matter(std::string_view name) const {
  const std::string key = squashed(name);
  return std::any_of(stems_.begin(), stems_.end(),
                     [&](const std::string& stem) { return key.find(stem) != std::string::npos; });
}

bool WantedNames::is_part_of_course(const std::string& name) const {
  return parts_.find(name) != parts_.end();
}

}  // namespace warpschool::grader::intake
