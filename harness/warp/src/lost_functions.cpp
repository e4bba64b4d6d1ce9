// Compares what a stub defines with what is left of it.
#include "lost_functions.hpp"

#include "file_io.hpp"
#include "stubs.hpp"
#include "warpschool/course/tokens.hpp"
#include "warpschool/support/word_list.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::warp {
namespace {

using course::Token;
using Tokens = std::vector<Token>;

/// Where what opens at `at` is closed; the end where it is not.
std::size_t closing(const Tokens& tokens, std::size_t at, std::string_view open,
                    std::string_view close) {
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    depth += tokens[at].is(open) ? 1 : tokens[at].is(close) ? -1 : 0;
    if (depth == 0) {
      return at;
    }
  }
  return tokens.size();
}

/// Is it "extern "C" {" or "namespace name {"? What stands in such braces is looked at.
bool opens_no_body(const Tokens& tokens, std::size_t brace) {
  const auto is = [&](std::size_t back, std::string_view word) {
    return brace >= back && tokens[brace - back].is(word);
  };
  return is(1, "namespace") || is(2, "namespace") || is(2, "extern");
}

/// Does a definition's body follow the parameters? "const" and "noexcept" may stand between.
bool has_body(const Tokens& tokens, std::size_t behind) {
  while (behind < tokens.size() && (tokens[behind].is("const") || tokens[behind].is("noexcept"))) {
    ++behind;
  }
  return behind < tokens.size() && tokens[behind].is("{");
}

}  // namespace

std::vector<std::string> defined_functions(std::string_view source) {
  const Tokens tokens = course::tokens_of(source);
  std::vector<std::string> names;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].is("{") && !opens_no_body(tokens, at)) {
      at = closing(tokens, at, "{", "}");
    } else if (tokens[at].is("(")) {
      const std::size_t end = closing(tokens, at, "(", ")");
      if (at > 0 && tokens[at - 1].kind == Token::Kind::kIdentifier && has_body(tokens, end + 1)) {
        names.emplace_back(tokens[at - 1].text);
      }
      at = end;
    }
  }
  return names;
}

std::string lost_functions_text(const Tree& tree, const course::Exercise& exercise,
                                const std::string& said, const std::string& reset_command) {
  std::vector<std::string> had, has, lost;
  for (const std::string& file : exercise.files) {
    const auto add = [](const std::optional<std::string>& text, std::vector<std::string>& names) {
      const std::vector<std::string> more = defined_functions(text.value_or(""));
      names.insert(names.end(), more.begin(), more.end());
    };
    add(stub_of(tree, exercise, file), had);
    add(read_file(tree.folder(exercise) / file), has);
  }
  std::copy_if(had.begin(), had.end(), std::back_inserter(lost), [&](const std::string& name) {
    return std::find(has.begin(), has.end(), name) == has.end() &&
           said.find(name) != std::string::npos;
  });
  return lost.empty()
             ? std::string()
             : fmt::format(
                   "{} {} handed out with this exercise and {} gone. Write {} "
                   "again, or {} puts the stub back and keeps yours aside.",
                   support::word_list(lost), lost.size() > 1 ? "were" : "was",
                   lost.size() > 1 ? "are" : "is", lost.size() > 1 ? "them" : "it", reset_command);
}

void name_lost_functions(const Tree& tree, const course::Exercise& exercise,
                         const std::string& reset_command, screen::JudgeResult& result) {
  for (screen::Check& check : result.checks) {
    if (check.message.find("must define extern") != std::string::npos) {
      const std::string lost = lost_functions_text(tree, exercise, check.message, reset_command);
      check.hint = lost.empty() ? check.hint : lost;
    }
  }
}

}  // namespace warpschool::warp
