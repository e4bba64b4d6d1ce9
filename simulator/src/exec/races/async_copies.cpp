// Keeps cp.async copies that no thread has waited for yet.
#include "exec/races/async_copies.hpp"

#include "exec/launch/grid.hpp"

#include <algorithm>
#include <utility>

namespace warpschool::sim {

void AsyncCopies::clear() {
  if (threads_.empty()) {
    return;  // as in nearly all kernels
  }
  threads_.clear();
  std::fill(words_.begin(), words_.end(), std::uint8_t{0});
  in_flight_ = 0;
}

AsyncCopies::Thread& AsyncCopies::of(std::uint32_t thread) {
  if (thread >= threads_.size()) {
    threads_.resize(thread + std::size_t{1});
  }
  return threads_[thread];
}

void AsyncCopies::begin(std::uint32_t thread, std::uint64_t word, std::uint32_t words) {
  if (word + words > words_.size()) {
    words_.resize(word + words);
  }
  std::fill_n(words_.begin() + static_cast<std::ptrdiff_t>(word), words, std::uint8_t{1});
  in_flight_ += words;
  Thread& owner = of(thread);
  owner.pieces.push_back({static_cast<std::uint32_t>(word), words, owner.committed});
}

void AsyncCopies::commit(std::uint32_t thread) {
  ++of(thread).committed;
}

std::vector<AsyncCopies::Piece> AsyncCopies::wait(std::uint32_t thread, std::uint32_t newest) {
  Thread& owner = of(thread);
  const bool all = newest == kNoIndex;
  const std::uint32_t end = newest < owner.committed ? owner.committed - newest : 0;
  const auto stays = [&](const Piece& piece) { return !all && piece.group >= end; };
  // Pieces ascend by group.
  const auto rest = std::find_if(owner.pieces.begin(), owner.pieces.end(), stays);
  std::vector<Piece> arrived(owner.pieces.begin(), rest);
  owner.pieces.erase(owner.pieces.begin(), rest);
  for (const Piece& piece : arrived) {
    std::fill_n(words_.begin() + piece.word, piece.words, std::uint8_t{0});
    in_flight_ -= piece.words;
  }
  return arrived;
}

namespace {

template <class Visit>
void for_each_lane(LaneMask lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1) {
    visit(static_cast<unsigned>(__builtin_ctz(lanes)));
  }
}

bool tracks(const Warp& warp) {
  return warp.watching && warp.grid->tracks_races;
}

[[noreturn]] void fail_in_flight(const Warp& warp, const AccessRequest& request, unsigned lane,
                                 DeviceAddress address, std::uint64_t word) {
  const Grid& grid = *warp.grid;
  const Block& block = *warp.block;
  GuestFault guest;
  guest.lanes = LaneMask{1} << lane;
  Fault& fault = guest.fault;
  fault.kind = FaultKind::kRace;
  fault.space = Space::kShared;
  fault.address = address;
  fault.access_bytes = request.bytes;
  fault.is_write = request.kind != AccessKind::kLoad;
  fault.is_atomic = request.kind == AccessKind::kAtomic;
  fault.allocation = grid.shared_allocation(address, request.bytes);
  fault.cause = RaceCause::kCopyInFlight;
  const shadow::Entry of_word = block.shared_writers[word];
  const shadow::Entry copy =
      of_word == shadow::kPerWord ? block.shared_byte_writers[4 * word] : of_word;
  RaceParty other;
  if (shadow::place_of(copy) != shadow::kUnknownPlace) {
    other.where = grid.location(shadow::place_of(copy));
  }
  Warp origin;
  origin.index = shadow::thread_of(copy) / kWarpSize;
  other.block = block.position();
  other.thread = block.thread_position(origin, shadow::thread_of(copy) % kWarpSize);
  other.is_write = true;
  fault.other = other;
  throw guest;
}

/// Gives the writers of a word another epoch: that of `now`.
void set_moment(Block& block, std::uint32_t word, shadow::Entry now) {
  const auto set = [&](shadow::Entry& writer) {
    writer = now | (writer & ((shadow::Entry{1} << shadow::kEpochShift) - 1));
  };
  if (block.shared_writers[word] != shadow::kPerWord) {
    set(block.shared_writers[word]);
    return;
  }
  for (std::size_t byte = 0; byte < 4; ++byte) {
    set(block.shared_byte_writers[std::size_t{word} * 4 + byte]);
  }
}

}  // namespace

void check_async_copy(Warp& warp, const AccessRequest& request) {
  if (!tracks(warp)) {
    return;
  }
  for_each_lane(request.active, [&](unsigned lane) {
    const auto address = request.first + static_cast<DeviceAddress>(std::int64_t{warp.delta[lane]});
    warp.block->copies.begin(warp.index * kWarpSize + lane, address / 4, request.bytes / 4);
  });
}

void check_async_commit(Warp& warp, LaneMask lanes) {
  if (tracks(warp)) {
    for_each_lane(lanes,
                  [&](unsigned lane) { warp.block->copies.commit(warp.index * kWarpSize + lane); });
  }
}

/// To other threads the copy counts as written now: what orders it must come behind the wait.
void check_async_wait(Warp& warp, LaneMask lanes, std::uint32_t newest) {
  if (!tracks(warp) || !warp.block->copies.any()) {
    return;
  }
  const shadow::Entry now = shadow::Entry{warp.grid->ordering->now()} << shadow::kEpochShift;
  warp.block->reads.settle(warp.block->order);
  warp.block->reads.note_write(warp.grid->ordering->now());
  for_each_lane(lanes, [&](unsigned lane) {
    for (const auto& piece : warp.block->copies.wait(warp.index * kWarpSize + lane, newest)) {
      for (std::uint32_t word = piece.word; word < piece.word + piece.words; ++word) {
        set_moment(*warp.block, word, now);
      }
    }
  });
}

void check_copies(const Warp& warp, const AccessRequest& request, const MemorySite& site) {
  const AsyncCopies& copies = warp.block->copies;
  if (!copies.any()) {
    return;
  }
  for_each_lane(request.active, [&](unsigned lane) {
    const auto address = request.first + static_cast<DeviceAddress>(std::int64_t{site.delta[lane]});
    for (std::uint64_t word = address / 4; word <= (address + request.bytes - 1) / 4; ++word) {
      if (copies.holds(word)) {
        fail_in_flight(warp, request, lane, address, word);
      }
    }
  });
}

}  // namespace warpschool::sim
