// Makes seeded random inputs and sizes around every edge.
#include "warpschool/harness/inputs.hpp"

#include "random.hpp"

#include <algorithm>
#include <array>

namespace warpschool::harness {
namespace {

std::uint64_t state = 0x5DEECE66D;

std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ULL;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBULL;
  return value ^ (value >> 31);
}

bool is_prime(std::size_t value) {
  for (std::size_t divisor = 2; divisor * divisor <= value; ++divisor) {
    if (value % divisor == 0) {
      return false;
    }
  }
  return value >= 2;
}

std::size_t prime_at_most(std::size_t value) {
  while (value > 2 && !is_prime(value)) {
    --value;
  }
  return value;
}

}  // namespace

void seed_stream(std::uint64_t seed, const std::string& check, std::uint64_t run) {
  std::uint64_t hash = mix(seed ^ 0x9E3779B97F4A7C15ULL);
  for (const char letter : check) {
    hash = mix(hash ^ static_cast<unsigned char>(letter));
  }
  state = mix(hash + 0x9E3779B97F4A7C15ULL * (run + 1));
}

std::uint64_t next_random() {
  state += 0x9E3779B97F4A7C15ULL;
  return mix(state);
}

std::vector<float> random_floats(std::size_t count, float low, float high) {
  std::vector<float> values(count);
  const float scale = (high - low) * 0x1p-24F;
  for (float& value : values) {
    value = low + static_cast<float>(next_random() >> 40) * scale;
  }
  return values;
}

std::vector<double> random_doubles(std::size_t count, double low, double high) {
  std::vector<double> values(count);
  const double scale = (high - low) * 0x1p-53;
  for (double& value : values) {
    value = low + static_cast<double>(next_random() >> 11) * scale;
  }
  return values;
}

std::vector<int> random_ints(std::size_t count, int low, int high) {
  std::vector<int> values(count);
  const auto span = static_cast<std::uint64_t>(static_cast<std::int64_t>(high) - low) + 1;
  for (int& value : values) {
    value = static_cast<int>(low + static_cast<std::int64_t>((next_random() >> 32) * span >> 32));
  }
  return values;
}

std::vector<std::uint8_t> random_bytes(std::size_t count) {
  std::vector<std::uint8_t> values(count);
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < count; ++i) {
    word = i % 8 == 0 ? next_random() : word >> 8;
    values[i] = static_cast<std::uint8_t>(word);
  }
  return values;
}

std::uint64_t random_number(std::uint64_t low, std::uint64_t high) {
  const std::uint64_t span = high - low + 1;
  return span == 0 ? next_random() : low + next_random() % span;
}

std::vector<std::size_t> edge_size_list(std::size_t max, std::size_t min) {
  std::vector<std::size_t> sizes{0, 1, 2, 31, 32, 33, 255, 256, 257, 1000, 1023, 1024, 1025};
  if (max > 4096) {
    sizes.push_back(prime_at_most(max / 16));
    // Near the end of the range, never a multiple of a warp.
    std::size_t large =
        max - static_cast<std::size_t>(random_number(1, std::min<std::size_t>(29, max / 64)));
    large -= large % 32 == 0 ? std::size_t{1} : std::size_t{0};
    sizes.push_back(large);
  } else {
    sizes.push_back(prime_at_most(max));
    sizes.push_back(max);
  }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  sizes.erase(std::remove_if(sizes.begin(), sizes.end(),
                             [&](std::size_t size) { return size < min || size > max; }),
              sizes.end());
  return sizes;
}

std::vector<Shape> edge_shape_list(std::size_t max_rows, std::size_t max_cols) {
  const std::array<Shape, 12> wanted{{{1, 1},
                                      {1, 33},
                                      {33, 1},
                                      {16, 16},
                                      {31, 17},
                                      {32, 32},
                                      {33, 65},
                                      {64, 32},
                                      {100, 37},
                                      {127, 129},
                                      {max_rows - max_rows / 16 - 1, max_cols},
                                      {max_rows, max_cols - max_cols / 8 - 1}}};
  std::vector<Shape> shapes;
  for (const Shape& shape : wanted) {
    const bool fits =
        shape.rows >= 1 && shape.cols >= 1 && shape.rows <= max_rows && shape.cols <= max_cols;
    const bool known = std::any_of(shapes.begin(), shapes.end(), [&](const Shape& other) {
      return other.rows == shape.rows && other.cols == shape.cols;
    });
    if (fits && !known) {
      shapes.push_back(shape);
    }
  }
  return shapes;
}

std::vector<ProductShape> edge_product_list(std::size_t max) {
  const std::array<ProductShape, 9> wanted{{{1, 1, 1},
                                            {1, 33, 1},
                                            {16, 16, 16},
                                            {17, 1, 31},
                                            {32, 32, 32},
                                            {33, 17, 65},
                                            {64, 40, 16},
                                            {max - max / 4, max / 3 + 1, max},
                                            {max / 5 + 1, max, max - 3}}};
  std::vector<ProductShape> shapes;
  for (const ProductShape& shape : wanted) {
    if (shape.rows <= max && shape.inner <= max && shape.cols <= max) {
      shapes.push_back(shape);
    }
  }
  return shapes;
}

}  // namespace warpschool::harness
