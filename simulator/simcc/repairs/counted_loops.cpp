// Reads loops that count from LLVM's intermediate code.
#include "simcc/repairs/counted_loops.hpp"

#include "simcc/repairs/scanner.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace warpschool::simcc {
namespace {

constexpr std::string_view kMark = ", !llvm.loop ";
/// Lines before a loop's head in which its counter gets its first value.
constexpr std::size_t kLinesBefore = 12;

bool has(std::string_view line, std::string_view text) {
  return line.find(text) != std::string_view::npos;
}

/// The word behind the last `text` of a line; empty: it is not there.
std::string word_behind(std::string_view line, std::string_view text) {
  const std::size_t at = line.rfind(text);
  return at == std::string_view::npos ? "" : word_at(line, at + text.size());
}

std::optional<std::int64_t> number_of(const std::string& word) {
  if (word.empty() || !Scanner(word, word[0] == '-' ? 1 : 0).skip_digits()) {
    return std::nullopt;
  }
  return std::atoll(word.c_str());
}

/// "%14 = load i32, i32* %5, align 4": "%5"
std::string loaded_place(std::string_view line) {
  const std::string_view load = line.substr(0, line.find(", align"));
  const std::size_t last = load.rfind(' ');
  return last == std::string_view::npos ? "" : std::string(load.substr(last + 1));
}

/// "%9 = getelementptr inbounds [8 x %struct.float2], [8 x %struct.float2]* %4, i64 0": "%4"
std::string array_of_address(const std::string& line) {
  const std::size_t address = line.find(" = getelementptr inbounds [");
  if (address == std::string::npos) {
    return "";
  }
  constexpr std::string_view kPointer = ", ptr %", kTypedPointer = "]* %";
  const std::size_t typed = line.find(kTypedPointer, address), plain = line.find(kPointer, address);
  return typed != std::string::npos   ? word_at(line, typed + kTypedPointer.size() - 1)
         : plain != std::string::npos ? word_at(line, plain + kPointer.size() - 1)
                                      : "";
}

/// "store i32 %52, i32* %8": the value, if that is the place.
std::string stored_value(const std::string& line, const std::string& place) {
  constexpr std::string_view kStore = "  store ";
  const bool is_meant = line.compare(0, kStore.size(), kStore) == 0 && has(line, " " + place + ",");
  return is_meant ? word_at(line, line.find(' ', kStore.size()) + 1) : "";
}

}  // namespace

std::int64_t turns_of(const CountedLoop& loop) {
  const auto begin = number_of(loop.begin), end = number_of(loop.end);
  if (!begin || !end || loop.step == 0) {
    return 0;
  }
  const bool is_whole = loop.comparison.ends_with("le") || loop.comparison.ends_with("ge");
  const std::int64_t way = (*end - *begin) * (loop.step > 0 ? 1 : -1) + (is_whole ? 1 : 0);
  const std::int64_t step = std::abs(loop.step);
  return way <= 0 ? 0 : (way + step - 1) / step;
}

std::string word_at(std::string_view line, std::size_t at) {
  if (at >= line.size()) {
    return "";
  }
  const std::size_t end = std::min(line.find_first_of(" ,)", at), line.size());
  return std::string(line.substr(at, end - at));
}

CodeOfFunction::CodeOfFunction(const std::vector<std::string>& lines) : lines_(lines) {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const std::string& line = lines_[i];
    if (line.compare(0, 3, "  %") == 0) {
      made_[word_at(line, 2)] = i;
    } else if (!line.empty() && line[0] != ' ' && has(line, ":")) {
      labels_["%" + line.substr(0, line.find(':'))] = i;
    }
  }
}

const std::string* CodeOfFunction::line_that_makes(const std::string& value) const {
  const auto made = made_.find(value);
  return made == made_.end() ? nullptr : &lines_[made->second];
}

std::vector<CountedLoop> CodeOfFunction::loops() const {
  std::vector<CountedLoop> all;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    CountedLoop loop;
    if (read_loop(loop, i)) {
      all.push_back(loop);
    }
  }
  return all;
}

bool CodeOfFunction::read_loop(CountedLoop& loop, std::size_t back) const {
  constexpr std::string_view kJump = "  br label ";
  const std::string& line = lines_[back];
  if (line.compare(0, kJump.size(), kJump) != 0 || !has(line, kMark)) {
    return false;
  }
  const auto head = labels_.find(word_at(line, kJump.size()));
  if (head == labels_.end() || head->second >= back) {
    return false;
  }
  loop.head = head->second;
  loop.back = back;
  loop.mark = word_behind(line, kMark);
  return read_head(loop) && read_step(loop);
}

bool CodeOfFunction::read_head(CountedLoop& loop) const {
  for (std::size_t i = loop.head + 1; i < loop.back && !has(lines_[i], "  br "); ++i) {
    if (has(lines_[i], " = icmp ")) {
      return read_comparison(loop, lines_[i]);
    }
  }
  return false;
}

/// "%15 = icmp slt i32 %14, 16"
bool CodeOfFunction::read_comparison(CountedLoop& loop, const std::string& line) const {
  constexpr std::string_view kCompare = " = icmp ";
  const std::size_t compare = line.find(kCompare), left = line.find('%', compare),
                    right = line.find(", ", left);
  const std::string* load = line_that_makes(word_at(line, left));
  if (load == nullptr || !has(*load, " = load ") || right == std::string::npos) {
    return false;
  }
  loop.comparison = word_at(line, compare + kCompare.size());
  loop.counter = loaded_place(*load);
  loop.end = word_at(line, right + 2);
  loop.begin =
      stored_before(loop.head, loop.head - std::min(loop.head, kLinesBefore), loop.counter);
  return true;
}

std::string CodeOfFunction::stored_before(std::size_t from, std::size_t until,
                                          const std::string& place) const {
  for (std::size_t i = from; i-- > until;) {
    if (std::string value = stored_value(lines_[i], place); !value.empty()) {
      return value;
    }
  }
  return "";
}

/// What the block that goes back to the head adds to the counter.
bool CodeOfFunction::read_step(CountedLoop& loop) const {
  std::size_t block = loop.back;
  while (block > loop.head && lines_[block].compare(0, 2, "  ") == 0) {
    --block;
  }
  const std::string* sum = line_that_makes(stored_before(loop.back, block, loop.counter));
  if (sum == nullptr || !has(*sum, " = add ")) {
    return false;
  }
  loop.step = number_of(word_behind(sum->substr(0, sum->find(", !dbg")), ", ")).value_or(0);
  return loop.step != 0;
}

bool CodeOfFunction::depends(const std::string& value, const std::string& place, int steps) const {
  const std::string* line = line_that_makes(value);
  if (line == nullptr || steps == 0) {
    return false;
  }
  if (has(*line, " = load ")) {
    return loaded_place(*line) == place;
  }
  for (std::size_t at = line->find('%', line->find(" = ")); at != std::string::npos;
       at = line->find('%', at + 1)) {
    if (depends(word_at(*line, at), place, steps - 1)) {
      return true;
    }
  }
  return false;
}

bool CodeOfFunction::has_own_array(const CountedLoop& loop) const {
  for (std::size_t i = loop.head; i < loop.back; ++i) {
    const std::string* made = line_that_makes(array_of_address(lines_[i]));
    if (made != nullptr && has(*made, " = alloca [")) {
      return true;
    }
  }
  return false;
}

}  // namespace warpschool::simcc
