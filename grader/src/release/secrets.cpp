// Searches for many lines at once: a rolling hash over as many characters as the shortest secret
// has, then a comparison of the whole line.
#include "release/secrets.hpp"

#include "support/lines.hpp"

#include <set>

namespace warpschool::grader {
namespace {

constexpr std::uint32_t kBase = 16777619U;

bool is_blank_character(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::uint32_t byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

std::uint32_t hash_of(std::string_view text) {
  std::uint32_t hash = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    hash = hash * kBase + byte_at(text, i);
  }
  return hash;
}

}  // namespace

std::string without_blanks(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    if (!is_blank_character(c)) {
      result += c;
    }
  }
  return result;
}

void Secrets::allow(std::string_view text) {
  allowed_ += without_blanks(text) + "\n";
}

void Secrets::add(std::string_view text, const std::string& from) {
  for_each_line(text, [&](std::string_view with_blanks) {
    const std::string line = without_blanks(with_blanks);
    if (line.size() <= kLongestInnocent || !known_.insert(line).second ||
        allowed_.find(line) != std::string::npos) {
      return;
    }
    const std::string beginning = line.substr(0, kWindow);
    filter_[hash_of(beginning) % kFilterBits] = true;
    by_beginning_.emplace(beginning, lines_.size());
    lines_.push_back({line, from});
  });
}

std::vector<Leak> Secrets::found_in(std::string_view bytes) const {
  const std::string text = without_blanks(bytes);
  const std::string_view view = text;
  std::vector<Leak> leaks;
  if (text.size() < kWindow) {
    return leaks;
  }
  std::uint32_t oldest = 1;  // the weight of the character that leaves the window
  for (std::size_t i = 1; i < kWindow; ++i) {
    oldest *= kBase;
  }
  std::set<std::size_t> told;
  std::uint32_t hash = hash_of(view.substr(0, kWindow));
  for (std::size_t at = 0;; ++at) {
    if (filter_[hash % kFilterBits]) {
      const auto [begin, end] = by_beginning_.equal_range(view.substr(at, kWindow));
      for (auto entry = begin; entry != end; ++entry) {
        const Leak& leak = lines_[entry->second];
        if (view.compare(at, leak.line.size(), leak.line) == 0 &&
            told.insert(entry->second).second) {
          leaks.push_back(leak);
        }
      }
    }
    if (at + kWindow >= text.size()) {
      return leaks;
    }
    hash = (hash - byte_at(view, at) * oldest) * kBase + byte_at(view, at + kWindow);
  }
}

}  // namespace warpschool::grader
