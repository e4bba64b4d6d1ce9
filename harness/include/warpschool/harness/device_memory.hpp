// Device memory for the worker's half of an exercise: poisoned outputs, guarded on both sides;
// inputs verified unchanged.
//
// This is all that the harness asks of CUDA; it is compiled once per backend
// (src/device_runtime.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpschool::harness {

namespace detail {

/// A part of the judge's inputs that the worker does not see.
struct SealedPart {
  std::uint64_t offset = 0;
};

/// One device allocation with guard zones. Registers itself so that every CALL verifies it.
class DeviceBlock {
 public:
  /// Poisoned, writable.
  DeviceBlock(std::size_t bytes, bool floating, std::size_t element_bytes);
  /// A copy of host data that the submission must leave as it is (or may write, if `constant` is
  /// false).
  DeviceBlock(const void* data, std::size_t bytes, bool constant, std::size_t element_bytes);
  /// The same of data that comes to the device from the judge.
  DeviceBlock(SealedPart data, std::size_t bytes, bool constant, std::size_t element_bytes);
  ~DeviceBlock();
  DeviceBlock(DeviceBlock&& other) noexcept;
  DeviceBlock& operator=(DeviceBlock&&) = delete;
  DeviceBlock(const DeviceBlock&) = delete;
  DeviceBlock& operator=(const DeviceBlock&) = delete;

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  void copy_to(void* host, std::size_t bytes, std::size_t begin = 0) const;
  /// Throws StudentError if a guard zone or a constant input was written.
  void verify(const char* function) const;

 private:
  void allocate();
  bool is_unchanged() const;

  std::byte* base_ = nullptr;
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
  std::size_t element_bytes_ = 1;
  std::size_t guard_bytes_ = 0;
  bool constant_ = false;
  std::uint64_t hash_ = 0;
  std::optional<SealedPart> sealed_;
};

/// `bytes` from byte `begin` on become an output that the device gives to the judge: its number.
/// Nothing where the device is the worker's, which copies them itself then.
std::optional<std::uint32_t> give_output(const DeviceBlock& block, std::size_t begin,
                                         std::size_t bytes);

inline constexpr unsigned char kFloatPoison = 0xFF;  ///< NaN in every float type
inline constexpr unsigned char kIntegerPoison = 0xA5;

/// Some elements of an array on the device.
struct ElementsAt {
  const void* array;
  std::size_t size, first, step;
};
void copy_elements(const ElementsAt& from, const ElementsAt& to, std::size_t element_bytes,
                   std::size_t count);

/// Copies `bytes` from device memory that a submission has made, and releases it. Throws
/// StudentError if it is none.
void take_from_device(void* device, void* host, std::size_t bytes);

}  // namespace detail

/// An array on the device; converts to T* where a submission's function is called.
template <class T>
class DeviceArray {
 public:
  DeviceArray(detail::DeviceBlock block, std::size_t size)
      : block_(std::move(block)), size_(size) {}

  T* get() const { return static_cast<T*>(block_.data()); }
  operator T*() const { return get(); }  // NOLINT: implicit by intent
  std::size_t size() const { return size_; }
  const detail::DeviceBlock& block() const { return block_; }

 private:
  detail::DeviceBlock block_;
  std::size_t size_;
};

/// One value on the device.
template <class T>
class DeviceValue : public DeviceArray<T> {
 public:
  using DeviceArray<T>::DeviceArray;
};

/// A copy of host data on the device that the submission may only read.
template <class T>
DeviceArray<const T> to_device(const std::vector<T>& values) {
  return {detail::DeviceBlock(values.data(), values.size() * sizeof(T), true, sizeof(T)),
          values.size()};
}

/// A copy of host data on the device for functions that work in place.
template <class T>
DeviceArray<T> to_device_in_place(const std::vector<T>& values) {
  return {detail::DeviceBlock(values.data(), values.size() * sizeof(T), false, sizeof(T)),
          values.size()};
}

/// `size` elements full of poison (NaN for floating types), so that an element nobody wrote is
/// recognised.
template <class T>
DeviceArray<T> device_array(std::size_t size) {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>);
  return {detail::DeviceBlock(size * sizeof(T), std::is_floating_point_v<T>, sizeof(T)), size};
}

/// One poisoned element.
template <class T>
DeviceValue<T> device_value() {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>);
  return {detail::DeviceBlock(sizeof(T), std::is_floating_point_v<T>, sizeof(T)), 1};
}

/// One element with a value, for accumulators that the caller clears.
template <class T>
DeviceValue<T> device_value(const T& value) {
  return {detail::DeviceBlock(&value, sizeof(T), false, sizeof(T)), 1};
}

/// `size` elements of host memory full of the same poison, for functions that copy results to the
/// host themselves.
template <class T>
std::vector<T> host_array(std::size_t size) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<T> values(size);
  if (size > 0) {
    const int poison = std::is_floating_point_v<T> ? detail::kFloatPoison : detail::kIntegerPoison;
    std::memset(values.data(), poison, size * sizeof(T));
  }
  return values;
}

/// `size` elements of device memory that the submission has made and given away: read, and
/// released.
template <class T>
std::vector<T> take_from_device(T* device, std::size_t size) {
  std::vector<T> values(size);
  detail::take_from_device(device, values.data(), size * sizeof(T));
  return values;
}

/// Every `step`-th element of an array, from the one at `first` on.
struct Stride {
  std::size_t first = 0, step = 1;
};

/// Copies up to `count` elements from one array to another, on the device: as many as lie within
/// both. Where a submission says the places of what it gets, this puts it there and takes it back.
template <class T, class U>
void copy_elements(const DeviceArray<T>& from, Stride take, const DeviceArray<U>& to, Stride put,
                   std::size_t count) {
  static_assert(std::is_same_v<std::remove_const_t<T>, U>);
  detail::copy_elements({from.get(), from.size(), take.first, take.step},
                        {to.get(), to.size(), put.first, put.step}, sizeof(T), count);
}

/// What a pointer that the submission gave points to: "device memory", "managed memory", "pinned
/// host memory", "pageable host memory", or "no memory" if it is null.
std::string memory_kind(const void* pointer);

/// The array's elements.
template <class T>
std::vector<std::remove_const_t<T>> to_host(const DeviceArray<T>& array) {
  std::vector<std::remove_const_t<T>> values(array.size());
  array.block().copy_to(values.data(), array.block().bytes());
  return values;
}

/// The value itself.
template <class T>
T to_host(const DeviceValue<T>& value) {
  T result{};
  value.block().copy_to(&result, sizeof result);
  return result;
}

/// True if `value` is what device_array puts into an element before the submission runs.
template <class T>
bool is_poison(const T& value) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
  const unsigned char poison =
      std::is_floating_point_v<T> ? detail::kFloatPoison : detail::kIntegerPoison;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    if (bytes[i] != poison) {
      return false;
    }
  }
  return true;
}

}  // namespace warpschool::harness
