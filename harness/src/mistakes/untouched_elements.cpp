// Mistakes that leave elements as they were before the submission ran.
#include "mistakes/recogniser.hpp"
#include "warpschool/screen/figures.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace warpschool::harness::detail {
namespace {

using screen::count_text;

std::string counted(std::size_t number, const char* word) {
  return fmt::format("{} {}{}", count_text(number), word, number == 1 ? "" : "s");
}

/// "4 blocks of 256 threads"
std::string launch_text(const Evidence& evidence) {
  return fmt::format("{} of {}", counted(evidence.blocks(), "block"),
                     counted(evidence.threads_in_block(), "thread"));
}

std::string nothing_written(const Evidence& evidence) {
  if (evidence.nothing_launched()) {
    return evidence.found.scalar
               ? "No kernel was launched, and nobody else set the result: it is as it was before."
               : "No kernel was launched: the array is as it was before your code ran.";
  }
  if (evidence.found.scalar) {
    return evidence.facts.launches
               ? "A kernel ran, but the result is as it was before: does a thread store its value "
                 "there? If it adds to the result, who sets that to 0 first?"
               : "The result is as it was before: does the kernel run, and does a thread store its "
                 "value? If it adds to the result, who sets that to 0 first?";
  }
  if (evidence.blocks() > 0) {
    return fmt::format(
        "A kernel ran with {}, but no thread wrote to this array: is the condition before the "
        "store ever true, and does the store go to this array?",
        launch_text(evidence));
  }
  return evidence.facts.launches
             ? "Kernels ran, but no thread wrote to this array: is the condition before the store "
               "ever true, and does the store go to this array?"
             : "No element was written: does the kernel run at all, with at least one block and "
               "one "
               "thread?";
}

/// From element `first` on nobody wrote, and that is where the threads of the launch end.
std::string too_few_threads(const Evidence& evidence) {
  const std::size_t size = evidence.size(), in_block = evidence.threads_in_block();
  if (evidence.blocks() == 1) {
    return fmt::format(
        "One block of {} was launched for {} elements: the number of blocks must be n / {}, "
        "rounded "
        "up.",
        counted(in_block, "thread"), count_text(size), in_block);
  }
  const std::string who =
      fmt::format("{} are {} threads, one for each element before {}", launch_text(evidence),
                  count_text(evidence.threads()), evidence.found.first);
  return evidence.blocks() == size / in_block
             ? fmt::format(
                   "{}: {} / {} was rounded down, and the last {} have no thread. Round the "
                   "number of blocks up.",
                   who, size, in_block, counted(size % in_block, "element"))
             : fmt::format("{}. The number of blocks must be n / {}, rounded up.", who, in_block);
}

/// Where several stand along y or z and one along x: `index`.x is 0 in all of them. Empty else.
std::string one_along_x(const std::array<std::size_t, 3>& extent, const char* whole,
                        const char* index) {
  if (extent[0] != 1 || extent[1] * extent[2] <= 1) {
    return {};
  }
  return fmt::format("The {} is {} x {} x {}: one along x, so that {}.x is 0 in all of them.",
                     whole, extent[0], extent[1], extent[2], index);
}

/// All blocks did the work of the first.
std::string first_block_only(const Evidence& evidence) {
  if (const LaunchShape* launch = evidence.only_launch()) {
    if (std::string text = one_along_x(launch->grid, "grid", "blockIdx"); !text.empty()) {
      return text;
    }
  }
  if (evidence.facts.uses_block_index && !*evidence.facts.uses_block_index) {
    return "Only the elements of the first block were written: no kernel uses blockIdx, so every "
           "block does the work of the first.";
  }
  if (evidence.facts.uses_block_index) {
    return fmt::format(
        "Only the elements of the first block were written, though {} ran: what index do the "
        "threads of the other blocks compute, and what keeps them from storing?",
        counted(evidence.blocks(), "block"));
  }
  return "Only the first block wrote: is blockIdx.x part of the index?";
}

/// One element for each block.
std::string one_element_a_block(const Evidence& evidence) {
  if (const LaunchShape* launch = evidence.only_launch()) {
    if (std::string text = one_along_x(launch->block, "block", "threadIdx"); !text.empty()) {
      return text;
    }
  }
  return fmt::format("Only {} {} written, as many as there are blocks: {}",
                     counted(evidence.blocks(), "element"), evidence.blocks() == 1 ? "was" : "were",
                     evidence.facts.uses_thread_index && !*evidence.facts.uses_thread_index
                         ? "no kernel uses threadIdx, so all threads of a block do the same."
                         : "is the index blockIdx.x alone, the same for all threads of a block?");
}

/// Elements that nobody wrote, whoever made the array: one of constant memory holds zeros.
std::size_t unset_elements(const Differences& found) {
  return std::max({found.poison, found.fresh, found.zeros});
}

/// Some launch has so many threads or blocks: then that is why so many elements were written.
bool is_of_launch(const Evidence& evidence, std::size_t number) {
  const auto fits = [number](const LaunchShape& launch) {
    const std::size_t threads = launch.block[0] * launch.block[1] * launch.block[2];
    const std::size_t blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
    return number == threads || number == blocks || number == threads * blocks;
  };
  const auto& launches = evidence.facts.launches;
  return launches && std::any_of(launches->begin(), launches->end(), fits);
}

/// A size in elements where bytes are counted: only the first n bytes came.
bool is_size_in_elements(const Evidence& evidence) {
  const Differences& found = evidence.found;
  const std::size_t bytes = found.element_bytes, unset = unset_elements(found);
  // An element of which some bytes came is telling; whole ones may be a block or a row by chance,
  // where there are any.
  const bool is_cut = unset + 1 == found.wrong && evidence.size() % bytes != 0;
  const std::size_t least = is_cut || evidence.nothing_launched() ? 8 : 64;
  return bytes > 1 && evidence.size() >= least && found.first == evidence.size() / bytes &&
         evidence.is_tail() && (is_cut || unset == found.wrong) &&
         !is_of_launch(evidence, found.first);
}

/// What came has the size of a pointer, in elements that are smaller.
bool is_size_of_pointer(const Evidence& evidence) {
  const Differences& found = evidence.found;
  const std::size_t bytes = found.element_bytes;
  return bytes > 1 && bytes < sizeof(void*) && found.first == sizeof(void*) / bytes &&
         evidence.size() >= 4 * sizeof(void*) && evidence.is_tail() &&
         unset_elements(found) == found.wrong && evidence.facts.launches &&
         !is_of_launch(evidence, found.first);
}

std::string size_in_elements(const Evidence& evidence) {
  return fmt::format(
      "Only the first {} of the array were set, as many bytes as it has elements: sizes of copies "
      "are in bytes, n * sizeof(the element).",
      counted(evidence.size(), "byte"));
}

/// The tail begins where the launch says that threads, a block or a warp end.
std::string tail_of_launch(const Evidence& evidence) {
  const std::size_t first = evidence.found.first, in_block = evidence.threads_in_block();
  if (evidence.threads() == first) {
    return too_few_threads(evidence);
  }
  if (evidence.blocks() > 1 && first == in_block) {
    return first_block_only(evidence);
  }
  if (in_block > 1 && first == evidence.blocks()) {
    return one_element_a_block(evidence);
  }
  return in_block > 32 && first == 32
             ? "Only the first 32 elements, those of one warp, were written."
             : "";
}

std::string untouched_tail(const Evidence& evidence) {
  const std::size_t first = evidence.found.first;
  if (!evidence.facts.launches && evidence.layout.block_x > 1 && first == evidence.layout.block_x) {
    return first_block_only(evidence);
  }
  if (evidence.threads() >= evidence.size()) {
    return fmt::format(
        "Everything from element {} on was never written, though {} are threads enough: what keeps "
        "those of the last elements from storing?",
        first, launch_text(evidence));
  }
  return fmt::format("Everything from element {} on was never written: {}", first,
                     evidence.facts.launches
                         ? "which threads are to write it, and what do they do?"
                         : "too few threads? The number of blocks must be rounded up.");
}

/// The written part of a matrix is its upper left corner of `rows` x `cols`.
std::optional<std::pair<std::size_t, std::size_t>> written_corner(const Evidence& evidence) {
  const std::size_t cols = evidence.layout.cols, rows = evidence.layout.rows;
  std::size_t corner_rows = 0, corner_cols = 0;
  while (corner_rows < rows && !evidence.is_wrong(corner_rows * cols)) {
    ++corner_rows;
  }
  while (corner_cols < cols && !evidence.is_wrong(corner_cols)) {
    ++corner_cols;
  }
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    const bool inside = i / cols < corner_rows && i % cols < corner_cols;
    if (inside == evidence.is_wrong(i)) {
      return std::nullopt;
    }
  }
  return std::pair(corner_rows, corner_cols);
}

