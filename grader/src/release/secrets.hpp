// Finds lines that students must not get (model answers, near misses, hidden tests) in files that
// they will get, programs included.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader {

/// A line of a secret text that stands in another one.
struct Leak {
  std::string line;  ///< without its blanks
  std::string from;  ///< the secret file
};

/// Blanks and line ends do not count: a line is found however it is laid out.
class Secrets {
 public:
  /// A line with no more characters than that says nothing: "return;", "__syncthreads();".
  static constexpr std::size_t kLongestInnocent = 12;

  /// What stands in these texts is no secret, wherever else it stands.
  void allow(std::string_view text);
  /// Every line of `text` is secret unless it stands in a text that is allowed. Allow first.
  void add(std::string_view text, const std::string& from);

  /// The secret lines in `bytes`, each once, in the order of their first places.
  std::vector<Leak> found_in(std::string_view bytes) const;
  std::size_t size() const { return lines_.size(); }

 private:
  static constexpr std::size_t kWindow = kLongestInnocent + 1;
  static constexpr std::size_t kFilterBits = std::size_t{1} << 20U;

  std::string allowed_;
  std::set<std::string, std::less<>> known_;
  std::vector<Leak> lines_;
  /// First characters of lines -> which lines begin so.
  std::multimap<std::string, std::size_t, std::less<>> by_beginning_;
  std::vector<bool> filter_ = std::vector<bool>(kFilterBits);
};

/// `text` without blanks, tabulators and line ends.
std::string without_blanks(std::string_view text);

}  // namespace warpschool::grader
