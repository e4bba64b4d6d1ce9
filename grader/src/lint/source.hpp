// A CUDA source as tokens with matched brackets, and edits to it: what attacks and mutations are
// made with. No parser: what it cannot make out, nobody attacks.
#pragma once

#include "warpschool/course/tokens.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpschool::grader {

/// The bytes from `begin` to before `end` become `text`.
struct Edit {
  std::size_t begin = 0, end = 0;
  std::string text;
};

/// Edits that overlap an earlier one are left out; those at one place come in their order.
std::string edited(std::string_view source, std::vector<Edit> edits);

/// Tokens are named by their index; size() is none of them.
class Source {
 public:
  explicit Source(std::string_view text);

  /// From the first token of a range to before its end.
  using Range = std::pair<std::size_t, std::size_t>;

  std::string_view text() const { return text_; }
  std::size_t size() const { return tokens_.size(); }
  const course::Token& operator[](std::size_t i) const { return tokens_[i]; }
  bool is(std::size_t i, std::string_view word) const {
    return i < tokens_.size() && tokens_[i].is(word);
  }
  bool is_name(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].kind == course::Token::Kind::kIdentifier;
  }

  /// The other one of a pair of (), [], {} or <<< >>>; size() if it is missing.
  std::size_t partner(std::size_t i) const { return i < partners_.size() ? partners_[i] : size(); }
  /// What stands between the brackets at `open`, split at commas that are in no inner bracket.
  std::vector<Range> arguments(std::size_t open) const;
  /// The source from the first token of a range to its last.
  std::string_view text_of(Range range) const;

 private:
  std::string_view text_;
  std::vector<course::Token> tokens_;
  std::vector<std::size_t> partners_;
};

/// A kernel launch: kernel<<<grid, block, ...>>>(arguments), or a call of cudaLaunchKernel or its
/// cooperative kin.
struct Launch {
  bool is_call = false;
  Source::Range kernel;               ///< its name, with template arguments
  std::size_t begin = 0, end = 0;     ///< bytes of the whole expression
  std::vector<Source::Range> config;  ///< grid, block, shared memory, stream
  std::size_t arguments = 0;  ///< the bracket before the kernel's arguments; none for a call
};

std::vector<Launch> launches_in(const Source& source);

/// Where a definition that needs the headers can stand: behind the last #include.
std::size_t behind_includes(std::string_view text);

}  // namespace warpschool::grader
