// Input and Output: values that pass between the judge and device memory.
//
// Where the simulated device is a process of its own, the worker, which has a submission's code in
// it, never holds them: an Input comes to the device from the judge, an Output goes from the device
// to the judge, and the worker has their sizes alone. Elsewhere they pass through the worker.
#pragma once

#include "warpschool/harness/device_memory.hpp"
#include "warpschool/harness/wire.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpschool::harness {

template <class T>
class Input;

namespace detail {
template <class T>
void describe(std::vector<std::string>& words, const Input<T>& values);
}  // namespace detail

/// Values for the device. The parameter of a `run` whose argument is a std::vector<T>; to_device()
/// and to_device_in_place() take it.
template <class T>
class Input {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Input() = default;
  /// In the judge: a view of `values`.
  Input(const std::vector<T>& values)  // NOLINT: implicit by intent
      : view_(values.data()), size_(values.size()) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// On the device.
  detail::DeviceBlock block(bool constant) const {
    const std::size_t bytes = size_ * sizeof(T);
    return is_sealed_ ? detail::DeviceBlock(detail::SealedPart{offset_}, bytes, constant, sizeof(T))
                      : detail::DeviceBlock(data(), bytes, constant, sizeof(T));
  }

 private:
  template <class U>
  friend void encode(Writer& writer, const Input<U>& input);
  template <class U>
  friend void decode(Reader& reader, Input<U>& input);
  template <class U>
  friend void detail::describe(std::vector<std::string>& words, const Input<U>& values);

  const T* data() const { return view_ != nullptr ? view_ : values_.data(); }

  const T* view_ = nullptr;
  std::vector<T> values_;  ///< in the worker, if it gets them
  std::size_t size_ = 0;
  bool is_sealed_ = false;
  std::uint64_t offset_ = 0;  ///< where the device finds them
};

template <class T>
void encode(Writer& writer, const Input<T>& input) {
  Writer* const sealed = writer.sealed();
  encode(writer, sealed != nullptr);
  encode(writer, static_cast<std::uint64_t>(input.size_));
  if (sealed != nullptr) {
    encode(writer, static_cast<std::uint64_t>(sealed->size()));
    sealed->raw(input.data(), input.size_ * sizeof(T));
  } else {
    writer.raw(input.data(), input.size_ * sizeof(T));
  }
}

template <class T>
void decode(Reader& reader, Input<T>& input) {
  decode(reader, input.is_sealed_);
  if (input.is_sealed_) {
    std::uint64_t size = 0;
    decode(reader, size);
    decode(reader, input.offset_);
    input.size_ = static_cast<std::size_t>(size);
  } else {
    decode(reader, input.values_);
    input.size_ = input.values_.size();
  }
}

/// An input whose elements the harness moves on the device, with copy_elements(), to places of a
/// submission's choice. Of other inputs such copies are found to be work outside of calls.
template <class T>
class PlacedInput : public Input<T> {
 public:
  using Input<T>::Input;
};

/// A copy of the input on the device that the submission may only read.
template <class T>
DeviceArray<const T> to_device(const Input<T>& input) {
  return {input.block(true), input.size()};
}

/// A copy of the input on the device for functions that work in place.
template <class T>
DeviceArray<T> to_device_in_place(const Input<T>& input) {
  return {input.block(false), input.size()};
}

/// Values of device memory on their way to the judge, which gets a std::vector<T>.
template <class T>
class Output {
 public:
  template <class U>
  explicit Output(const DeviceArray<U>& array, std::size_t most = ~std::size_t{0},
                  std::size_t begin = 0)
      : size_(std::min(most, array.size() - std::min(begin, array.size()))) {
    static_assert(std::is_same_v<std::remove_const_t<U>, T>);
    const std::size_t first = size_ == 0 ? 0 : begin * sizeof(T);
    number_ = detail::give_output(array.block(), first, size_ * sizeof(T));
    if (!number_) {
      values_.resize(size_);
      array.block().copy_to(values_.data(), size_ * sizeof(T), first);
    }
  }
  std::size_t size() const { return size_; }

 private:
  template <class U>
  friend void encode(Writer& writer, const Output<U>& output);

  std::size_t size_ = 0;
  std::optional<std::uint32_t> number_;  ///< the device knows it by
  std::vector<T> values_;
};

/// One value on its way to the judge, which gets a T.
template <class T>
class OutputValue : public Output<T> {
 public:
  using Output<T>::Output;
};

template <class T>
void encode(Writer& writer, const Output<T>& output) {
  encode(writer, output.number_.has_value());
  encode(writer, static_cast<std::uint64_t>(output.size_));
  if (output.number_) {
    encode(writer, *output.number_);
  } else {
    writer.raw(output.values_.data(), output.values_.size() * sizeof(T));
  }
}
template <class T>
void encode(Writer& writer, const OutputValue<T>& output) {
  encode(writer, static_cast<const Output<T>&>(output));
}

