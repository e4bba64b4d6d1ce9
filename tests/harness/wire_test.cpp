#include "warpschool/harness/wire.hpp"

#include "warpschool/harness/catch.hpp"

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
