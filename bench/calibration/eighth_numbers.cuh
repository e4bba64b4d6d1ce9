// Eighth blind test, arithmetic: an attractor, points within an outline, curves, tones, springs.
#pragma once

#include "cases.cuh"

namespace calibration {

template <class T>
struct Triple {
  T x, y, z;
};

/// 64 steps of Lorenz's attractor from each of many points, as floats or as doubles.
template <class T>
__global__ void lorenz(const Triple<T>* in, Triple<T>* out, Triple<T> constants, T step,
                       unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Triple<T> at = in[i];
    for (unsigned k = 0; k < 64; ++k) {
      const T dx = constants.x * (at.y - at.x);
      const T dy = at.x * (constants.y - at.z) - at.y;
      const T dz = at.x * at.y - constants.z * at.z;
      at = {at.x + step * dx, at.y + step * dy, at.z + step * dz};
    }
    out[i] = at;
  }
}

constexpr unsigned kCorners = 32;
__constant__ float2 outline[kCorners];

struct Bounds {
  float left, right, low, high;
};

/// Does a line from the point to the right cross the outline an odd number of times?
__device__ inline bool is_inside(float2 point) {
  bool inside = false;
  float2 before = outline[kCorners - 1];
  for (unsigned k = 0; k < kCorners; ++k) {
    const float2 corner = outline[k];
    if ((corner.y > point.y) != (before.y > point.y) &&
        point.x < corner.x + (before.x - corner.x) * (point.y - corner.y) / (before.y - corner.y)) {
      inside = !inside;
    }
    before = corner;
  }
  return inside;
}

/// Which points are within an outline: all are held against it, or those within its bounds.
__global__ void inside_all(const float2* points, unsigned char* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = is_inside(points[i]) ? 1 : 0;
  }
}

__global__ void inside_bounds(const float2* points, unsigned char* out, Bounds bounds, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  const float2 point = points[i];
  if (point.x < bounds.left || point.x > bounds.right || point.y < bounds.low ||
      point.y > bounds.high) {
    out[i] = 0;
    return;
  }
  out[i] = is_inside(point) ? 1 : 0;
}

struct Bezier {
  float2 points[8];
};

/// Points of a Bezier curve of degree 7: by lines between lines, or by powers.
__global__ void bezier_lines(float2* out, Bezier curve, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float t = static_cast<float>(i) / static_cast<float>(n);
    float2 at[8];
    for (unsigned k = 0; k < 8; ++k) {
      at[k] = curve.points[k];
    }
    for (unsigned left = 7; left > 0; --left) {
      for (unsigned k = 0; k < left; ++k) {
        at[k].x += t * (at[k + 1].x - at[k].x);
        at[k].y += t * (at[k + 1].y - at[k].y);
      }
    }
    out[i] = at[0];
  }
}

__global__ void bezier_powers(float2* out, Bezier curve, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float choices[8] = {1, 7, 21, 35, 35, 21, 7, 1};
    const float t = static_cast<float>(i) / static_cast<float>(n), s = 1 - t;
    float power = t;
    float2 at = curve.points[0];
    for (unsigned k = 1; k < 8; ++k) {
      const float weight = choices[k] * power;
      at.x = at.x * s + weight * curve.points[k].x;
      at.y = at.y * s + weight * curve.points[k].y;
      power *= t;
    }
    out[i] = at;
  }
}

/// Samples of a tone, eight a thread, a block's width apart: a sine each, or by turning the first.
__global__ void tone_sines(float* out, float step, float loudness) {
  const unsigned first = blockIdx.x * 8 * blockDim.x + threadIdx.x;
  for (unsigned k = 0; k < 8; ++k) {
    const unsigned i = first + k * blockDim.x;
    out[i] = loudness * sinf(step * static_cast<float>(i));
  }
}

__global__ void tone_turned(float* out, float step, float loudness) {
  const unsigned first = blockIdx.x * 8 * blockDim.x + threadIdx.x;
  float sine = 0, cosine = 0, sine_of_turn = 0, cosine_of_turn = 0;
  sincosf(step * static_cast<float>(first), &sine, &cosine);
  sincosf(step * static_cast<float>(blockDim.x), &sine_of_turn, &cosine_of_turn);
  for (unsigned k = 0; k < 8; ++k) {
    out[first + k * blockDim.x] = loudness * sine;
    const float next = sine * cosine_of_turn + cosine * sine_of_turn;
    cosine = cosine * cosine_of_turn - sine * sine_of_turn;
    sine = next;
  }
}

/// How six springs pull at each point of a net: numbers of neighbours side by side, or in six
/// lists.
__global__ void springs_rows(const float2* points, const unsigned* neighbours, float2* pulls,
                             unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float2 here = points[i];
    float2 pull = make_float2(0, 0);
    for (unsigned k = 0; k < 6; ++k) {
      const float2 there = points[neighbours[i * 6 + k]];
      pull.x += there.x - here.x;
      pull.y += there.y - here.y;
    }
    pulls[i] = pull;
  }
}

__global__ void springs_lists(const float2* points, const unsigned* neighbours, float2* pulls,
                              unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float2 here = points[i];
    float2 pull = make_float2(0, 0);
    for (unsigned k = 0; k < 6; ++k) {
      const float2 there = points[neighbours[k * n + i]];
      pull.x += there.x - here.x;
      pull.y += there.y - here.y;
    }
    pulls[i] = pull;
  }
}

