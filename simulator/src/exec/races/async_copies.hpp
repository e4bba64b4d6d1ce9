// Asynchronous copies into shared memory (cp.async; PTX ISA, section 9.7.9.25) that nobody has
// waited for yet. Their data is there at once; a program must not rely on it. Only for the checks.
#pragma once

#include "exec/access/access.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpschool::sim {

/// Those of one block, by thread and by words of shared memory.
class AsyncCopies {
 public:
  struct Piece {
    std::uint32_t word = 0, words = 0;
    std::uint32_t group = 0;  ///< of its thread: groups are counted as they are committed
  };

  void clear();
  bool any() const { return in_flight_ != 0; }
  bool holds(std::uint64_t word) const { return word < words_.size() && words_[word] != 0; }

  void begin(std::uint32_t thread, std::uint64_t word, std::uint32_t words);
  void commit(std::uint32_t thread);
  /// Takes out what arrives when the thread waits.
  /// @param newest groups that it does not wait for; copies that were not committed it does not
  /// wait for either, unless this is kNoIndex (cp.async.wait_all).
  std::vector<Piece> wait(std::uint32_t thread, std::uint32_t newest);

 private:
  struct Thread {
    std::uint32_t committed = 0;
    std::vector<Piece> pieces;
  };
  Thread& of(std::uint32_t thread);

  std::vector<Thread> threads_;
  std::vector<std::uint8_t> words_;  ///< in flight?
  std::size_t in_flight_ = 0;        ///< words
};

/// The store of a cp.async, whose pattern is in warp.delta.
void check_async_copy(Warp& warp, const AccessRequest& request);
void check_async_commit(Warp& warp, LaneMask lanes);
void check_async_wait(Warp& warp, LaneMask lanes, std::uint32_t newest);

/// An access to shared memory. Throws GuestFault if a copy may still be writing there.
void check_copies(const Warp& warp, const AccessRequest& request, const MemorySite& site);

}  // namespace warpschool::sim
