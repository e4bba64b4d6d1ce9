// What program and device say to each other, and the reading and writing of it.
//
//   program -> device   Call: head, arguments            Answer: head, what was asked for
//   device  -> program  Reply: head, changes, results    Ask: head, changes, what is asked for
//
// Numbers and structs of the API cross as their bytes: both sides are one build on one machine.
// A message that is shorter than what is read of it ends the connection (Malformed).
#pragma once

#include "runtime/wire/turns.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpschool::sim::runtime::wire {

class Malformed : public std::runtime_error {
 public:
  explicit Malformed(const char* what) : std::runtime_error(what) {}
};

enum class Kind : std::uint32_t { kCall = 1, kAnswer, kReply, kAsk };

/// Calls beside those of calls.def.
enum class Special : std::uint32_t {
  kRegisterFile = 10'000,  ///< image, where the object begins that it is linked into (or null)
  kLinkManaged,
  kRegisterFileEnd,
  kUnregisterFile,
  kRegisterKernel,
  kRegisterVariable,
  kRegisterTexture,
  kManagedSection,
  kShareBegin,  ///< memory of the program becomes memory of both
  kShareEnd,
  kRegisterMemory,
  kLaunch,
  kMark,     ///< Mark
  kFault,    ///< of host code: what is to be done?
  kStepped,  ///< the access that was let through is over
  kIdentity,
  kNewThread,
  kErrorSeen,
  kTakeInput,   ///< values of the judge come to device memory
  kIsInput,     ///< are they still there?
  kGiveOutput,  ///< values of device memory go to the judge
};

/// Where a call of the harness begins and ends, on the modelled clock.
enum class Mark : std::uint32_t { kBegin, kBeginUntimed, kEnd, kSettled };

enum class Asked : std::uint32_t {
  kRead = 1,
  kWrite,
  kLine,
  kIsMapped,
  kRestOfFrame,
  kTouchedPages,
  kHostFunction,
  kStreamCallback,
  kPrint,
  kWatchWaiting
};

/// What a fault of host code is answered with.
enum class FaultAnswer : std::uint32_t { kUnknown, kGoOn, kStepOver };

struct Head {
  Kind kind = Kind::kCall;
  std::uint32_t what = 0;              ///< number of the call, Special, or Asked
  std::uint64_t return_address = 0;    ///< of the call in the program
  std::uint64_t launch_address = 0;    ///< of the <<<>>> before it; 0: none
  std::uint64_t prefetched_bytes = 0;  ///< in front of the arguments: memory that the device needs
  /// Of an allocation, by the wrappers of origins.h; with a line its file's name comes first.
  std::uint32_t origin_line = 0;
  std::uint32_t origin_element_bytes = 0;
};

/// What the program has to do to its address space before it goes on.
struct Change {
  enum class What : std::uint32_t { kProtect, kMap, kReserve, kRelease };
  What what = What::kProtect;
  std::uint32_t rights = 0;
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
  std::uint64_t offset = 0;  ///< kMap: in the shared memory
};

/// The size of what crosses as its bytes. Of a handle that is the pointer itself.
template <class T>
inline constexpr std::size_t kBytesOf = sizeof(T);  // NOLINT(bugprone-sizeof-expression)

/// An address of the program, which crosses as a number.
inline void* as_pointer(std::uint64_t address) {
  return reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr): one it was
}

class Writer {
 public:
  Writer() = default;
  /// Writes into memory that is there already, as long as it is large enough.
  explicit Writer(std::vector<std::byte>&& room) : data_(std::move(room)) { data_.clear(); }
  std::vector<std::byte> take_room() { return std::move(data_); }
  void bytes(const void* data, std::size_t count) {
    const auto* begin = static_cast<const std::byte*>(data);
    data_.insert(data_.end(), begin, begin + count);
  }
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes(&value, kBytesOf<T>);
  }
  void text(const std::string& text) {
    put(static_cast<std::uint32_t>(text.size()));
    bytes(text.data(), text.size());
  }
  std::size_t size() const { return data_.size(); }
  const std::byte* data() const { return data_.data(); }
  void clear() { data_.clear(); }

 private:
  std::vector<std::byte> data_;
};

class Reader {
 public:
  Reader(const std::byte* data, std::size_t bytes) : at_(data), left_(bytes) {}
  const std::byte* bytes(std::size_t count) {
    if (count > left_) {
      throw Malformed("a message ends too early");
    }
    const std::byte* begin = at_;
    at_ += count;
    left_ -= count;
    return begin;
  }
  template <class T>
  T get() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(static_cast<void*>(&value), bytes(kBytesOf<T>), kBytesOf<T>);
    return value;
  }
  void* pointer() { return as_pointer(get<std::uint64_t>()); }
  std::string text() {
    const auto count = get<std::uint32_t>();
    return {reinterpret_cast<const char*>(bytes(count)), count};
  }
  std::size_t left() const { return left_; }

 private:
  const std::byte* at_;
  std::size_t left_;
};

/// Puts the message into the lane, whose turn the caller has. False: it is too long.
inline bool send(Lane& lane, const Writer& message, Side to) {
  if (message.size() > kMessageBytes) {
    return false;
  }
  std::memcpy(lane.message, message.data(), message.size());
  lane.message_bytes = static_cast<std::uint32_t>(message.size());
  pass_turn(lane, to);
  return true;
}

/// Waits for the turn and copies the message.
inline void receive(Lane& lane, Side own, std::vector<std::byte>& message, bool idle = false) {
  wait_for_turn(lane, own, idle);
  const std::uint32_t bytes = *const_cast<volatile std::uint32_t*>(&lane.message_bytes);
  message.resize(bytes <= kMessageBytes ? bytes : 0);
  std::copy_n(lane.message, message.size(), message.begin());
}

}  // namespace warpschool::sim::runtime::wire
