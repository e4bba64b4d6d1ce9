// A range of device addresses, reserved in the host's address space without access. Host code that
// dereferences a device pointer faults at an address of this range, instead of reading something
// else.
#pragma once

#include "warpschool/sim/types.hpp"

#include <cstdint>

namespace warpschool::sim {

class Window {
 public:
  /// Takes the first free slot of the process, so that addresses are the same in every run. Where
  /// the reservation is refused (an address space limit, a sanitizer) the range is used all the
  /// same: nothing else is ever mapped there.
  explicit Window(std::uint64_t bytes);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  DeviceAddress begin() const { return begin_; }
  DeviceAddress end() const { return begin_ + bytes_; }
  bool contains(DeviceAddress address) const { return address - begin_ < bytes_; }

 private:
  DeviceAddress begin_ = 0;
  std::uint64_t bytes_ = 0;
  unsigned slot_ = 0;
  bool reserved_ = false;
};

/// True if the program has memory there, or the address lies where Linux puts programs, libraries
/// and stacks (the memory may be gone already). Of a device address the answer says nothing.
bool is_host_address(DeviceAddress address);

}  // namespace warpschool::sim