/// The array's elements, for the judge. Give it what is to be judged as it is: what has to be done
/// with the values is done there, see in_judge().
template <class T>
Output<std::remove_const_t<T>> to_judge(const DeviceArray<T>& array) {
  return Output<std::remove_const_t<T>>(array);
}
/// The first `most` of them.
template <class T>
Output<std::remove_const_t<T>> to_judge(const DeviceArray<T>& array, std::size_t most) {
  return Output<std::remove_const_t<T>>(array, most);
}
/// The last `most` of them, where they tell of all others.
template <class T>
Output<std::remove_const_t<T>> end_to_judge(const DeviceArray<T>& array, std::size_t most) {
  return Output<std::remove_const_t<T>>(array, most, array.size() - std::min(most, array.size()));
}
template <class T>
OutputValue<T> to_judge(const DeviceValue<T>& value) {
  return OutputValue<T>(value);
}

/// Outputs, and what the judge makes of them.
template <class F, class... Part>
struct InJudge {
  std::tuple<Part...> parts;
};

/// What a `run` returns whose answer is made of several outputs: the judge calls make(values...).
/// `make` has no captures; its parameters are what the judge gets of each part.
template <class F, class... Part>
InJudge<F, Part...> in_judge(const F&, Part... parts) {
  static_assert(std::is_empty_v<F>, "what the judge does must not depend on the worker");
  return {{std::move(parts)...}};
}

template <class F, class... Part>
void encode(Writer& writer, const InJudge<F, Part...>& value) {
  std::apply([&](const auto&... part) { (encode(writer, part), ...); }, value.parts);
}

namespace detail {

/// What the judge gets of what a `run` returns, and how it is read.
template <class R>
struct Judged {
  using Value = R;
  static constexpr bool kLeavesDevice = !std::is_arithmetic_v<R>;  ///< by the worker's own copies
  static Value read(Reader& reader) {
    Value value{};
    decode(reader, value);
    return value;
  }
};

template <class T>
struct Judged<Output<T>> {
  using Value = std::vector<T>;
  static constexpr bool kLeavesDevice = false;
  static Value read(Reader& reader) {
    bool is_sealed = false;
    decode(reader, is_sealed);
    if (is_sealed != (reader.outputs() != nullptr)) {
      throw WireError("it does not come from where answers come from");
    }
    Value values;
    if (!is_sealed) {
      decode(reader, values);
      return values;
    }
    std::uint64_t size = 0;
    std::uint32_t number = 0;
    decode(reader, size);
    decode(reader, number);
    const DeviceOutput output = reader.outputs()(number);
    if (output.data == nullptr || output.bytes % sizeof(T) != 0 ||
        output.bytes / sizeof(T) != size) {
      throw WireError("it names what the device has not given");
    }
    values.resize(output.bytes / sizeof(T));
    if (!values.empty()) {
      std::memcpy(values.data(), output.data, output.bytes);
    }
    return values;
  }
};

template <class T>
struct Judged<OutputValue<T>> {
  using Value = T;
  static constexpr bool kLeavesDevice = false;
  static Value read(Reader& reader) {
    const std::vector<T> values = Judged<Output<T>>::read(reader);
    if (values.size() != 1) {
      throw WireError("it is not one value");
    }
    return values.front();
  }
};

template <class A, class B>
struct Judged<std::pair<A, B>> {
  using Value = std::pair<typename Judged<A>::Value, typename Judged<B>::Value>;
  static constexpr bool kLeavesDevice = Judged<A>::kLeavesDevice || Judged<B>::kLeavesDevice;
  static Value read(Reader& reader) {
    auto first = Judged<A>::read(reader);
    return {std::move(first), Judged<B>::read(reader)};
  }
};

template <class... T>
requires(!kIsRaw<std::tuple<T...>>) struct Judged<std::tuple<T...>> {
  using Value = std::tuple<typename Judged<T>::Value...>;
  static constexpr bool kLeavesDevice = (Judged<T>::kLeavesDevice || ...);
  static Value read(Reader& reader) { return Value{Judged<T>::read(reader)...}; }
};

template <class F, class... Part>
struct Judged<InJudge<F, Part...>> {
  using Value = std::remove_cv_t<std::invoke_result_t<F, typename Judged<Part>::Value...>>;
  static constexpr bool kLeavesDevice = (Judged<Part>::kLeavesDevice || ...);
  static Value read(Reader& reader) {
    return std::apply(F{},
                      std::tuple<typename Judged<Part>::Value...>{Judged<Part>::read(reader)...});
  }
};

template <class P>
inline constexpr bool kIsInput = false;
template <class T>
inline constexpr bool kIsInput<Input<T>> = true;
template <class T>
inline constexpr bool kIsInput<PlacedInput<T>> = true;
template <class P>
inline constexpr bool kIsPlaced = false;
template <class T>
inline constexpr bool kIsPlaced<PlacedInput<T>> = true;

}  // namespace detail
}  // namespace warpschool::harness
