// Keeps track of the device arrays that are alive in this worker.
#include "device_arrays.hpp"

#include "call_log.hpp"
#include "device_process.hpp"
#include "device_runtime.hpp"
#include "warpschool/harness/device_memory.hpp"
#include "warpschool/harness/student.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpschool::harness {
namespace {

constexpr unsigned char kGuard = 0xC3;
/// On both sides of every array; a block of 1024 threads that runs one too far with 4-byte elements
/// still hits it.
constexpr std::size_t kGuardBytes = 4096;

std::vector<const detail::DeviceBlock*>& live() {
  static std::vector<const detail::DeviceBlock*> blocks;
  return blocks;
}

std::uint64_t hash_bytes(const std::byte* data, std::size_t count) {
  std::array<std::uint64_t, 4> lanes{1, 2, 3, 4};
  std::size_t at = 0;
  for (; at + 32 <= count; at += 32) {
    for (std::size_t lane = 0; lane < 4; ++lane) {
      std::uint64_t word = 0;
      std::memcpy(&word, data + at + 8 * lane, 8);
      lanes[lane] = (lanes[lane] ^ word) * 0x9E3779B97F4A7C15ULL;
      lanes[lane] ^= lanes[lane] >> 29;
    }
  }
  for (; at < count; ++at) {
    lanes[0] = (lanes[0] ^ static_cast<std::uint64_t>(data[at])) * 0x100000001B3ULL;
  }
  return lanes[0] ^ (lanes[1] * 3) ^ (lanes[2] * 5) ^ (lanes[3] * 7);
}

std::string name_of(std::size_t elements, bool constant) {
  return std::string(constant ? "an input array" : "an output array") + " of " +
         std::to_string(elements) + (elements == 1 ? " element" : " elements");
}

/// Index of the first guard byte that changed, or -1.
long first_change(const std::vector<unsigned char>& guard) {
  const auto changed =
      std::find_if(guard.begin(), guard.end(), [](unsigned char byte) { return byte != kGuard; });
  return changed == guard.end() ? -1 : changed - guard.begin();
}

// The harness's own copies, told apart from the submission's.
void copy_in(void* device, const void* host, std::size_t bytes) {
  device::copy_to_device(device, host, bytes);
  Copies& copies = call_log().harness_copies;
  copies.host_to_device += bytes > 0 ? 1U : 0U;
  copies.bytes += bytes;
}

void copy_out(void* host, const void* device, std::size_t bytes) {
  device::copy_to_host(host, device, bytes);
  Copies& copies = call_log().harness_copies;
  copies.device_to_host += bytes > 0 ? 1U : 0U;
  copies.bytes += bytes;
  copies.device_to_host_bytes += bytes;
}

}  // namespace

