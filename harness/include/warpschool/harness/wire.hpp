// How arguments and results cross between judge and worker: plain data, length-prefixed, read with
// bounds checked.
//
// Supported: trivially copyable types, std::string, std::vector, std::pair and std::tuple of
// supported types. What a worker sends is not trusted: a Reader throws WireError and never reads
// past its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpschool::harness {

/// The bytes do not hold what was to be read.
class WireError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes into memory of the caller, or, without memory, only counts.
class Writer {
 public:
  Writer() = default;  ///< counts
  Writer(std::byte* out, std::size_t capacity) : out_(out), capacity_(capacity) {}

  std::size_t size() const { return size_; }

  /// Where values go that only the device gets (sealed.hpp); nullptr: they go with all others.
  void seal_into(Writer* sealed) { sealed_ = sealed; }
  Writer* sealed() const { return sealed_; }

  /// That many bytes come now.
  void make_room(std::size_t count);

  void raw(const void* bytes, std::size_t count) {
    if (out_ != nullptr) {
      if (count > capacity_ - size_) {
        throw WireError("the data is larger than what may cross between judge and worker");
      }
      if (count > 0) {
        std::memcpy(out_ + size_, bytes, count);
      }
    }
    size_ += count;
  }

 private:
  std::byte* out_ = nullptr;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
  Writer* sealed_ = nullptr;
};

/// Bytes that the device gave to the judge.
struct DeviceOutput {
  const std::byte* data = nullptr;  ///< nullptr: there is none
  std::size_t bytes = 0;
};

/// Reads what a Writer wrote.
class Reader {
 public:
  Reader() = default;
  Reader(const std::byte* data, std::size_t size) : at_(data), left_(size) {}

  std::size_t left() const { return left_; }

  /// Finds what the device gave; nullptr where the device is the worker's.
  using FindOutput = DeviceOutput (*)(std::uint32_t index);
  void take_outputs_from(FindOutput find) { find_output_ = find; }
  FindOutput outputs() const { return find_output_; }

  void raw(void* bytes, std::size_t count) {
    if (count > left_) {
      throw WireError("the answer is cut short");
    }
    if (count > 0) {
      std::memcpy(bytes, at_, count);
    }
    at_ += count;
    left_ -= count;
  }

  /// A count of elements of at least `element_bytes` each: more than the rest can hold is an error.
  std::size_t count(std::size_t element_bytes) {
    std::uint64_t value = 0;
    raw(&value, sizeof value);
    if (element_bytes > 0 && value > left_ / element_bytes) {
      throw WireError("the answer claims more elements than it holds");
    }
    return static_cast<std::size_t>(value);
  }

  /// Of each element that takes more memory than it has bytes here, a text for one: no answer has
  /// many of them.
  void count_element() {
    constexpr std::size_t kMost = std::size_t{1} << 20;
    if (++elements_ > kMost) {
      throw WireError("the answer has more elements than any that was asked for");
    }
  }

 private:
  const std::byte* at_ = nullptr;
  std::size_t left_ = 0;
  std::size_t elements_ = 0;
  FindOutput find_output_ = nullptr;
};

template <class T>
inline constexpr bool kIsRaw =
    std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !std::is_same_v<T, bool>;

inline void encode(Writer& writer, bool value) {
  const unsigned char byte = value ? 1 : 0;
  writer.raw(&byte, 1);
}

inline void decode(Reader& reader, bool& value) {
  unsigned char byte = 0;
  reader.raw(&byte, 1);
  value = byte != 0;
}

template <class T>
requires kIsRaw<T>
void encode(Writer& writer, const T& value) {
  writer.raw(&value, sizeof value);
}

template <class T>
requires kIsRaw<T>
void decode(Reader& reader, T& value) {
  reader.raw(&value, sizeof value);
}

inline void encode(Writer& writer, const std::string& text) {
  encode(writer, static_cast<std::uint64_t>(text.size()));
  writer.raw(text.data(), text.size());
}

inline void decode(Reader& reader, std::string& text) {
  text.resize(reader.count(1));
  reader.raw(text.data(), text.size());
}

template <class T>
void encode(Writer& writer, const std::vector<T>& values);
template <class T>
void decode(Reader& reader, std::vector<T>& values);
template <class A, class B>
void encode(Writer& writer, const std::pair<A, B>& value);
template <class A, class B>
void decode(Reader& reader, std::pair<A, B>& value);

template <class... T>
requires(!kIsRaw<std::tuple<T...>>) void encode(Writer& writer, const std::tuple<T...>& value) {
  std::apply([&](const T&... part) { (encode(writer, part), ...); }, value);
}

template <class... T>
requires(!kIsRaw<std::tuple<T...>>) void decode(Reader& reader, std::tuple<T...>& value) {
  std::apply([&](T&... part) { (decode(reader, part), ...); }, value);
}

template <class A, class B>
void encode(Writer& writer, const std::pair<A, B>& value) {
  encode(writer, value.first);
  encode(writer, value.second);
}

template <class A, class B>
void decode(Reader& reader, std::pair<A, B>& value) {
  decode(reader, value.first);
  decode(reader, value.second);
}

template <class T>
void encode(Writer& writer, const std::vector<T>& values) {
  static_assert(!std::is_same_v<T, bool>,
                "use std::vector<std::uint8_t>: vector<bool> has no elements in memory");
  encode(writer, static_cast<std::uint64_t>(values.size()));
  if constexpr (kIsRaw<T>) {
    writer.raw(values.data(), values.size() * sizeof(T));
  } else {
    for (const T& value : values) {
      encode(writer, value);
    }
  }
}

template <class T>
void decode(Reader& reader, std::vector<T>& values) {
  if constexpr (kIsRaw<T>) {
    values.resize(reader.count(sizeof(T)));
    reader.raw(values.data(), values.size() * sizeof(T));
  } else {
    // Grown as elements come: what a worker claims costs nothing, only what it sent.
    const std::size_t count = reader.count(1);
    values.clear();
    for (std::size_t i = 0; i < count; ++i) {
      reader.count_element();
      decode(reader, values.emplace_back());
    }
  }
}

}  // namespace warpschool::harness
