// Recognises beginners' mistakes in an answer that differs: from its values, and from what the
// simulator knows of the launches that made it.
//
// A wrong sentence is worse than none. Each recogniser therefore asks for a pattern that explains
// every element that differs, and what the simulator knows (how many threads ran, whether any
// kernel reads blockIdx) decides between sentences, so that none contradicts it.
#pragma once

#include "warpschool/harness/differences.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::harness::detail {

/// Grid and block of one launch.
struct LaunchShape {
  std::array<std::size_t, 3> grid{1, 1, 1}, block{1, 1, 1};
};

/// What the simulator knows beside the values; all optional.
struct LaunchFacts {
  std::optional<std::vector<LaunchShape>> launches;  ///< nothing on a real GPU
  std::optional<bool> uses_block_index;              ///< some kernel of the file reads blockIdx
  std::optional<bool> uses_thread_index;             ///< some kernel of the file reads threadIdx
};

/// An answer that differs, and all that is known about it.
struct Evidence {
  const Differences& found;
  const Layout& layout;
  const LaunchFacts& facts;

  std::size_t size() const { return found.size; }
  bool all_wrong() const { return found.wrong == found.size; }
  /// Nobody wrote any of the wrong elements.
  bool only_untouched() const { return found.poison == found.wrong; }
  /// Wrong from the first wrong element to the end.
  bool is_tail() const {
    return found.wrong == found.size - found.first && found.last + 1 == found.size;
  }
  bool is_matrix() const { return layout.cols > 0 && layout.rows * layout.cols == found.size; }
  bool is_wrong(std::size_t i) const { return !found.holds(i, i); }

  /// The only launch of the question; null if there were others or it is not known.
  const LaunchShape* only_launch() const;
  /// No kernel ran, and that is certain.
  bool nothing_launched() const { return facts.launches && facts.launches->empty(); }
  /// Of the launches, which must agree; 0 if unknown.
  std::size_t threads_in_block() const;
  /// Of the only launch; 0 if unknown.
  std::size_t blocks() const;
  std::size_t threads() const { return blocks() * threads_in_block(); }
  /// Block sizes worth a try: that of the launches, else that of the exercise and the usual ones.
  std::vector<std::size_t> block_sizes() const;
};

/// The sentence for the most telling recognised mistake; empty if there is none.
std::string recognise(const Evidence& evidence);

// One file each; they give a sentence or nothing.
std::string untouched_elements(const Evidence& evidence);  ///< nobody wrote some elements
std::string unwritten_memory(const Evidence& evidence);    ///< read before anybody wrote it
std::string moved_values(const Evidence& evidence);        ///< right values in wrong places
std::string changed_values(const Evidence& evidence);      ///< right but for one operation
std::string telling_places(const Evidence& evidence);      ///< which elements are wrong
std::string partial_sum(const Evidence& evidence);         ///< some summands only

}  // namespace warpschool::harness::detail