std::string missing_lines(const Evidence& evidence, std::size_t corner_rows,
                          std::size_t corner_cols) {
  const std::size_t rows = evidence.layout.rows, cols = evidence.layout.cols;
  const LaunchShape* launch = evidence.only_launch();
  const std::size_t reach_x = launch == nullptr ? 0 : launch->grid[0] * launch->block[0];
  const std::size_t reach_y = launch == nullptr ? 0 : launch->grid[1] * launch->block[1];
  const std::string what =
      corner_cols == cols ? fmt::format("Rows from {} on were never written", corner_rows)
      : corner_rows == rows
          ? fmt::format("Columns from {} on were never written, in no row", corner_cols)
          : fmt::format("Only the first {} and {} were written", counted(corner_rows, "row"),
                        counted(corner_cols, "column"));
  if (launch == nullptr) {
    return what + ": does the grid reach as far as the matrix, in x and in y?";
  }
  const std::string grid =
      fmt::format("the grid has {} threads along x and {} along y", reach_x, reach_y);
  const bool is_short = reach_x < cols || reach_y < rows;
  if (is_short && reach_x >= rows && reach_y >= cols) {
    return fmt::format(
        "{}: {}, enough for the rows in x and for the columns in y. x is meant to run along the "
        "columns: are the two exchanged in the grid?",
        what, grid);
  }
  return is_short
             ? fmt::format("{}: {}, for {} columns and {} rows.", what, grid, cols, rows)
             : fmt::format("{}, though {}: what keeps these threads from storing?", what, grid);
}

