// Answers what def-use chains are asked; def_use_builder.cpp makes them.
#include "lower/analysis/def_use.hpp"

#include <algorithm>

namespace warpschool::sim {

std::uint32_t DefUse::find(const std::vector<Access>& accesses, std::uint32_t slot) {
  const auto found = std::find_if(accesses.begin(), accesses.end(),
                                  [&](const Access& access) { return access.slot == slot; });
  return found == accesses.end() ? kNoValue : found->value;
}

std::uint32_t DefUse::read(std::size_t at, std::uint32_t slot) const {
  return find(reads_[at], slot);
}

std::uint32_t DefUse::defined(std::size_t at, std::uint32_t slot) const {
  return find(definitions_[at], slot);
}

std::vector<std::uint32_t> DefUse::definitions(std::uint32_t value) const {
  std::vector<std::uint32_t> found, work{value};
  std::unordered_set<std::uint32_t> seen{value};
  while (!work.empty()) {
    const Value& one = values_[work.back()];
    work.pop_back();
    if (one.kind == Value::Kind::kDefinition) {
      found.push_back(one.at);
    }
    for (const std::uint32_t operand : one.operands) {
      if (seen.insert(operand).second) {
        work.push_back(operand);
      }
    }
  }
  return found;
}

bool DefUse::is_made_by(std::uint32_t value, const Instructions& makers) const {
  if (value == kNoValue) {
    return false;
  }
  const std::vector<std::uint32_t> all = definitions(value);
  return std::any_of(all.begin(), all.end(),
                     [&](std::uint32_t at) { return makers.count(at) != 0; });
}

std::vector<std::uint32_t> DefUse::uses(std::size_t at) const {
  std::vector<std::uint32_t> found, work;
  std::unordered_set<std::uint32_t> seen;
  for (const Access& access : definitions_[at]) {
    work.push_back(access.value);
    seen.insert(access.value);
  }
  while (!work.empty()) {
    const std::uint32_t value = work.back();
    work.pop_back();
    found.insert(found.end(), readers_[value].begin(), readers_[value].end());
    for (const std::uint32_t merged : merged_into_[value]) {
      if (seen.insert(merged).second) {
        work.push_back(merged);
      }
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace warpschool::sim