template <class T>
void add_lorenz(Runner& runner, const std::string& name, unsigned n) {
  runner.add(sized(name, n), [=] {
    const std::vector<float> numbers = bench::random_floats(3 * n, 1);
    std::vector<Triple<T>> begins(n);
    for (unsigned i = 0; i < n; ++i) {
      begins[i] = {static_cast<T>(numbers[3 * i]), static_cast<T>(numbers[3 * i + 1]),
                   static_cast<T>(numbers[3 * i + 2])};
    }
    auto in = filled(begins), out = zeros<Triple<T>>(n);
    const Triple<T> constants{T(10), T(28), T(8.0 / 3)};
    return [=] { lorenz<<<n / 128, 128>>>(in->get(), out->get(), constants, T(0.005), n); };
  });
}

/// A star with 16 rays.
inline void set_outline() {
  std::vector<float2> corners(kCorners);
  for (unsigned k = 0; k < kCorners; ++k) {
    const float angle = 6.2831853F * (static_cast<float>(k) + 0.3F) / kCorners;
    const float radius = k % 2 == 0 ? 0.4F : 0.25F;
    corners[k] = make_float2(radius * std::cos(angle), radius * std::sin(angle));
  }
  BENCH_CHECK(cudaMemcpyToSymbol(outline, corners.data(), sizeof outline));
}

/// Points in the order of x, which goes from -1 to 1, as y does.
inline Shared<float2> points_from_the_left(unsigned n) {
  const std::vector<float> heights = bench::random_floats(n, 3);
  std::vector<float2> points(n);
  for (unsigned i = 0; i < n; ++i) {
    points[i] = make_float2(2 * static_cast<float>(i) / static_cast<float>(n) - 1, heights[i]);
  }
  return filled(points);
}

inline void add_outlines(Runner& runner, unsigned n) {
  runner.add(sized("inside_all", n), [=] {
    auto points = points_from_the_left(n);
    auto out = zeros<unsigned char>(n);
    set_outline();
    return [=] { inside_all<<<n / 256, 256>>>(points->get(), out->get(), n); };
  });
  runner.add(sized("inside_bounds", n), [=] {
    auto points = points_from_the_left(n);
    auto out = zeros<unsigned char>(n);
    const Bounds bounds{-0.4F, 0.4F, -0.4F, 0.4F};
    set_outline();
    return [=] { inside_bounds<<<n / 256, 256>>>(points->get(), out->get(), bounds, n); };
  });
}

inline void add_curves(Runner& runner, unsigned n) {
  Bezier curve{};
  const std::vector<float> numbers = bench::random_floats(16, 5);
  for (unsigned k = 0; k < 8; ++k) {
    curve.points[k] = make_float2(numbers[2 * k], numbers[2 * k + 1]);
  }
  runner.add(sized("bezier_lines", n), [=] {
    auto out = zeros<float2>(n);
    return [=] { bezier_lines<<<n / 256, 256>>>(out->get(), curve, n); };
  });
  runner.add(sized("bezier_powers", n), [=] {
    auto out = zeros<float2>(n);
    return [=] { bezier_powers<<<n / 256, 256>>>(out->get(), curve, n); };
  });
}

inline void add_tones(Runner& runner, unsigned n) {
  runner.add(sized("tone_sines", n), [=] {
    auto out = zeros<float>(n);
    return [=] { tone_sines<<<n / 1024, 128>>>(out->get(), 0.001F, 0.5F); };
  });
  runner.add(sized("tone_turned", n), [=] {
    auto out = zeros<float>(n);
    return [=] { tone_turned<<<n / 1024, 128>>>(out->get(), 0.001F, 0.5F); };
  });
}

/// Neighbours are at most 64 places away, on a ring.
inline void add_springs(Runner& runner, unsigned n) {
  const auto neighbours = [=](unsigned next, unsigned apart) {
    const std::vector<unsigned> away = random_numbers<unsigned>(6 * n, 129);
    std::vector<unsigned> numbers(6 * n);
    for (unsigned i = 0; i < 6 * n; ++i) {
      numbers[i / 6 * apart + i % 6 * next] = (i / 6 + n + away[i] - 64) % n;
    }
    return filled(numbers);
  };
  const auto pairs = [](const Shared<float>& buffer) {
    return reinterpret_cast<float2*>(buffer->get());
  };
  runner.add(sized("springs_rows", n), [=] {
    auto points = floats(2 * n), pulls = zeros<float>(2 * n);
    auto ends = neighbours(1, 6);
    return [=] { springs_rows<<<n / 256, 256>>>(pairs(points), ends->get(), pairs(pulls), n); };
  });
  runner.add(sized("springs_lists", n), [=] {
    auto points = floats(2 * n), pulls = zeros<float>(2 * n);
    auto ends = neighbours(n, 1);
    return [=] { springs_lists<<<n / 256, 256>>>(pairs(points), ends->get(), pairs(pulls), n); };
  });
}

inline void add_eighth_numbers(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_lorenz<float>(runner, "lorenz_f32", n);
    add_lorenz<double>(runner, "lorenz_f64", n);
    add_outlines(runner, n);
  }
  for (const unsigned n : {1U << 20, 1U << 23}) {
    add_curves(runner, n);
  }
  for (const unsigned n : {1U << 20, 1U << 24}) {
    add_tones(runner, n);
  }
  for (const unsigned n : {1U << 17, 1U << 21}) {
    add_springs(runner, n);
  }
}

}  // namespace calibration
