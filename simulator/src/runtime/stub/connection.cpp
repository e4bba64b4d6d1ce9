// Sends calls over the lane of the calling thread.
#include "runtime/stub/connection.hpp"

#include "warpschool/sim/memory.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace warpschool::sim::runtime::stub {
namespace {

using wire::Change;
using wire::Reader;
using wire::Writer;

/// Where device addresses lie (memory/window.cpp): taken here too, so that host code that follows
/// one is stopped.
constexpr std::uintptr_t kDeviceWindow = 0x2000'0000'0000u;

std::atomic<std::uint64_t> g_calls{0};
std::atomic<std::uint64_t> g_last_call{~std::uint64_t{0}};
std::atomic<void (*)(const void*)> g_reached{nullptr};

struct Connection {
  wire::Lanes* lanes = nullptr;
  std::byte* shared = nullptr;
  std::atomic<bool> open{false};
};
Connection g_connection;

std::mutex g_slots_mutex;
bool g_taken[wire::kLanes];
bool g_used[wire::kLanes];
std::recursive_mutex g_lane_mutexes[wire::kLanes];  ///< threads beyond the last lane share that one

thread_local bool t_inside = false;

/// What calls of a thread are put together in. It is there before it is needed: a handler of memory
/// faults asks the device too, when the program has ruined its heap.
struct Rooms {
  static constexpr std::size_t kBytes = 4096;
  std::array<std::vector<std::byte>, 4> all;
  Rooms() {
    for (std::vector<std::byte>& room : all) {
      room.reserve(kBytes);
    }
  }
};
thread_local Rooms* t_rooms = nullptr;

/// The calling thread's lane, given back at its end.
struct Slot {
  int number = -1;
  bool is_own = false;
  ~Slot() {
    delete std::exchange(t_rooms, nullptr);
    if (is_own) {
      const std::lock_guard<std::mutex> lock(g_slots_mutex);
      g_taken[number] = false;
    }
  }
};
thread_local Slot t_slot;

/// @return true if another thread had the lane before: its last error is none of this thread's
bool find_lane() {
  const std::lock_guard<std::mutex> lock(g_slots_mutex);
  const auto* const free = std::find(std::begin(g_taken), std::end(g_taken) - 1, false);
  t_slot.number = static_cast<int>(free - std::begin(g_taken));
  t_slot.is_own = t_slot.number + 1 < static_cast<int>(wire::kLanes);
  g_taken[t_slot.number] = true;
  const bool was_used = g_used[t_slot.number];
  g_used[t_slot.number] = true;
  return was_used && t_slot.is_own;
}

void make_change(const Change& change) {
  void* const place = wire::as_pointer(change.begin);
  switch (change.what) {
    case Change::What::kProtect:
      watch_memory_faults();
      note_protected(change.begin, change.bytes);
      ::mprotect(place, change.bytes, static_cast<int>(change.rights));
      break;
    case Change::What::kMap:
      ::mremap(g_connection.shared + change.offset, 0, change.bytes, MREMAP_MAYMOVE | MREMAP_FIXED,
               place);
      break;
    case Change::What::kReserve:
      // If it fails the old pages stay: that only a wrong access of host code could see.
      static_cast<void>(::mmap(place, change.bytes, PROT_NONE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0));
      break;
    case Change::What::kRelease:
      ::munmap(place, change.bytes);
      break;
  }
}

void make_changes(Reader& in) {
  const auto count = in.get<std::uint32_t>();
  for (std::uint32_t i = 0; i < count; ++i) {
    make_change(in.get<Change>());
  }
}

/// Sends, and answers what is asked until the reply is there.
void transact(wire::Lane& lane, const Writer& message, std::vector<std::byte>& reply,
              Reader& results) {
  wire::send(lane, message, wire::Side::kDevice);
  for (;;) {
    wire::receive(lane, wire::Side::kProgram, reply);
    Reader in(reply.data(), reply.size());
    const auto head = in.get<wire::Head>();
    make_changes(in);
    if (head.kind == wire::Kind::kReply) {
      results = in;
      return;
    }
    Writer answer;
    wire::Head answered;
    answered.kind = wire::Kind::kAnswer;
    answered.what = head.what;
    answer.put(answered);
    answer_ask(static_cast<wire::Asked>(head.what), in, lane, answer);
    wire::send(lane, answer, wire::Side::kDevice);
  }
}

/// @param head of its message.
void count_call(const wire::Head& head) {
  if (++g_calls > g_last_call.load(std::memory_order_relaxed)) {
    if (void (*const reached)(const void*) = g_reached.exchange(nullptr); reached != nullptr) {
      const std::uint64_t place =
          head.launch_address != 0 ? head.launch_address : head.return_address;
      reached(wire::as_pointer(place));
    }
  }
}

void tell_device_of_new_thread() {
  Outgoing(wire::Special::kNewThread).send();
}

}  // namespace

