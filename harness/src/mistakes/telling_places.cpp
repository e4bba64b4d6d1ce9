// What the places of the wrong elements say, where their values say nothing.
#include "mistakes/recogniser.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string>

namespace warpschool::harness::detail {
namespace {

/// Wrong are elements at one end of blocks of `block` elements, or at both, and no others; how far
/// from the ends. Elements at the ends of the array may be right: they have no neighbour.
struct Edges {
  std::size_t front = 0, back = 0;
};

std::optional<Edges> edges_of_blocks(const Evidence& evidence, std::size_t block) {
  Edges edges;
  if (block < 8 || evidence.size() <= block) {
    return std::nullopt;
  }
  for (std::size_t i = evidence.found.first; i <= evidence.found.last; ++i) {
    if (evidence.is_wrong(i)) {
      const std::size_t from_front = i % block + 1, from_back = block - i % block;
      std::size_t& side = from_front <= from_back ? edges.front : edges.back;
      side = std::max(side, std::min(from_front, from_back));
    }
  }
  return 8 * (edges.front + edges.back) <= block ? std::optional(edges) : std::nullopt;
}

/// Wherever two blocks meet some element is wrong, as far from there as `edges` says.
bool is_at_every_edge(const Evidence& evidence, std::size_t block, const Edges& edges) {
  std::size_t met = 0;
  for (std::size_t edge = block; edge < evidence.size(); edge += block) {
    const std::size_t end = std::min(edge + edges.front, evidence.size());
    bool any = false;
    for (std::size_t i = edge - edges.back; i < end && !any; ++i) {
      any = evidence.is_wrong(i);
    }
    if (!any) {
      return false;
    }
    ++met;
  }
  return met > 1 || (met == 1 && edges.front > 0 && edges.back > 0);
}

/// A thread may have several elements: as many as the number of blocks says.
std::vector<std::size_t> elements_of_blocks(const Evidence& evidence) {
  std::vector<std::size_t> sizes;
  for (const std::size_t threads : evidence.block_sizes()) {
    for (const std::size_t each : {1U, 2U, 4U, 8U}) {
      const std::size_t size = each * threads;
      const std::size_t blocks = (evidence.size() + size - 1) / size;
      if (evidence.blocks() == 0 ? each == 1 : evidence.blocks() == blocks) {
        sizes.push_back(size);
      }
    }
  }
  return sizes;
}

std::string halo(const Evidence& evidence) {
  for (const std::size_t block : elements_of_blocks(evidence)) {
    const auto edges = edges_of_blocks(evidence, block);
    if (!edges || !is_at_every_edge(evidence, block, *edges)) {
      continue;
    }
    const std::string which = edges->front == 0  ? "last"
                              : edges->back == 0 ? "first"
                                                 : "first and last";
    return fmt::format(
        "Only the {} elements of each block of {} are wrong: they need neighbours that belong to "
        "the "
        "next block (the halo). Where do these come from?",
        which, block);
  }
  return {};
}

/// How far from the border of the matrix an element lies, 0 on it.
std::size_t depth_of(const Evidence& evidence, std::size_t i) {
  const std::size_t rows = evidence.layout.rows, cols = evidence.layout.cols;
  const std::size_t row = i / cols, col = i % cols;
  return std::min({row, col, rows - 1 - row, cols - 1 - col});
}

std::string border(const Evidence& evidence) {
  const std::size_t rows = evidence.layout.rows, cols = evidence.layout.cols;
  if (!evidence.is_matrix()) {
    return {};
  }
  std::size_t width = 0;
  for (std::size_t i = evidence.found.first; i <= evidence.found.last; ++i) {
    width = evidence.is_wrong(i) ? std::max(width, depth_of(evidence, i) + 1) : width;
  }
  if (std::min(rows, cols) < 5 * width) {
    return {};
  }
  bool top = false, bottom = false, left = false, right = false;
  for (std::size_t i = evidence.found.first; i <= evidence.found.last; ++i) {
    const std::size_t row = i / cols, col = i % cols;
    if (!evidence.is_wrong(i)) {
      continue;
    }
    // corners are of two sides, and tell nothing
    const bool inner_row = row >= width && row + width < rows;
    const bool inner_col = col >= width && col + width < cols;
    top = top || (row < width && inner_col);
    bottom = bottom || (row + width >= rows && inner_col);
    left = left || (col < width && inner_row);
    right = right || (col + width >= cols && inner_row);
  }
  std::string sides;
  for (const auto& [is, name] : {std::pair(top, "top"), std::pair(bottom, "bottom"),
                                 std::pair(left, "left"), std::pair(right, "right")}) {
    sides += is ? fmt::format("{}{}", sides.empty() ? "" : ", ", name) : "";
  }
  return fmt::format(
      "Only elements {} of the matrix are wrong ({}): what is read there, where a neighbour is "
      "missing?",
      width == 1 ? "on the border"
                 : fmt::format("in the {} rows and columns nearest to a border", width),
      sides.empty() ? "corners" : sides);
}

/// Wrong are begin, begin + step, ... and no others.
std::string every_few(const Evidence& evidence) {
  const std::size_t first = evidence.found.first;
  std::size_t next = first + 1;
  while (next < evidence.size() && !evidence.is_wrong(next)) {
    ++next;
  }
  const std::size_t step = next - first;
  if (next >= evidence.size() || step < 2 || first >= step || evidence.size() < 3 * step) {
    return {};
  }
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    if ((i % step == first) != evidence.is_wrong(i)) {
      return {};
    }
  }
  return fmt::format("Only every {} element is wrong ({}, {}, {}, ...), all others are right.",
                     step == 2   ? "second"
                     : step == 3 ? "third"
                                 : fmt::format("{}th", step),
                     first, first + step, first + 2 * step);
}

/// All others are one value, as zeros that fill up: that these are right tells nothing.
bool are_alike_but(const Evidence& evidence, std::size_t wrong) {
  const Differences& found = evidence.found;
  const double other = found.want(wrong == 0 ? 1 : 0);
  for (std::size_t i = 0; i < found.size; ++i) {
    if (i != wrong && found.want(i) != other) {
      return false;
    }
  }
  return true;
}

std::string ends(const Evidence& evidence) {
  const Differences& found = evidence.found;
  constexpr std::size_t kFew = 8;  // of which the first and the last may be anything
  if (found.size < kFew || found.wrong != 1 || are_alike_but(evidence, found.first)) {
    return {};
  }
  if (found.first == 0) {
    return "Only the first element is wrong: what does the code do with index 0 that it does with "
           "no other?";
  }
  if (found.first + 1 != found.size) {
    return {};
  }
  const std::size_t block = evidence.threads_in_block();
  if (found.first % 32 == 0 || (block > 1 && found.first % block == 0)) {
    return fmt::format(
        "Only the last element is wrong, which is alone in its {}: it may be the "
        "last or the second {} that is treated wrongly.",
        block > 1 && found.first % block == 0 ? "block" : "warp",
        block > 1 && found.first % block == 0 ? "block" : "warp");
  }
  return "Only the last element is wrong: is a comparison < where it should be <=, or the other "
         "way "
         "round?";
}

/// Right are as many elements as there are threads, and none after them.
std::string one_element_a_thread(const Evidence& evidence) {
  const std::size_t threads = evidence.threads();
  return evidence.is_tail() && threads > 0 && evidence.found.first == threads
             ? fmt::format(
                   "Right are the first {} elements, as many as there are threads, and none "
                   "from there on: one for each thread. Where there are fewer threads than "
                   "elements each needs a loop, with the number of all threads as its step.",
                   threads)
             : "";
}

/// Blocks begin at multiples of 32, nearly always; elsewhere it is something else that is wrong.
std::string partial_block(const Evidence& evidence) {
  const std::size_t first = evidence.found.first, block = evidence.threads_in_block();
  const bool begins_block = block > 1 ? first % block == 0 : first % 32 == 0;
  const bool is_partial = block == 0 || first + block > evidence.size();
  // With fewer threads than right elements these were made in a loop: its last round is wrong.
  const bool in_rounds = evidence.threads() != 0 && evidence.threads() <= first;
  return evidence.is_tail() && first > 0 && begins_block && is_partial
             ? fmt::format(
                   "All before element {} is right and all from there on wrong: look at the {}.",
                   first,
                   in_rounds
                       ? "last round of the loop, and at what it takes over from the one before"
                       : "last, partial block")
             : "";
}

}  // namespace

std::string telling_places(const Evidence& evidence) {
  if (evidence.found.scalar || !evidence.found.has_views() || evidence.all_wrong()) {
    return {};
  }
  for (const auto& recogniser :
       {one_element_a_thread, partial_block, ends, border, halo, every_few}) {
    if (std::string sentence = recogniser(evidence); !sentence.empty()) {
      return sentence;
    }
  }
  return {};
}

}  // namespace warpschool::harness::detail
