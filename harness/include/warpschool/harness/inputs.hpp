// Fresh, seeded inputs. The judge alone makes them: the seed never reaches a worker.
//
// The stream of random numbers depends on the judge's seed, the name of the TEST_CASE and the run
// of its sections, so a check gets the same inputs whether it runs alone or with others.
#pragma once

#include "warpschool/harness/catch.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace warpschool::harness {

/// `count` different-looking values, uniform in [low, high).
std::vector<float> random_floats(std::size_t count, float low = -1.0F, float high = 1.0F);
std::vector<double> random_doubles(std::size_t count, double low = -1.0, double high = 1.0);
/// Uniform in [low, high], both included.
std::vector<int> random_ints(std::size_t count, int low = -1000, int high = 1000);
std::vector<std::uint8_t> random_bytes(std::size_t count);
/// One whole number of [low, high], both included.
std::uint64_t random_number(std::uint64_t low, std::uint64_t high);
/// Fractions would be cut off.
template <class Low, class High,
          class = std::enable_if_t<std::is_floating_point_v<Low> || std::is_floating_point_v<High>>>
std::uint64_t random_number(Low /*low*/, High /*high*/) {
  static_assert(sizeof(Low) == 0,
                "random_number gives whole numbers: take random_floats(1, low, high)[0]");
  return 0;
}

/// A number of rows and columns.
struct Shape {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t size() const { return rows * cols; }
};

/// Left factor rows x inner, right factor inner x cols.
struct ProductShape {
  std::size_t rows = 0;
  std::size_t inner = 0;
  std::size_t cols = 0;
};

/// The sizes behind edge_sizes: around 0, a warp, a block of 256 and of 1024, a prime, and one of
/// the last few up to `max` that is no multiple of 32. Those in [min, max], ascending.
std::vector<std::size_t> edge_size_list(std::size_t max, std::size_t min = 0);
/// Shapes around tile edges, square and not, tall and wide, none larger than max_rows x max_cols.
std::vector<Shape> edge_shape_list(std::size_t max_rows, std::size_t max_cols);
std::vector<ProductShape> edge_product_list(std::size_t max);

/// For GENERATE: one run of the test case a size.
inline Catch::Generators::GeneratorWrapper<std::size_t> edge_sizes(std::size_t max,
                                                                   std::size_t min = 0) {
  return Catch::Generators::from_range(edge_size_list(max, min));
}
inline Catch::Generators::GeneratorWrapper<Shape> edge_shapes(std::size_t max_rows,
                                                              std::size_t max_cols) {
  return Catch::Generators::from_range(edge_shape_list(max_rows, max_cols));
}
/// One row or column, and more of the others than 16 bits can count.
inline Catch::Generators::GeneratorWrapper<Shape> long_shapes() {
  return Catch::Generators::values<Shape>({{65'570, 1}, {1, 65'570}});
}
/// Shapes of matrix products with no edge above `max`.
inline Catch::Generators::GeneratorWrapper<ProductShape> edge_products(std::size_t max) {
  return Catch::Generators::from_range(edge_product_list(max));
}
/// A column times one number, one number times a row: longer than 16 bits can count.
inline Catch::Generators::GeneratorWrapper<ProductShape> long_products() {
  return Catch::Generators::values<ProductShape>({{65'570, 1, 1}, {1, 1, 65'570}});
}

}  // namespace warpschool::harness