bool connect(int lanes, int shared) {
  struct stat status {};
  if (g_connection.open || ::fstat(shared, &status) != 0) {
    return false;
  }
  const auto bytes = static_cast<std::size_t>(status.st_size);
  void* const all =
      ::mmap(nullptr, sizeof(wire::Lanes), PROT_READ | PROT_WRITE, MAP_SHARED, lanes, 0);
  void* const memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, shared, 0);
  if (all == MAP_FAILED || memory == MAP_FAILED) {
    return false;
  }
  // Where something lies there already that has to do.
  static_cast<void>(::mmap(wire::as_pointer(kDeviceWindow), kDeviceWindowBytes, PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
                           0));
  g_connection.lanes = static_cast<wire::Lanes*>(all);
  g_connection.shared = static_cast<std::byte*>(memory);
  g_connection.open = true;
  watch_memory_faults();
  return true;
}

bool is_connected() {
  return g_connection.open;
}

std::byte* shared_base() {
  return g_connection.shared;
}

std::uint64_t calls_so_far() {
  return g_calls;
}

void limit_calls(std::uint64_t calls, void (*reached)(const void*)) {
  g_reached = reached;
  g_last_call = g_calls + calls;
}

void forgive_call() {
  if (g_last_call.load(std::memory_order_relaxed) != ~std::uint64_t{0}) {
    ++g_last_call;
  }
}

bool is_inside() {
  return t_inside;
}

OutsideCall::OutsideCall() {
  t_inside = false;
}
OutsideCall::~OutsideCall() {
  t_inside = true;
}

/// A call within a call (of a function that a stream has called) finds no room, and makes some.
Outgoing::Outgoing(std::uint32_t what, const void* return_address) {
  if (t_rooms != nullptr) {
    arguments_ = wire::Writer(std::move(t_rooms->all[0]));
    prefetched_ = wire::Writer(std::move(t_rooms->all[1]));
    message_ = wire::Writer(std::move(t_rooms->all[2]));
    reply_ = std::move(t_rooms->all[3]);
  }
  head_.kind = wire::Kind::kCall;
  head_.what = what;
  head_.return_address = reinterpret_cast<std::uint64_t>(return_address);
}

Outgoing::~Outgoing() {
  if (t_rooms == nullptr) {
    return;
  }
  std::array<std::vector<std::byte>, 4> own{arguments_.take_room(), prefetched_.take_room(),
                                            message_.take_room(), std::move(reply_)};
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own.at(i).capacity() > t_rooms->all.at(i).capacity()) {
      t_rooms->all.at(i).swap(own.at(i));
    }
  }
}

void Outgoing::prefetch(const void* begin, std::size_t bytes) {
  std::vector<std::byte> copy(bytes);
  if (copy_guarded(copy.data(), begin, bytes)) {
    prefetched_.put(reinterpret_cast<std::uint64_t>(begin));
    prefetched_.put(std::uint64_t{bytes});
    prefetched_.bytes(copy.data(), bytes);
  }
}

cudaError_t Outgoing::send() {
  if (!g_connection.open) {
    return cudaErrorNoDevice;
  }
  if (t_inside) {
    return cudaErrorNotPermitted;  // a signal handler, in the midst of a call of this thread
  }
  if (t_slot.number < 0) {
    const bool is_new_thread = find_lane();
    t_rooms = new Rooms;
    if (is_new_thread) {
      tell_device_of_new_thread();
    }
  }
  count_call(head_);
  const auto number = static_cast<std::size_t>(t_slot.number);
  const std::lock_guard<std::recursive_mutex> lock(g_lane_mutexes[number]);
  const Origin origin = take_origin();
  head_.origin_line = origin.file == nullptr ? 0 : static_cast<std::uint32_t>(origin.line);
  head_.origin_element_bytes =
      static_cast<std::uint32_t>(std::min<std::size_t>(origin.element_bytes, 1u << 21));
  head_.prefetched_bytes = prefetched_.size();
  message_.put(head_);
  if (head_.origin_line != 0) {
    message_.text(origin.file);
  }
  message_.bytes(prefetched_.data(), prefetched_.size());
  message_.bytes(arguments_.data(), arguments_.size());
  if (message_.size() > wire::kMessageBytes) {
    return cudaErrorInvalidValue;
  }
  t_inside = true;
  transact(g_connection.lanes->lanes[number], message_, reply_, results_);
  t_inside = false;
  return cudaSuccess;
}

}  // namespace warpschool::sim::runtime::stub
