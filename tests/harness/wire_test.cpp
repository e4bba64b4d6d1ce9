// Tries the form in which values cross between judge and worker.
#include "warpschool/harness/wire.hpp"

#include "warpschool/harness/ask.hpp"
#include "warpschool/harness/catch.hpp"
#include "warpschool/harness/named.hpp"
#include "warpschool/harness/sealed.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

using namespace warpschool::harness;

namespace {

template <class T>
std::vector<std::byte> written(const T& value) {
  Writer counter;
  encode(counter, value);
  std::vector<std::byte> bytes(counter.size());
  Writer writer(bytes.data(), bytes.size());
  encode(writer, value);
  return bytes;
}

template <class T>
T round_trip(const T& value) {
  const std::vector<std::byte> bytes = written(value);
  Reader reader(bytes.data(), bytes.size());
  T result{};
  decode(reader, result);
  CHECK(reader.left() == 0);
  return result;
}

}  // namespace

TEST_CASE("every supported type crosses unchanged", "[harness][wire]") {
  CHECK(round_trip(3.5F) == 3.5F);
  CHECK(round_trip(true));
  CHECK(round_trip(std::string("a\0b", 3)) == std::string("a\0b", 3));
  CHECK(round_trip(std::vector<int>{}).empty());
  CHECK(round_trip(std::vector<double>{1, 2, 3}) == std::vector<double>{1, 2, 3});
  CHECK(round_trip(std::vector<std::string>{"x", ""}) == std::vector<std::string>{"x", ""});
  using Nested = std::tuple<std::vector<std::vector<float>>, std::pair<int, std::string>, bool>;
  const Nested nested{{{1, 2}, {}, {3}}, {7, "seven"}, true};
  CHECK(round_trip(nested) == nested);
}

TEST_CASE("a number of a question has its name", "[harness][ask]") {
  const Named<"rows"> rows = 32U;
  CHECK(round_trip(rows).value == 32);
  std::vector<std::string> words;
  detail::describe(words, rows);
  detail::describe(words, Named<"a", float>(2.5F));
  detail::describe(words, Named<"limit", int>(-7));
  detail::describe(words, Named<"wrap", bool>(true));
  CHECK(detail::join_words(words) == "rows = 32, a = 2.5, limit = -7 and wrap = true");
}

TEST_CASE("an answer of very many texts is refused before they are all made", "[harness][wire]") {
  const auto texts = [](std::size_t count) {
    std::vector<std::byte> bytes(8 + 8 * count);  // each empty
    Writer writer(bytes.data(), bytes.size());
    encode(writer, static_cast<std::uint64_t>(count));
    Reader reader(bytes.data(), bytes.size());
    std::vector<std::string> values;
    decode(reader, values);
    return values.size();
  };
  CHECK(texts(1 << 20) == 1 << 20);
  CHECK_THROWS_AS(texts((1 << 20) + 1), WireError);
}

TEST_CASE("an answer that is cut short is refused at every length", "[harness][wire]") {
  using Value = std::tuple<std::vector<float>, std::string, int>;
  const std::vector<std::byte> bytes = written(Value{{1, 2, 3}, "text", 4});
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    Reader reader(bytes.data(), length);
    Value value;
    CHECK_THROWS_AS(decode(reader, value), WireError);
  }
}

TEST_CASE("a count beyond the rest is refused before memory is asked for", "[harness][wire]") {
  for (const std::uint64_t count :
       {std::numeric_limits<std::uint64_t>::max(), std::uint64_t{1} << 61, std::uint64_t{2}}) {
    std::vector<std::byte> bytes = written(count);
    bytes.resize(bytes.size() + 7);
    Reader reader(bytes.data(), bytes.size());
    std::vector<double> values;
    CHECK_THROWS_AS(decode(reader, values), WireError);
  }
}

TEST_CASE("a writer does not write past its end", "[harness][wire]") {
  std::vector<std::byte> bytes(8);
  Writer writer(bytes.data(), bytes.size());
  encode(writer, 1);
  CHECK_THROWS_AS(encode(writer, std::string("longer than four")), WireError);
}

TEST_CASE("a worker gets the size of a sealed input, and no value", "[harness][wire]") {
  const std::vector<float> values{1, 2, 3};
  std::vector<std::byte> request(64), inputs(64);
  Writer writer(request.data(), request.size()), sealed(inputs.data(), inputs.size());
  encode(sealed, std::uint64_t{0});  // another input in front
  writer.seal_into(&sealed);
  encode(writer, Input<float>(values));
  CHECK(sealed.size() == 8 + 3 * sizeof(float));
  CHECK(writer.size() == 1 + 8 + 8);
  Reader reader(request.data(), writer.size());
  Input<float> input;
  decode(reader, input);
  CHECK(input.size() == 3);
  CHECK(reader.left() == 0);
}

TEST_CASE("an input that is not sealed goes with all others", "[harness][wire]") {
  const std::vector<float> values{1, 2, 3};
  const std::vector<std::byte> bytes = written(Input<float>(values));
  CHECK(bytes.size() == 1 + 8 + 3 * sizeof(float));
  CHECK(round_trip(Input<float>(values)).size() == 3);
}

TEST_CASE("an answer that the device has not given is refused", "[harness][wire]") {
  using Answer = detail::Judged<Output<float>>;
  const auto given = [](std::uint32_t index) {
    static const float values[2] = {4, 5};
    return index == 0 ? DeviceOutput{reinterpret_cast<const std::byte*>(values), sizeof values}
                      : DeviceOutput{};
  };
  const auto read = [&](bool is_sealed, std::uint64_t size, std::uint32_t index) {
    std::vector<std::byte> bytes(64);
    Writer writer(bytes.data(), bytes.size());
    encode(writer, is_sealed);
    encode(writer, size);
    encode(writer, index);
    Reader reader(bytes.data(), writer.size());
    reader.take_outputs_from(given);
    return Answer::read(reader);
  };
  CHECK(read(true, 2, 0) == std::vector<float>{4, 5});
  CHECK_THROWS_AS(read(true, 3, 0), WireError);
  CHECK_THROWS_AS(read(true, 2, 1), WireError);
  CHECK_THROWS_AS(read(false, 1, 0), WireError);  // the worker's own
}
