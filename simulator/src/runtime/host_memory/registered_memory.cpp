// Keeps memory that cudaHostRegister has pinned.
#include "runtime/host_memory/registered_memory.hpp"

#include "runtime/base/addresses.hpp"
#include "runtime/base/remote_host.hpp"
#include "runtime/base/sizes.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/report/allocations_made.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

namespace warpschool::sim::runtime {

bool is_mapped(const void* host, std::size_t bytes) {
  if (RemoteHost* remote = remote_host(); remote != nullptr) {
    return remote->is_mapped(host, bytes);
  }
  static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  constexpr std::size_t kPagesAtOnce = 4096;
  std::array<unsigned char, kPagesAtOnce> unused;
  const std::uintptr_t end = plus(address_of(host), bytes);
  for (std::uintptr_t at = address_of(host) / page * page; at < end;) {
    const std::size_t rest = std::min<std::size_t>(end - at, kPagesAtOnce * page);
    if (::mincore(pointer_to(at), rest, unused.data()) != 0) {
      return false;
    }
    at += kPagesAtOnce * page;
  }
  return end != kTooLarge;
}

RegisteredMemory& registered_memory() {
  static RegisteredMemory& all = *new RegisteredMemory;  // static objects may use it at the end
  return all;
}

void RegisteredMemory::add(const void* begin, std::size_t bytes, const std::string& origin) {
  entries_.push_back({begin, bytes, origin});
}

void RegisteredMemory::remove(const void* begin) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.begin == begin; });
}

std::vector<RegisteredMemory::Entry> RegisteredMemory::take_freed() {
  const auto is_live = [](const Entry& entry) { return is_mapped(entry.begin, entry.bytes); };
  const auto freed = std::stable_partition(entries_.begin(), entries_.end(), is_live);
  std::vector<Entry> taken(freed, entries_.end());
  entries_.erase(freed, entries_.end());
  return taken;
}

void note_freed_registrations(Runtime& runtime) {
  if (registered_memory().empty()) {
    return;
  }
  for (const RegisteredMemory::Entry& entry : registered_memory().take_freed()) {
    runtime.recorder().note(fmt::format(
        "{} bytes that were registered{}{} were given back (by munmap, free, delete or the end of "
        "a vector) while they were still registered: a kernel or a copy may use them yet, and "
        "whatever the program keeps there next. Wait for the device, call cudaHostUnregister, and "
        "free then.",
        entry.bytes, entry.origin.empty() ? "" : " at ", entry.origin));
    runtime.guard().open({entry.begin, pointer_to(address_of(entry.begin) + entry.bytes)});
    if (const Allocation* gone = runtime.memory().find(address_of(entry.begin)); gone != nullptr) {
      note_release(*gone);
    }
    runtime.memory().release(address_of(entry.begin), nullptr);
    runtime.host_blocks().forget_flags(entry.begin);
  }
}

}  // namespace warpschool::sim::runtime
