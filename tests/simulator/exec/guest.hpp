// A device with the kernels of tests/golden/exec loaded, and short words for what the tests do with
// it.
#pragma once

#include "warpschool/sim/device.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace warpschool::sim {

inline std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw std::runtime_error("cannot read " + path);
  }
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Packs kernel parameters, each at its own alignment.
class Parameters {
 public:
  template <class... Values>
  explicit Parameters(Values... values) {
    (add(values), ...);
  }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  template <class T>
  void add(T value) {
    bytes_.resize((bytes_.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T));
    const auto* begin = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), begin, begin + sizeof(T));
  }
  std::vector<std::byte> bytes_;
};

class Guest {
 public:
  explicit Guest(const std::string& ptx, const std::string& name = "guest.ptx")
      : device(*find_profile("h200")) {
    Result<Module*> loaded = device.load(ptx, name);
    if (!loaded) {
      throw std::runtime_error(to_string(loaded.diagnostics().front()));
    }
    module = *loaded;
  }

  template <class T>
  DeviceAddress upload(const std::vector<T>& values) {
    const DeviceAddress address = allocate<T>(values.size());
    std::memcpy(device.memory().translate(address, values.size() * sizeof(T)), values.data(),
                values.size() * sizeof(T));
    return address;
  }
  template <class T>
  DeviceAddress allocate(std::size_t count) {
    return device.memory().allocate(count * sizeof(T), AllocationKind::kDevice)->begin;
  }
  template <class T>
  std::vector<T> download(DeviceAddress address, std::size_t count) {
    std::vector<T> values(count);
    std::memcpy(values.data(), device.memory().translate(address, count * sizeof(T)),
                count * sizeof(T));
    return values;
  }
  template <class... Values>
  LaunchOutcome launch(const std::string& kernel, Dim3 grid, Dim3 block, Values... values) {
    return device.launch(*module, kernel, LaunchConfig{grid, block, 0, false},
                         Parameters(values...).bytes());
  }

  Device device;
  Module* module = nullptr;
};

/// The kernels of tests/golden/exec/programs/blocks.cu.
inline Guest block_kernels() {
  return Guest(read_file(GOLDEN_DIR "/programs/blocks.ptx"), "blocks.ptx");
}

/// The kernels of tests/golden/exec/programs/kernels.cu.
inline Guest course_kernels() {
  return Guest(read_file(GOLDEN_DIR "/programs/kernels.ptx"), "kernels.ptx");
}

}  // namespace warpschool::sim
