// Tries the generators of inputs, edge sizes and edge shapes.
#include "warpschool/harness/inputs.hpp"

#include "random.hpp"
#include "warpschool/harness/catch.hpp"

#include <algorithm>
#include <set>

using namespace warpschool::harness;

TEST_CASE("inputs depend on seed, check and run, and on nothing else", "[harness][inputs]") {
  seed_stream(1, "check", 0);
  const auto first = random_floats(100);
  seed_stream(1, "check", 0);
  CHECK(random_floats(100) == first);
  seed_stream(2, "check", 0);
  CHECK(random_floats(100) != first);
  seed_stream(1, "another", 0);
  CHECK(random_floats(100) != first);
  seed_stream(1, "check", 1);
  CHECK(random_floats(100) != first);
  CHECK(random_floats(100) != random_floats(100));
}

TEST_CASE("values fill their range and stay inside", "[harness][inputs]") {
  seed_stream(3, "range", 0);
  const auto floats = random_floats(10'000, 2, 3);
  CHECK(*std::min_element(floats.begin(), floats.end()) >= 2.0F);
  CHECK(*std::max_element(floats.begin(), floats.end()) < 3.0F);
  const auto ints = random_ints(1000, -3, 3);
  CHECK(std::set<int>(ints.begin(), ints.end()) == std::set<int>{-3, -2, -1, 0, 1, 2, 3});
  const auto bytes = random_bytes(20'000);
  CHECK(std::set<int>(bytes.begin(), bytes.end()).size() == 256);
  for (int i = 0; i < 100; ++i) {
    const auto number = random_number(5, 7);
    CHECK((number >= 5 && number <= 7));
  }
}

TEST_CASE("edge sizes lie around warps and blocks, and the largest is no multiple of a warp",
          "[harness][inputs]") {
  const auto sizes = edge_size_list(1 << 20);
  for (const std::size_t size : {0U, 1U, 31U, 32U, 33U, 255U, 256U, 257U, 1023U, 1024U, 1025U}) {
    CHECK(std::find(sizes.begin(), sizes.end(), size) != sizes.end());
  }
  CHECK(std::is_sorted(sizes.begin(), sizes.end()));
  CHECK(sizes.back() > (1 << 20) - 64);
  CHECK(sizes.back() % 32 != 0);
}

TEST_CASE("edge sizes respect their bounds", "[harness][inputs]") {
  for (const std::size_t max : {1U, 5U, 100U, 1024U, 5000U}) {
    const auto sizes = edge_size_list(max, 1);
    REQUIRE_FALSE(sizes.empty());
    CHECK(sizes.front() >= 1);
    CHECK(sizes.back() <= max);
  }
}

TEST_CASE("edge shapes are not all square and stay inside", "[harness][inputs]") {
  const auto shapes = edge_shape_list(100, 1000);
  CHECK(std::any_of(shapes.begin(), shapes.end(),
                    [](const Shape& shape) { return shape.rows > shape.cols; }));
  CHECK(std::any_of(shapes.begin(), shapes.end(),
                    [](const Shape& shape) { return shape.rows < shape.cols; }));
  CHECK(std::all_of(shapes.begin(), shapes.end(), [](const Shape& shape) {
    return shape.rows <= 100 && shape.cols <= 1000 && shape.size() > 0;
  }));
  for (const ProductShape& shape : edge_product_list(20)) {
    CHECK((shape.rows <= 20 && shape.inner <= 20 && shape.cols <= 20 &&
           shape.rows * shape.inner * shape.cols > 0));
  }
}
