// Allocations in ascending order of their begins.
//
// A search touches few cache lines: the begins lie side by side. They are cut into pieces, so that
// a program with a million allocations adds and removes one without moving all the others.
#pragma once

#include "warpschool/sim/memory.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace warpschool::sim {

class AddressIndex {
 public:
  /// The last allocation that begins at or before the address, or nullptr.
  Allocation* last_at_or_before(DeviceAddress address) const;
  /// The first allocation that begins behind the address, or nullptr.
  Allocation* first_after(DeviceAddress address) const;
  /// An allocation that shares a byte with [begin, begin + bytes), or nullptr.
  Allocation* overlapping(DeviceAddress begin, std::uint64_t bytes) const;

  Allocation* insert(std::unique_ptr<Allocation> allocation);
  /// nullptr if no allocation begins there.
  std::unique_ptr<Allocation> remove(DeviceAddress begin);
  void clear();

  template <class F>
  void for_each(F&& body) const {
    for (const Piece& piece : pieces_) {
      for (const auto& allocation : piece.allocations) {
        body(*allocation);
      }
    }
  }

 private:
  struct Piece {
    std::vector<DeviceAddress> begins;
    std::vector<std::unique_ptr<Allocation>> allocations;
  };

  std::size_t piece_of(DeviceAddress address) const;
  void split(std::size_t piece);

  std::vector<DeviceAddress> firsts_;  ///< of each piece the first begin; no piece is empty
  std::vector<Piece> pieces_;
};

}  // namespace warpschool::sim
