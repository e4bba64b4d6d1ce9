// Earlier launches and copies that work which is still to come may be unordered with.
//
// Shadow entries name epochs of the device's clock (happens_before.hpp). Each launch has a span of
// them, each copy one, so an entry tells which piece of work it belongs to. Most work comes after
// all that was before: then nothing here is looked at.
#pragma once

#include "exec/races/happens_before.hpp"
#include "memory/shadow.hpp"
#include "warpschool/sim/fault.hpp"
#include "warpschool/sim/memory.hpp"
#include "warpschool/sim/work.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace warpschool::sim {

struct Program;

/// One side of a copy, and the shadow of the memory that it lies in.
struct CopiedSide {
  CopiedRows rows;
  DeviceAddress allocation = 0;  ///< its begin
  std::weak_ptr<Shadow> shadow;  ///< gone: so is the memory
};

/// One launch or copy that was.
struct PastWork {
  WorkName name() const;

  StreamNumber stream = kDefaultStreamNumber;  ///< the same three as in WorkOrder
  const char* api = "";
  const void* called_from = nullptr;
  const Program* program = nullptr;  ///< of a launch
  bool has_released = false;         ///< a launch that told others what it wrote: fences, atomics
  std::array<CopiedSide, 2> sides;   ///< of a copy or fill
  std::size_t side_count = 0;
};

/// The epochs of earlier work that is not ordered with the work that asks.
class UnorderedWork {
 public:
  bool empty() const { return spans_.empty(); }
  /// The first of them.
  Epoch first() const { return spans_.front().first; }
  bool holds(Epoch epoch) const {
    const bool is_known = epoch - known_.first <= known_.last - known_.first;
    return is_known ? answer_ : look_up(epoch);
  }
  void add(Epoch first, Epoch last);

 private:
  bool look_up(Epoch epoch) const;

  struct Span {
    Epoch first = 0, last = 0;
  };
  std::vector<Span> spans_;   ///< ascending
  mutable Span known_{0, 0};  ///< epochs with the same answer; 0 is nobody's
  mutable bool answer_ = false;
};

class StreamHistory {
 public:
  /// A piece of work begins. What is ordered with all that can come is forgotten.
  void begin(const WorkOrder& order);
  UnorderedWork unordered(const WorkOrder& order) const;
  /// @param first, last its epochs.
  void add(const WorkOrder& order, Epoch first, Epoch last, PastWork work);
  /// Everything counts as ordered with what comes.
  void forget();

  /// The epochs of one piece; nothing: forgotten.
  std::optional<std::pair<Epoch, Epoch>> epochs(std::uint64_t generation, std::uint32_t lane,
                                                std::uint32_t number) const;
  /// nullptr: forgotten.
  const PastWork* find(Epoch epoch) const {
    const bool is_found = epoch - found_.first <= found_.last - found_.first;
    return is_found && found_work_ != nullptr ? found_work_ : look_up(epoch);
  }
  /// The first epoch of the work that it is one of; 0: forgotten.
  Epoch begin_of(Epoch epoch) const { return find(epoch) == nullptr ? 0 : found_.first; }
  /// Copies that stand in no shadow yet and are not ordered with the work that asks are entered.
  void paint(const UnorderedWork& unordered);
  /// The first copy that touches what `side` does, one of them writing.
  /// @param address where they meet.
  const PastWork* find_copy(const UnorderedWork& unordered, const CopiedSide& side,
                            DeviceAddress& address, bool& writes) const;

 private:
  static constexpr std::size_t kMostWork = 512;  ///< older work counts as ordered

  /// What is asked of all work, apart from what is asked of some.
  struct Key {
    Epoch first = 0, last = 0;
    std::uint32_t lane = 0, number = 0;
    bool is_copy = false;
    bool is_painted = false;  ///< a copy that stands in the shadows
  };
  void forget_first();
  const PastWork* look_up(Epoch epoch) const;

  std::uint64_t generation_ = 0;
  std::deque<Key> keys_;             ///< by epoch
  std::deque<PastWork> work_;        ///< of these
  std::vector<std::uint32_t> last_;  ///< by lane
  mutable Key found_;                ///< asked for last
  mutable const PastWork* found_work_ = nullptr;
};

}  // namespace warpschool::sim
