// Right values that stand in wrong places.
#include "mistakes/recogniser.hpp"
#include "warpschool/screen/figures.hpp"

#include <cmath>
#include <cstdint>
#include <fmt/format.h>

namespace warpschool::harness::detail {
namespace {

using Place = std::int64_t;

constexpr std::size_t kLeastMoved = 3;  ///< elements that must bear a pattern out

/// got[i] is what belongs at place_of(i), for all elements that differ and have such a place, with
/// at most `without` that have none.
template <class PlaceOf>
bool is_moved(const Evidence& evidence, std::size_t without, const PlaceOf& place_of,
              std::size_t least = kLeastMoved) {
  std::size_t borne_out = 0, placeless = 0;
  for (std::size_t i = evidence.found.first; i <= evidence.found.last; ++i) {
    if (!evidence.is_wrong(i)) {
      continue;
    }
    const Place place = place_of(i);
    if (place < 0 || place >= static_cast<Place>(evidence.size())) {
      if (++placeless > without) {
        return false;
      }
    } else if (!evidence.found.holds(static_cast<std::size_t>(place), i)) {
      return false;
    } else {
      ++borne_out;
    }
  }
  return borne_out >= least;
}

/// Elements that are right where they are must be so under the pattern as well: most of them are
/// wrong then.
bool is_mostly_wrong(const Evidence& evidence) {
  return evidence.found.wrong * 2 > evidence.size();
}

bool is_shifted(const Evidence& evidence, Place by) {
  const auto distance = static_cast<std::size_t>(by < 0 ? -by : by);
  return distance < evidence.size() &&
         is_moved(evidence, distance, [by](std::size_t i) { return static_cast<Place>(i) - by; });
}

/// A sum of what comes before begins with 0 if the element itself does not count.
std::string shifted_by_one(const Evidence& evidence, bool earlier) {
  const std::size_t last = evidence.size() - 1;
  if (earlier && evidence.found.got(0) == 0 && evidence.found.want(0) != 0) {
    return "Each value is what belongs one place earlier, and the first is 0: of running sums that "
           "is the exclusive one, which leaves the element itself out. Here it counts.";
  }
  if (!earlier && evidence.found.want(0) == 0 && evidence.found.got(last) != 0) {
    return "Each value is what belongs one place later, and 0 should stand first: of running sums "
           "that is the inclusive one, which counts the element itself. Here it does not.";
  }
  return fmt::format("Each value is what belongs one place {}: the index is off by one.",
                     earlier ? "earlier" : "later");
}

std::string shifted(const Evidence& evidence) {
  for (const Place by : {1, -1}) {
    if (is_shifted(evidence, by)) {
      return shifted_by_one(evidence, by > 0);
    }
  }
  const auto cols = static_cast<Place>(evidence.layout.cols);
  for (const Place by : {cols, -cols}) {
    if (evidence.is_matrix() && cols > 1 && is_shifted(evidence, by)) {
      return fmt::format("Each value is what belongs one row {}: the row is off by one.",
                         by > 0 ? "higher" : "lower");
    }
  }
  for (const std::size_t size : evidence.block_sizes()) {
    for (const Place by : {static_cast<Place>(size), -static_cast<Place>(size)}) {
      if (is_shifted(evidence, by)) {
        return fmt::format(
            "Each value is what belongs {} places {}, a whole block of threads: the block's number "
            "is off by one.",
            size, by > 0 ? "earlier" : "later");
      }
    }
  }
  return {};
}

std::string reversed(const Evidence& evidence) {
  const auto last = static_cast<Place>(evidence.size()) - 1;
  const bool is = is_mostly_wrong(evidence) && is_moved(evidence, 0, [last](std::size_t i) {
                    return last - static_cast<Place>(i);
                  });
  return is ? "The values are right but in reverse order: what belongs at the end stands at the "
              "beginning."
            : "";
}

std::string transposed(const Evidence& evidence) {
  const std::size_t rows = evidence.layout.rows, cols = evidence.layout.cols;
  const bool is =
      evidence.is_matrix() && rows > 1 && cols > 1 && is_moved(evidence, 0, [&](std::size_t i) {
        return static_cast<Place>((i % rows) * cols + i / rows);
      });
  return is ? "Rows and columns are exchanged: the values are those of the transposed matrix, row "
              "by "
              "row."
            : "";
}

std::string neighbours_exchanged(const Evidence& evidence) {
  const bool is = is_mostly_wrong(evidence) &&
                  is_moved(evidence, 1, [](std::size_t i) { return static_cast<Place>(i ^ 1U); });
  return is ? "Of each pair of neighbours one stands where the other belongs." : "";
}

/// `fits(got)` for all elements that differ.
template <class Predicate>
bool all_wrong_hold(const Evidence& evidence, const Predicate& fits) {
  for (std::size_t i = evidence.found.first; i <= evidence.found.last; ++i) {
    if (evidence.is_wrong(i) && !fits(evidence.found.got(i))) {
      return false;
    }
  }
  return true;
}

/// A whole number may stand in two places by chance, a fraction does not.
bool is_fraction(double value) {
  return std::trunc(value) != value;
}

std::string like_the_first_block(const Evidence& evidence) {
  const Differences& found = evidence.found;
  const std::size_t least =
      is_fraction(found.got(found.first)) && is_fraction(found.got(found.last)) ? 1 : kLeastMoved;
  for (const std::size_t size : evidence.block_sizes()) {
    if (evidence.size() > size && found.first >= size && found.first % size == 0 &&
        is_moved(
            evidence, 0, [size](std::size_t i) { return static_cast<Place>(i % size); }, least)) {
      const bool unused = evidence.facts.uses_block_index && !*evidence.facts.uses_block_index;
      return fmt::format("Each block of {} elements holds what belongs to the first block: {}",
                         size,
                         unused ? "no kernel uses blockIdx."
                                : "the block's number is missing where the values come from.");
    }
  }
  return {};
}

/// 0, 1 and -1 stand anywhere for many reasons: that one of them belongs first tells nothing.
bool are_plain(const Evidence& evidence) {
  const double first = evidence.found.got(evidence.found.first);
  return std::fabs(first) <= 1 && !is_fraction(first) &&
         all_wrong_hold(evidence, [first](double got) { return got == first; });
}

/// All that differ hold what belongs to the beginning of their group.
std::string one_value_a_group(const Evidence& evidence) {
  if (are_plain(evidence)) {
    return {};
  }
  if (is_mostly_wrong(evidence) && is_moved(evidence, 0, [](std::size_t) { return Place{0}; })) {
    return "All elements hold what belongs to the first: the index that is read is always 0.";
  }
  for (const std::size_t size : evidence.block_sizes()) {
    if (size > 1 && evidence.size() > size && is_mostly_wrong(evidence) &&
        is_moved(evidence, 0,
                 [size](std::size_t i) { return static_cast<Place>(i / size * size); })) {
      return fmt::format(
          "All {} elements of a block hold what belongs to its first: the thread's number is "
          "missing "
          "where the values come from.",
          size);
    }
  }
  return {};
}

/// Values that tell places apart: a pattern of places says nothing of an array of equal values.
bool has_distinct_values(const Evidence& evidence) {
  constexpr std::size_t kLooked = 64;
  const std::size_t looked = std::min(evidence.size(), kLooked);
  std::size_t changes = 0;
  for (std::size_t i = 1; i < looked; ++i) {
    changes += evidence.found.want(i) != evidence.found.want(i - 1) ? 1U : 0U;
  }
  return changes * 2 >= looked;
}

}  // namespace

std::string moved_values(const Evidence& evidence) {
  if (evidence.found.scalar || !evidence.found.has_views() || evidence.found.poison > 0 ||
      !has_distinct_values(evidence)) {
    return {};
  }
  // Of two blocks the second is both like the first and shifted by one.
  for (const auto& recogniser : {like_the_first_block, shifted, transposed, reversed,
                                 one_value_a_group, neighbours_exchanged}) {
    if (std::string sentence = recogniser(evidence); !sentence.empty()) {
      return sentence;
    }
  }
  return {};
}

}  // namespace warpschool::harness::detail