namespace detail {

void DeviceBlock::allocate() {
  // The simulator knows every allocation's exact bounds: guards inside the allocation would only
  // hide mistakes from it.
  guard_bytes_ = simulator().present() ? 0 : kGuardBytes;
  const std::size_t tail = guard_bytes_ == 0 ? 0 : guard_bytes_ + (256 - bytes_ % 256);
  base_ = static_cast<std::byte*>(device::allocate(guard_bytes_ + bytes_ + tail));
  data_ = base_ + guard_bytes_;
  if (guard_bytes_ > 0) {
    device::fill(base_, kGuard, guard_bytes_);
    device::fill(data_ + bytes_, kGuard, tail);
  }
}

DeviceBlock::DeviceBlock(std::size_t bytes, bool floating, std::size_t element_bytes)
    : bytes_(bytes), element_bytes_(element_bytes) {
  allocate();
  if (bytes > 0) {
    device::fill(data_, floating ? kFloatPoison : kIntegerPoison, bytes);
  }
  live().push_back(this);
}

DeviceBlock::DeviceBlock(const void* data, std::size_t bytes, bool constant,
                         std::size_t element_bytes)
    : bytes_(bytes), element_bytes_(element_bytes), constant_(constant) {
  allocate();
  if (bytes > 0) {
    copy_in(data_, data, bytes);
  }
  if (constant) {
    hash_ = hash_bytes(static_cast<const std::byte*>(data), bytes);
  }
  live().push_back(this);
}

DeviceBlock::DeviceBlock(SealedPart data, std::size_t bytes, bool constant,
                         std::size_t element_bytes)
    : bytes_(bytes), element_bytes_(element_bytes), constant_(constant), sealed_(data) {
  allocate();
  if (bytes > 0) {
    device::take_input(data_, data.offset, bytes);
  }
  live().push_back(this);
}

std::optional<std::uint32_t> give_output(const DeviceBlock& block, std::size_t begin,
                                         std::size_t bytes) {
  begin = std::min(begin, block.bytes());
  return device_process().present() ? std::optional(device::give_output(
                                          static_cast<const std::byte*>(block.data()) + begin,
                                          std::min(bytes, block.bytes() - begin)))
                                    : std::nullopt;
}

void copy_elements(const ElementsAt& from, const ElementsAt& to, std::size_t element_bytes,
                   std::size_t count) {
  for (const ElementsAt& side : {from, to}) {
    const std::size_t room = side.size - std::min(side.first, side.size);
    // Elements without a step between them are one.
    const std::size_t fit = room == 0 ? 0 : side.step == 0 ? 1 : (room - 1) / side.step + 1;
    count = std::min(count, fit);
  }
  if (count > 0) {
    const auto at = [&](const ElementsAt& side) {
      return const_cast<std::byte*>(static_cast<const std::byte*>(side.array)) +
             side.first * element_bytes;
    };
    // One element alone may have any step.
    const auto step = [&](const ElementsAt& side) {
      return count == 1 ? element_bytes : side.step * element_bytes;
    };
    device::copy_steps(at(to), step(to), at(from), step(from), element_bytes, count);
  }
}

DeviceBlock::DeviceBlock(DeviceBlock&& other) noexcept
    : base_(std::exchange(other.base_, nullptr)),
      data_(other.data_),
      bytes_(other.bytes_),
      element_bytes_(other.element_bytes_),
      guard_bytes_(other.guard_bytes_),
      constant_(other.constant_),
      hash_(other.hash_),
      sealed_(other.sealed_) {
  std::replace(live().begin(), live().end(), static_cast<const DeviceBlock*>(&other),
               static_cast<const DeviceBlock*>(this));
}

DeviceBlock::~DeviceBlock() {
  live().erase(std::remove(live().begin(), live().end(), this), live().end());
  if (base_ != nullptr) {
    device::release(base_);
  }
}

void DeviceBlock::copy_to(void* host, std::size_t bytes, std::size_t begin) const {
  begin = std::min(begin, bytes_);
  if (bytes > 0 && begin < bytes_) {
    copy_out(host, data_ + begin, std::min(bytes, bytes_ - begin));
  }
}

void DeviceBlock::verify(const char* function) const {
  const std::size_t elements = bytes_ / element_bytes_;
  if (base_ != nullptr && std::string_view(device::memory_kind(base_)) != "device memory") {
    throw StudentError(Trouble::kGivenBack, function);
  }
  if (guard_bytes_ > 0) {
    std::vector<unsigned char> guard(guard_bytes_);
    copy_out(guard.data(), data_ + bytes_, guard_bytes_);
    if (const long at = first_change(guard); at >= 0) {
      throw StudentError(
          Trouble::kGuardDamaged,
          std::string(function) + " wrote behind the end of " + name_of(elements, constant_) +
              ", to where element " +
              std::to_string(elements + static_cast<std::size_t>(at) / element_bytes_) +
              " would be.");
    }
    copy_out(guard.data(), base_, guard_bytes_);
    if (first_change(guard) >= 0) {
      throw StudentError(Trouble::kGuardDamaged, std::string(function) +
                                                     " wrote before the begin of " +
                                                     name_of(elements, constant_) + ".");
    }
  }
  if (constant_ && bytes_ > 0 && !is_unchanged()) {
    throw StudentError(Trouble::kInputChanged, std::string(function) + " changed " +
                                                   name_of(elements, true) +
                                                   "; inputs are to be read only.");
  }
}

bool DeviceBlock::is_unchanged() const {
  if (sealed_) {
    return device::is_input(data_, sealed_->offset, bytes_);
  }
  std::vector<std::byte> now(bytes_);
  copy_out(now.data(), data_, bytes_);
  return hash_bytes(now.data(), bytes_) == hash_;
}

void take_from_device(void* device, void* host, std::size_t bytes) {
  if (device == nullptr && bytes > 0) {
    throw StudentError(Trouble::kApiError, "gave a null pointer in place of device memory");
  }
  if (bytes > 0) {
    copy_out(host, device, bytes);
  }
  if (device != nullptr) {
    device::release(device);
  }
}

}  // namespace detail

std::string memory_kind(const void* pointer) {
  return pointer == nullptr ? "no memory" : device::memory_kind(pointer);
}

void verify_device_arrays(const char* function) {
  for (const detail::DeviceBlock* block : live()) {
    block->verify(function);
  }
}

}  // namespace warpschool::harness
