// Which memory a kernel can write at all: that through which pointers of its own stores go, found
// from the program before it runs. All other memory stays what it is while the kernel runs, so that
// nothing can race with reading it.
//
// A register is looked at as a whole, over all that is ever written to it, in all functions that
// the kernel reaches. Whatever is added to a pointer, the result points into the same object (ISO
// C++, section [expr.add]). So where a number is added to a pointer, the pointer says where the
// address lies. What comes out of memory may be another pointer, but not if it is added to one.
#pragma once

#include "lower/program/program.hpp"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpschool::sim {

/// Where a kernel may have an address from.
struct AddressSource {
  enum class Kind : std::uint8_t { kParameter, kVariable };
  Kind kind = Kind::kParameter;
  std::uint64_t value = 0;  ///< offset in the parameter buffer; address of a module's variable
};

class WrittenMemory {
 public:
  /// A bit for each of sources(), the first the lowest.
  using Sources = std::uint64_t;

  /// @param program need not outlive it.
  explicit WrittenMemory(const Program& program);

  /// All words of 8 bytes that the kernel reads of its parameters, and the variables that it names.
  const std::vector<AddressSource>& sources() const { return sources_; }
  /// Those whose memory the kernel may write; nothing: it may write any memory.
  /// @param addresses which of sources() hold addresses in this launch; the others hold numbers.
  std::optional<Sources> written(Sources addresses) const;

 private:
  /// What a register may hold: a set of these bits, and of those of sources. None: it is not
  /// reached yet.
  using Value = std::uint64_t;
  static constexpr Value kNumber = 1;   ///< no address, or one that was put together of parts
  static constexpr Value kLoaded = 2;   ///< what came out of memory: perhaps an address
  static constexpr Value kPrivate = 4;  ///< an address in shared or local memory
  static constexpr unsigned kSourceShift = 3, kMostSources = 60;

  enum class Rule : std::uint8_t { kJoin, kSum, kDifference };
  struct Transfer {
    Rule rule = Rule::kJoin;
    Value own = 0;                                ///< joined with what comes of the sources
    std::vector<std::uint32_t> targets, sources;  ///< cells
  };

  class Builder;

  std::vector<Value> solve(Sources addresses) const;
  static Value result(const Transfer& step, const std::vector<Value>& values);
  static bool is_address(Value value) { return value != 0 && (value & (kNumber | kLoaded)) == 0; }

  std::vector<AddressSource> sources_;
  std::vector<std::uint32_t> cell_of_source_;
  std::size_t cells_ = 0;
  std::vector<Transfer> steps_;
  std::vector<std::uint32_t> stores_;  ///< cells of the addresses that the kernel writes to
  bool is_known_ = true;               ///< false: it may write any memory
  mutable std::vector<std::pair<Sources, std::optional<Sources>>> answers_;
};

}  // namespace warpschool::sim