std::string untouched_lines(const Evidence& evidence) {
  if (!evidence.is_matrix()) {
    return {};
  }
  const auto corner = written_corner(evidence);
  return corner && corner->first > 0 && corner->second > 0
             ? missing_lines(evidence, corner->first, corner->second)
             : std::string();
}

/// Written are the elements begin, begin + step, ... and no others; nothing if there is no such
/// step.
std::optional<std::pair<std::size_t, std::size_t>> written_steps(const Evidence& evidence) {
  std::size_t begin = 0;
  while (begin < evidence.size() && evidence.is_wrong(begin)) {
    ++begin;
  }
  std::size_t next = begin + 1;
  while (next < evidence.size() && evidence.is_wrong(next)) {
    ++next;
  }
  if (next >= evidence.size() || next - begin < 2 || begin >= next - begin) {
    return std::nullopt;
  }
  const std::size_t step = next - begin;
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    if ((i % step == begin) == evidence.is_wrong(i)) {
      return std::nullopt;
    }
  }
  return std::pair(begin, step);
}

std::string every_few_untouched(const Evidence& evidence) {
  const auto steps = written_steps(evidence);
  if (!steps || evidence.size() < 2 * steps->second + 1) {
    return {};
  }
  const auto [begin, step] = *steps;
  if (step == evidence.threads_in_block() && begin == 0) {
    return fmt::format(
        "Only one element of {} was written, that of the first thread of each block: what keeps "
        "the other threads from storing?",
        step);
  }
  if (step == 32 && begin == 0) {
    return "Only one element of 32 was written, that of the first lane of each warp: what keeps "
           "the "
           "other lanes from storing?";
  }
  return fmt::format(
      "Only every {} element was written ({}, {}, {}, ...): is the index multiplied by {}, or the "
      "step of a loop too large?",
      step == 2   ? "second"
      : step == 3 ? "third"
                  : fmt::format("{}th", step),
      begin, begin + step, begin + 2 * step, step);
}

