// What the arguments of a kernel point to, and which numbers they hold.
#include "runtime/api/launch_arguments.hpp"

#include "runtime/base/addresses.hpp"
#include "runtime/host_memory/registered_memory.hpp"

#include <cstring>

namespace warpschool::sim::runtime {
namespace {

/// Is `fits(word)` true of one of the arguments' words? Each 8 bytes may be a pointer, each 4 a
/// number.
template <class Word, class Fits>
bool any_argument(const Arguments& arguments, Fits fits) {
  for (std::size_t at = 0; at + sizeof(Word) <= arguments.size(); at += sizeof(Word)) {
    Word word = 0;
    std::memcpy(&word, arguments.data() + at, sizeof(word));
    if (fits(word)) {
      return true;
    }
  }
  return false;
}

void add_if_pinned(Runtime& runtime, DeviceAddress address, Sections& blocks) {
  const Allocation* held = runtime.memory().find(address);
  if (held != nullptr && held->kind == AllocationKind::kPinnedHost &&
      runtime.host_blocks().owns(pointer_to(held->begin))) {
    blocks.emplace_back(pointer_to(held->begin), pointer_to(held->begin + held->bytes));
  }
}

/// Pinned blocks that a kernel may write: it finds pointers in memory, and they may lead to any.
Sections all_pinned(Runtime& runtime) {
  Sections blocks;
  for (const void* block : runtime.host_blocks().on_pages()) {
    add_if_pinned(runtime, address_of(block), blocks);
  }
  return blocks;
}

}  // namespace

Sections pinned_arguments(Runtime& runtime, const Arguments& arguments) {
  Sections blocks;
  any_argument<DeviceAddress>(arguments, [&](DeviceAddress address) {
    add_if_pinned(runtime, address, blocks);
    return false;
  });
  return blocks;
}

Sections pinned_blocks_of(Runtime& runtime, const Found& kernel, const Arguments& arguments) {
  if (kernel.info->speaks_to_host) {
    return {};
  }
  return Device::stores_through_memory(*kernel.entry->file->module, kernel.entry->name)
             ? all_pinned(runtime)
             : pinned_arguments(runtime, arguments);
}

bool points_to_host_memory(Runtime& runtime, const Arguments& arguments) {
  const bool is_managed = any_argument<DeviceAddress>(arguments, [&](DeviceAddress address) {
    const Allocation* const held = runtime.memory().find(address);
    return held != nullptr && held->kind == AllocationKind::kManaged;
  });
  return is_managed || !pinned_arguments(runtime, arguments).empty();
}

bool is_near_an_argument(const Memory& memory, DeviceAddress address, const Arguments& arguments) {
  constexpr std::uint64_t kClose = std::uint64_t{1} << 30;
  return any_argument<DeviceAddress>(arguments, [&](DeviceAddress argument) {
    return address - argument + kClose < 2 * kClose && memory.find(argument) == nullptr;
  });
}

bool is_given(std::uint64_t number, const Arguments& arguments) {
  return any_argument<std::uint32_t>(arguments,
                                     [&](std::uint32_t given) { return given == number; });
}

}  // namespace warpschool::sim::runtime
