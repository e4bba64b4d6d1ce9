// Lanes: shared memory in which a thread of the program and a thread of the device take turns.
//
// One side at a time has the turn. It writes one message and passes the turn on; the other side
// copies the message before it looks at it, as what lies in shared memory may change at any time.
// Who waits spins for some microseconds and sleeps then (futex).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace warpschool::sim::runtime::wire {

/// Both sides are built together; another version is refused.
inline constexpr std::uint32_t kVersion = 1;
inline constexpr unsigned kLanes = 32;
inline constexpr std::size_t kMessageBytes = std::size_t{64} << 10;
/// Through which memory of the program goes to the device and back.
inline constexpr std::size_t kStagingBytes = std::size_t{1} << 20;

enum class Side : std::uint32_t { kProgram = 0, kDevice = 1 };

struct Lane {
  alignas(64) std::atomic<std::uint32_t> turn;
  alignas(64) std::atomic<std::uint32_t> sleeping[2];  ///< that Side waits for the turn asleep
  alignas(64) std::uint32_t message_bytes;
  alignas(64) std::byte message[kMessageBytes];
  alignas(4096) std::byte staging[kStagingBytes];
};

struct Lanes {
  alignas(4096) std::uint32_t version;
  Lane lanes[kLanes];
};

/// Gives the turn to `to`.
void pass_turn(Lane& lane, Side to);
/// Waits for the turn of `side`. @param idle nothing is under way: sleep at once
void wait_for_turn(Lane& lane, Side side, bool idle = false);

}  // namespace warpschool::sim::runtime::wire
