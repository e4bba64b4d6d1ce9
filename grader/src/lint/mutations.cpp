// Finds what can be changed in the TODO regions of a source.
#include "lint/mutations.hpp"

#include "course_files/outline.hpp"
#include "lint/source.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>

namespace warpschool::grader {
namespace {

using course::Token;
using Kind = Mutation::Kind;

struct Swap {
  std::string_view after;
  Kind kind;
};

const std::multimap<std::string_view, Swap>& swaps() {
  static const std::multimap<std::string_view, Swap> kSwaps{
      {"<", {"<=", Kind::kBound}},       {"<", {"+ 1 <", Kind::kBound}},
      {"<=", {"<", Kind::kBound}},       {">", {">=", Kind::kBound}},
      {">=", {">", Kind::kBound}},       {"==", {"!=", Kind::kBound}},
      {"!=", {"==", Kind::kBound}},      {"&&", {"||", Kind::kBound}},
      {"||", {"&&", Kind::kBound}},      {"+", {"-", Kind::kOperator}},
      {"-", {"+", Kind::kOperator}},     {"*", {"/", Kind::kOperator}},
      {"/", {"*", Kind::kOperator}},     {"%", {"/", Kind::kOperator}},
      {"&", {"|", Kind::kOperator}},     {"|", {"&", Kind::kOperator}},
      {"^", {"|", Kind::kOperator}},     {"<<", {">>", Kind::kOperator}},
      {">>", {"<<", Kind::kOperator}},   {"++", {"--", Kind::kOperator}},
      {"--", {"++", Kind::kOperator}},   {"+=", {"-=", Kind::kOperator}},
      {"-=", {"+=", Kind::kOperator}},   {"*=", {"/=", Kind::kOperator}},
      {"/=", {"*=", Kind::kOperator}},   {"<<=", {">>=", Kind::kOperator}},
      {">>=", {"<<=", Kind::kOperator}}, {"&=", {"|=", Kind::kOperator}},
      {"|=", {"&=", Kind::kOperator}},   {"^=", {"|=", Kind::kOperator}}};
  return kSwaps;
}

bool is_barrier(std::string_view name) {
  static const std::set<std::string_view> kBarriers{
      "__syncthreads",         "__syncwarp",
      "__threadfence",         "__threadfence_block",
      "__threadfence_system",  "sync",
      "cudaDeviceSynchronize", "cudaStreamSynchronize",
      "cudaEventSynchronize",  "cudaStreamWaitEvent"};
  return kBarriers.count(name) > 0;
}

bool is_coordinate_of(std::string_view name) {
  return name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim";
}

bool is_type_word(std::string_view name) {
  static const std::set<std::string_view> kTypes{"auto",   "bool",     "char", "const", "double",
                                                 "float",  "float4",   "int",  "long",  "short",
                                                 "size_t", "unsigned", "void"};
  return kTypes.count(name) > 0;
}

/// Collects what can be changed in one source.
class Finder {
 public:
  explicit Finder(std::string_view text) : source_(text) {
    mark_template_arguments();
    if (const auto outline = outline_of(text, "")) {
      for (std::size_t i = 0; i < outline->end_lines.size(); ++i) {
        regions_.emplace_back(outline->task_lines[i], outline->end_lines[i]);
      }
    }
  }

  std::vector<Mutation> run();

 private:
  void mark_template_arguments();
  bool in_region(int line) const;
  bool is_operand(std::size_t i) const;
  bool is_array_bound(std::size_t i) const;
  std::optional<std::size_t> end_of_call_statement(std::size_t i) const;
  void add(Kind kind, std::size_t first, std::size_t last, std::string after);
  void at_operator(std::size_t i);
  void at_number(std::size_t i);
  void at_name(std::size_t i);

