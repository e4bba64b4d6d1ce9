// Reserves the range of device addresses in the host's address space.
#include "memory/window.hpp"

#include "warpschool/sim/memory.hpp"
#include "warpschool/support/assert.hpp"

#include <array>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace warpschool::sim {
namespace {

// Far from where Linux puts programs, heaps and libraries (x86-64 and arm64 with 48-bit addresses).
constexpr DeviceAddress kFirstSlot = 0x0000'2000'0000'0000ull;
constexpr unsigned kSlots = 64;

std::mutex slots_mutex;
std::array<bool, kSlots> slots_taken{};

DeviceAddress address_of(unsigned slot) {
  return kFirstSlot + slot * kDeviceWindowBytes;
}

// The one place where a device address becomes a host pointer: only to tell mmap where.
void* pointer_to(DeviceAddress address) {
  return reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr)
}

bool reserve(DeviceAddress begin, std::uint64_t bytes) {
#if defined(__SANITIZE_THREAD__)
  static_cast<void>(begin);  // the thread sanitizer lets nobody else map memory there
  static_cast<void>(bytes);
  return false;
#else
  void* wanted = pointer_to(begin);
  void* got = mmap(wanted, bytes, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != MAP_FAILED && got != wanted) {
    munmap(got, bytes);
  }
  return got == wanted;
#endif
}

}  // namespace

Window::Window(std::uint64_t bytes) : bytes_(bytes) {
  WARPSCHOOL_ASSERT(bytes <= kDeviceWindowBytes, "a slot holds one window");
  const std::lock_guard lock(slots_mutex);
  while (slot_ < kSlots && slots_taken[slot_]) {
    ++slot_;
  }
  WARPSCHOOL_ASSERT(slot_ < kSlots, "no address range is left for another simulated device");
  slots_taken[slot_] = true;
  begin_ = address_of(slot_);
  reserved_ = reserve(begin_, bytes_);
}

bool is_host_address(DeviceAddress address) {
  constexpr DeviceAddress kFirstOfPrograms = 0x0000'5500'0000'0000ull;
  static const auto page = static_cast<DeviceAddress>(sysconf(_SC_PAGESIZE));
  unsigned char unused = 0;
  return address >= kFirstOfPrograms || mincore(pointer_to(address / page * page), 1, &unused) == 0;
}

Window::~Window() {
  if (reserved_) {
    munmap(pointer_to(begin_), bytes_);
  }
  const std::lock_guard lock(slots_mutex);
  slots_taken[slot_] = false;
}

}  // namespace warpschool::sim