std::string untouched_head(const Evidence& evidence) {
  const std::size_t count = evidence.found.wrong;
  if (evidence.found.first != 0 || evidence.found.last + 1 != count) {
    return {};
  }
  if (count == 1) {
    return "The first element was never written: is the case of index 0 left out, or does the "
           "index "
           "begin at 1?";
  }
  if (evidence.blocks() > 1 && count == (evidence.blocks() - 1) * evidence.threads_in_block()) {
    return "Only the last block's elements were written.";
  }
  return fmt::format("The first {} elements were never written.", count_text(count));
}

/// All of the border of a matrix, and nothing but it.
bool is_border(const Evidence& evidence) {
  const std::size_t rows = evidence.layout.rows, cols = evidence.layout.cols;
  if (!evidence.is_matrix() || rows < 4 || cols < 4) {
    return false;
  }
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    const std::size_t row = i / cols, col = i % cols;
    const bool border = row == 0 || col == 0 || row + 1 == rows || col + 1 == cols;
    if (border != evidence.is_wrong(i)) {
      return false;
    }
  }
  return true;
}

std::string untouched_gaps(const Evidence& evidence) {
  if (evidence.is_tail() && !evidence.is_matrix()) {
    if (std::string sentence = tail_of_launch(evidence); !sentence.empty()) {
      return sentence;
    }
  }
  if (is_size_in_elements(evidence)) {
    return size_in_elements(evidence);
  }
  for (const auto& recogniser : {untouched_lines, every_few_untouched, untouched_head}) {
    if (std::string sentence = recogniser(evidence); !sentence.empty()) {
      return sentence;
    }
  }
  if (is_border(evidence)) {
    return "The elements on the border of the matrix were never written, all others are right: "
           "which "
           "threads are to write them?";
  }
  if (evidence.found.wrong == 1 && evidence.found.last + 1 == evidence.size()) {
    return "The last element was never written: is a comparison < where it should be <=, or is 1 "
           "taken off the size?";
  }
  return evidence.is_tail()
             ? untouched_tail(evidence)
             : "The wrong elements were never written: which thread should have written them, and "
               "what kept it from doing so?";
}

}  // namespace

std::string untouched_elements(const Evidence& evidence) {
  const Differences& found = evidence.found;
  if (found.has_views() && is_size_of_pointer(evidence)) {
    return "Only the first 8 bytes of the array were set, as many as a pointer has: sizeof of a "
           "pointer is not the size of the array that it points to.";
  }
  if (found.poison == 0 && found.has_views() && is_size_in_elements(evidence)) {
    return size_in_elements(evidence);
  }
  if (found.poison == 0) {
    return {};
  }
  if (evidence.all_wrong() && evidence.only_untouched()) {
    return nothing_written(evidence);
  }
  if (evidence.only_untouched() && found.has_views()) {
    return untouched_gaps(evidence);
  }
  return is_size_in_elements(evidence) ? size_in_elements(evidence)
                                       : fmt::format("{} of the wrong elements were never written.",
                                                     count_text(found.poison));
}

}  // namespace warpschool::harness::detail
