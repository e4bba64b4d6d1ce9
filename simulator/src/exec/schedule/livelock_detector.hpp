// Finds loops that can never end: what a warp knows comes back as it was. The same registers and
// the same local memory at the same instruction make the same turn again, unless the loop reads
// memory that others may change meanwhile.
#pragma once

#include "exec/schedule/warp.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace warpschool::sim {

class LivelockDetector {
 public:
  enum class Answer : std::uint8_t {
    kNothing,
    kWaits,   ///< only another warp can end this loop, by what it writes
    kEndless  ///< nobody can
  };

  /// Thread instructions between two looks, and straight runs that one takes: together next to
  /// nothing beside the work they watch. Once another block was found in such a loop, looks pay.
  static constexpr std::uint64_t kLookEvery = 1u << 26, kLookSoon = 1u << 17;
  static constexpr unsigned kLooks = 4096;

  /// A block's turn begins, with so many thread instructions behind it.
  /// @param first_look how many more until the first look; 0 if the block was seen in such a loop.
  void begin_turn(std::uint64_t executed_threads, std::uint64_t first_look) {
    next_look_ = executed_threads + first_look;
    looks_left_ = 0;
  }
  /// Of executed_threads: when look() is to be called again.
  std::uint64_t next_look() const { return next_look_; }

  /// `warp` has executed the instructions [begin, end), a straight run.
  Answer look(const Warp& warp, std::uint32_t begin, std::uint32_t end,
              std::uint64_t executed_threads);

 private:
  void remember(const Warp& warp, std::uint32_t end);
  bool is_as_remembered(const Warp& warp, std::uint32_t end) const;

  std::uint64_t next_look_ = ~0ull;
  unsigned looks_left_ = 0;  ///< 0: nothing is remembered
  bool reads_ = false;       ///< what others may change, since it was remembered

  const Warp* warp_ = nullptr;
  std::uint32_t end_ = 0, writes_ = 0;
  LaneMask mask_ = 0, carry_ = 0;
  std::vector<std::byte> registers_, local_;
  std::vector<std::pair<std::uint32_t, LaneMask>> others_;  ///< the other splits
  std::shared_ptr<const CallFrame> frame_;
};

}  // namespace warpschool::sim