  Source source_;
  std::vector<std::pair<int, int>> regions_;  ///< lines of the markers
  std::set<std::size_t> skipped_;             ///< tokens of template arguments
  std::vector<Mutation> found_;
};

/// `<` ... `>` with nothing but names, numbers and their like between, then what a type or a
/// function's name is followed by.
void Finder::mark_template_arguments() {
  for (std::size_t open = 1; open < source_.size(); ++open) {
    if (!source_.is(open, "<") || !source_.is_name(open - 1)) {
      continue;
    }
    std::size_t close = open + 1;
    const auto may_stand = [&](std::size_t i) {
      return source_.is_name(i) || source_.is(i, "::") || source_.is(i, ",") ||
             source_.is(i, "*") || (i < source_.size() && source_[i].kind == Token::Kind::kNumber);
    };
    while (may_stand(close)) {
      ++close;
    }
    const bool is_template =
        source_.is(close, ">") && (source_.is(close + 1, "(") || source_.is(close + 1, "{") ||
                                   source_.is(close + 1, "::") || source_.is_name(close + 1));
    for (std::size_t i = open; is_template && i <= close; ++i) {
      skipped_.insert(i);
    }
  }
}

bool Finder::in_region(int line) const {
  return std::any_of(regions_.begin(), regions_.end(), [&](const auto& region) {
    return line > region.first && line < region.second;
  });
}

/// Something that an operator behind it works on: then the operator is binary.
bool Finder::is_operand(std::size_t i) const {
  if (i >= source_.size() || skipped_.count(i) > 0) {
    return false;
  }
  const Token& token = source_[i];
  return token.kind == Token::Kind::kNumber || token.is(")") || token.is("]") ||
         (source_.is_name(i) && !is_type_word(token.text) && !token.is("return"));
}

void Finder::add(Kind kind, std::size_t first, std::size_t last, std::string after) {
  Mutation mutation;
  mutation.kind = kind;
  mutation.begin = source_[first].at;
  mutation.end = source_[last].end();
  mutation.before = source_.text_of({first, last + 1});
  mutation.after = std::move(after);
  mutation.line = source_[first].line;
  mutation.column = source_[first].column;
  const std::string_view text = source_.text();
  const std::size_t begin = text.rfind('\n', mutation.begin) + 1;  // npos + 1 is 0
  std::string_view line = text.substr(begin, text.find('\n', mutation.begin) - begin);
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  mutation.line_text = line.substr(0, line.find_last_not_of(" \t\r") + 1);
  found_.push_back(std::move(mutation));
}

void Finder::at_operator(std::size_t i) {
  const Token& token = source_[i];
  const bool steps = token.is("++") || token.is("--");
  if (token.is("!")) {
    add(Kind::kBound, i, i, "");
  }
  if (!steps && !is_operand(i - 1)) {
    return;  // unary, or part of a type
  }
  const auto [first, last] = swaps().equal_range(token.text);
  for (auto swap = first; swap != last; ++swap) {
    add(swap->second.kind, i, i, std::string(swap->second.after));
  }
}

void Finder::at_number(std::size_t i) {
  const std::string_view text = source_[i].text;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + digits, value);
  const std::string suffix(text.substr(digits));
  if (suffix.find_first_of("xX") == 0) {
    add(text.size() > 6 ? Kind::kMask : Kind::kConstant, i, i, fmt::format("({} >> 1)", text));
  } else if (suffix.find_first_of(".eEfF'") != std::string::npos) {
    // Far off whatever its size: 1e6 + 1 would be lost in a bound.
    add(Kind::kConstant, i, i, fmt::format("(2 * {} + 1)", text));
  } else {
    add(Kind::kConstant, i, i, fmt::format("{}{}", value + 1, suffix));
    if (value > 0) {
      add(Kind::kConstant, i, i, fmt::format("{}{}", value - 1, suffix));
    }
  }
}

/// The ';' of a statement that is a call and begins at `i`: name(...); or object.name(...);
std::optional<std::size_t> Finder::end_of_call_statement(std::size_t i) const {
  const bool begins = i == 0 || source_.is(i - 1, ";") || source_.is(i - 1, "{") ||
                      source_.is(i - 1, "}") || source_.is(i - 1, ")") ||
                      source_[i - 1].line < source_[i].line;
  std::size_t at = i;
  while (source_.is_name(at) &&
         (source_.is(at + 1, "::") || source_.is(at + 1, ".") || source_.is(at + 1, "->"))) {
    at += 2;
  }
  if (!begins || !source_.is_name(at) || !source_.is(at + 1, "(")) {
    return std::nullopt;
  }
  const std::size_t close = source_.partner(at + 1);
  const bool keyword = source_.is(at, "if") || source_.is(at, "for") || source_.is(at, "while") ||
                       source_.is(at, "switch");
  return !keyword && source_.is(close + 1, ";") ? std::optional(close + 1) : std::nullopt;
}

/// The i of float sums[4][i]: a type's name stands before the array's.
bool Finder::is_array_bound(std::size_t i) const {
  std::size_t open = i - 1;
  while (open > 1 && source_.is(open - 1, "]") && source_.partner(open - 1) < open) {
    open = source_.partner(open - 1);
  }
  return open >= 2 && source_.is_name(open - 1) && source_.is_name(open - 2) &&
         !source_.is(open - 2, "return");
}

void Finder::at_name(std::size_t i) {
  if (const auto end = end_of_call_statement(i)) {
    bool barrier = false;
    for (std::size_t at = i; at < *end && !source_.is(at, "("); ++at) {
      barrier = barrier || is_barrier(source_[at].text);
    }
    add(barrier ? Kind::kBarrier : Kind::kCall, i, *end, ";");
    const std::vector<Source::Range> arguments = source_.arguments(i + 1);
    if (source_.is(i, "atomicAdd") && arguments.size() == 2) {
      add(Kind::kCall, i, *end,
          fmt::format("*({}) += ({});", source_.text_of(arguments[0]),
                      source_.text_of(arguments[1])));
    }
  }
  if (is_coordinate_of(source_[i].text) && source_.is(i + 1, ".") && source_.is_name(i + 2)) {
    add(Kind::kIndex, i + 2, i + 2, source_.is(i + 2, "x") ? "y" : "x");
  }
  if (source_.is(i - 1, "[") && source_.is(i + 1, "]") && i >= 2 && is_operand(i - 2) &&
      !is_array_bound(i)) {
    add(Kind::kIndex, i, i, std::string(source_[i].text) + " + 1");
  }
}

std::vector<Mutation> Finder::run() {
  for (std::size_t i = 1; i < source_.size(); ++i) {
    if (!in_region(source_[i].line) || skipped_.count(i) > 0) {
      continue;
    }
    switch (source_[i].kind) {
      case Token::Kind::kPunctuator:
        at_operator(i);
        break;
      case Token::Kind::kNumber:
        at_number(i);
        break;
      case Token::Kind::kIdentifier:
        at_name(i);
        break;
      case Token::Kind::kString:
      case Token::Kind::kCharacter:
        break;
    }
  }
  return std::move(found_);
}

}  // namespace

std::vector<Mutation> mutations_of(std::string_view source) {
  return Finder(source).run();
}

std::string mutated(std::string_view source, const Mutation& mutation) {
  return edited(source, {{mutation.begin, mutation.end, mutation.after}});
}

std::vector<Mutation> chosen_of(std::vector<Mutation> all, std::size_t most) {
  if (all.size() <= most) {
    return all;
  }
  std::map<Kind, std::vector<Mutation>> by_kind;
  for (Mutation& mutation : all) {
    by_kind[mutation.kind].push_back(std::move(mutation));
  }
  std::vector<Mutation> chosen;
  for (auto& [kind, list] : by_kind) {
    const std::size_t room = std::min(most - chosen.size(), list.size());
    for (std::size_t i = 0; i < room; ++i) {
      chosen.push_back(std::move(list[i * list.size() / room]));
    }
  }
  std::stable_sort(chosen.begin(), chosen.end(),
                   [](const Mutation& a, const Mutation& b) { return a.begin < b.begin; });
  return chosen;
}

}  // namespace warpschool::grader
