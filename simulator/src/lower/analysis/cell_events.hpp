// What a program does to each cell of its def-use chains (def_use.hpp), in the program's order.
#pragma once

#include "lower/analysis/frame_scalar.hpp"
#include "lower/program/program.hpp"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpschool::sim {

/// A register's slot, a scalar of the frame, or one of the two below.
using CellKey = FrameScalars::Key;

inline constexpr CellKey kMemoryCell = ~CellKey{0};  ///< all memory but scalars of the frame
/// What pointers may have made of scalars.
inline constexpr CellKey kThroughPointers = kMemoryCell - 1;

inline bool is_register(CellKey key) {
  return key < kNoSlot;
}

/// A step of the program at one cell.
struct CellEvent {
  std::uint32_t at = 0;
  bool sets = false;   ///< else it reads
  bool keeps = false;  ///< it may leave what was there
};

/// The events of all cells.
class CellEvents {
 public:
  CellEvents(const Program& program, const FrameScalars& scalars);

  /// In the order in which the program comes to them.
  const std::vector<CellKey>& keys() const { return keys_; }
  const std::vector<CellEvent>& of(CellKey key) const { return events_.at(key); }

 private:
  void collect_scalars();
  void collect(std::uint32_t at);
  void collect_scalar(std::uint32_t at);
  void add(CellKey key, const CellEvent& event);

  const Program& program_;
  const FrameScalars& scalars_;
  std::vector<std::pair<CellKey, std::uint32_t>> all_scalars_;  ///< with their bytes, by key
  std::unordered_map<CellKey, std::vector<CellEvent>> events_;
  std::vector<CellKey> keys_;
};

}  // namespace warpschool::sim
