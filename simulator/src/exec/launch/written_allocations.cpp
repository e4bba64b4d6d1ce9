// Finds the allocations that a launch may write.
#include "exec/launch/written_allocations.hpp"

#include <cstring>

namespace warpschool::sim {
namespace {

/// Neither memory of the device nor of the host is made below.
constexpr std::uint64_t kFirstLikelyAddress = std::uint64_t{1} << 32;

/// An address, what it points to. Arrays are walked down from their ends, and addresses before the
/// begin are computed with, for indices from 1 on: of those it is not known.
struct Pointed {
  const Allocation* to = nullptr;
  bool is_number = false;
};

Pointed pointed_by(const Memory& memory, std::uint64_t value) {
  if (value < kFirstLikelyAddress) {
    return {nullptr, true};
  }
  const Allocation* const found = memory.find(value);
  if (found != nullptr) {
    return {found, false};
  }
  const Allocation* const ended = memory.find(value - 1);
  const bool is_near =
      ended != nullptr || memory.in_device_window(value) || memory.nearest(value, 1).has_value();
  return {ended, !is_near};
}

std::uint64_t value_of(const AddressSource& source, std::span<const std::byte> parameters) {
  std::uint64_t value = source.value;
  if (source.kind == AddressSource::Kind::kParameter) {
    std::memcpy(&value, parameters.data() + source.value, sizeof value);
  }
  return value;
}

}  // namespace

std::optional<std::vector<DeviceAddress>> written_allocations(
    const Memory& memory, const WrittenMemory& kernel, std::span<const std::byte> parameters) {
  const std::vector<AddressSource>& sources = kernel.sources();
  WrittenMemory::Sources addresses = 0;
  std::vector<DeviceAddress> begins(sources.size());
  for (std::size_t n = 0; n < sources.size(); ++n) {
    const Pointed pointed = pointed_by(memory, value_of(sources[n], parameters));
    if (pointed.to == nullptr && !pointed.is_number) {
      return std::nullopt;
    }
    addresses |= WrittenMemory::Sources{pointed.is_number ? 0u : 1u} << n;
    begins[n] = pointed.is_number ? 0 : pointed.to->begin;
  }
  const std::optional<WrittenMemory::Sources> written = kernel.written(addresses);
  if (!written) {
    return std::nullopt;
  }
  std::vector<DeviceAddress> result;
  for (std::size_t n = 0; n < sources.size(); ++n) {
    if ((*written >> n & 1u) != 0) {
      result.push_back(begins[n]);
    }
  }
  return result;
}

}  // namespace warpschool::sim
