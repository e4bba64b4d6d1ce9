// Seventh blind test, arithmetic: sigmoids, a series, turned points, rays and spheres,
// quaternions, squares in a field of whole numbers.
#pragma once

#include "cases.cuh"

namespace calibration {

__device__ inline float sigmoid(float x) {
  return 1 / (1 + expf(-x));
}

/// Sigmoids: a thread has one number, or four that lie a block's width apart.
__global__ void sigmoid_each(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = sigmoid(in[i]);
  }
}

__global__ void sigmoid_quarters(const float* in, float* out, unsigned n) {
  const unsigned first = blockIdx.x * 4 * blockDim.x + threadIdx.x;
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned i = first + k * blockDim.x;
    if (i < n) {
      out[i] = sigmoid(in[i]);
    }
  }
}

__constant__ float series_terms[16];

/// A polynomial of degree 15 of each number, and of that again, eight times: term by term from the
/// highest (Horner), or by pairs, pairs of pairs, and so on (Estrin).
__global__ void series_horner(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = in[i];
    for (unsigned round = 0; round < 8; ++round) {
      float sum = series_terms[15];
      for (unsigned k = 15; k > 0; --k) {
        sum = sum * x + series_terms[k - 1];
      }
      x = sum;
    }
    out[i] = x;
  }
}

__global__ void series_estrin(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float x = in[i];
    for (unsigned round = 0; round < 8; ++round) {
      const float x2 = x * x, x4 = x2 * x2, x8 = x4 * x4;
      float halves[2];
      for (unsigned k = 0; k < 2; ++k) {
        const float* terms = series_terms + 8 * k;
        halves[k] = (terms[0] + terms[1] * x) + (terms[2] + terms[3] * x) * x2 +
                    ((terms[4] + terms[5] * x) + (terms[6] + terms[7] * x) * x2) * x4;
      }
      x = halves[0] + halves[1] * x8;
    }
    out[i] = x;
  }
}

template <class T>
struct Place {
  T x, y;
};

template <class T>
__device__ inline Place<T> turned(Place<T> place, Place<T> by) {
  return {place.x * by.x - place.y * by.y, place.x * by.y + place.y * by.x};
}

/// Points that turn about a centre three times, as floats or as doubles.
template <class T>
__global__ void whirl(const Place<T>* in, Place<T>* out, Place<T> centre, Place<T> by, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Place<T> place{in[i].x - centre.x, in[i].y - centre.y};
    for (unsigned k = 0; k < 3; ++k) {
      place = turned(place, by);
    }
    out[i] = {place.x + centre.x, place.y + centre.y};
  }
}

struct Ray {
  float x, y, z;  // from 0, of length 1
};

struct Sphere {
  float x, y, z, radius;
};

constexpr unsigned kSpheres = 24;
constexpr float kFar = 1e30F;
__constant__ Sphere spheres_of_scene[kSpheres];

__device__ inline Ray ray_through(unsigned x, unsigned y, unsigned width) {
  const float step = 2 / static_cast<float>(width);
  const float right = static_cast<float>(x) * step - 1, down = static_cast<float>(y) * step - 1;
  const float scale = rsqrtf(right * right + down * down + 1);
  return {right * scale, down * scale, scale};
}

/// How far a sphere is along a ray.
__device__ inline float distance_to(Ray ray, Sphere sphere) {
  const float along = ray.x * sphere.x + ray.y * sphere.y + ray.z * sphere.z;
  const float square = sphere.x * sphere.x + sphere.y * sphere.y + sphere.z * sphere.z;
  const float rest = along * along - square + sphere.radius * sphere.radius;
  return rest < 0 ? kFar : along - sqrtf(rest);
}

/// How far the nearest of 24 spheres is from each pixel: spheres in constant or in global memory.
__global__ void rays_constant(float* out, unsigned width) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width) {
    const Ray ray = ray_through(x, y, width);
    float nearest = kFar;
    for (unsigned k = 0; k < kSpheres; ++k) {
      nearest = fminf(nearest, distance_to(ray, spheres_of_scene[k]));
    }
    out[y * width + x] = nearest;
  }
}

__global__ void rays_global(const Sphere* spheres, float* out, unsigned width) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width) {
    const Ray ray = ray_through(x, y, width);
    float nearest = kFar;
    for (unsigned k = 0; k < kSpheres; ++k) {
      nearest = fminf(nearest, distance_to(ray, spheres[k]));
    }
    out[y * width + x] = nearest;
  }
}

__device__ inline float4 quaternion_product(float4 a, float4 b) {
  return make_float4(
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
}

/// Products of quaternions: four words side by side, or four planes.
__global__ void quaternions_fours(const float4* a, const float4* b, float4* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = quaternion_product(a[i], b[i]);
  }
}

__global__ void quaternions_planes(const float* a, const float* b, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float4 product =
        quaternion_product(make_float4(a[i], a[n + i], a[2 * n + i], a[3 * n + i]),
                           make_float4(b[i], b[n + i], b[2 * n + i], b[3 * n + i]));
    out[i] = product.x;
    out[n + i] = product.y;
    out[2 * n + i] = product.z;
    out[3 * n + i] = product.w;
  }
}

/// Squares of squares, 16 times, to a modulus: by remainders of a number known at run time, or, as
/// it is 2^31 - 1, by adding the high bits to the low ones.
__global__ void mersenne_divided(const unsigned* in, unsigned* out, unsigned modulus, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned long long x = in[i];
    for (unsigned k = 0; k < 16; ++k) {
      x = x * x % modulus;
    }
    out[i] = static_cast<unsigned>(x);
  }
}

__global__ void mersenne_folded(const unsigned* in, unsigned* out, unsigned n) {
  constexpr unsigned kModulus = (1U << 31) - 1;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned x = in[i];
    for (unsigned k = 0; k < 16; ++k) {
      const unsigned long long square = static_cast<unsigned long long>(x) * x;
      x = (static_cast<unsigned>(square) & kModulus) + static_cast<unsigned>(square >> 31);
      x = x >= kModulus ? x - kModulus : x;
    }
    out[i] = x;
  }
}

inline void add_sigmoids(Runner& runner, unsigned n) {
  runner.add(sized("sigmoid_each", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { sigmoid_each<<<n / 512, 512>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("sigmoid_quarters", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { sigmoid_quarters<<<n / 1024, 256>>>(in->get(), out->get(), n); };
  });
}

/// Terms so small that what comes out is between -1 and 1, too.
inline void set_series_terms() {
  std::vector<float> terms(16);
  for (unsigned k = 0; k < 16; ++k) {
    terms[k] = (k % 3 == 1 ? -0.25F : 0.25F) / static_cast<float>(k + 1);
  }
  BENCH_CHECK(cudaMemcpyToSymbol(series_terms, terms.data(), sizeof series_terms));
}

inline void add_series(Runner& runner, unsigned n) {
  runner.add(sized("series_horner", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    set_series_terms();
    return [=] { series_horner<<<n / 256, 256>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("series_estrin", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    set_series_terms();
    return [=] { series_estrin<<<n / 256, 256>>>(in->get(), out->get(), n); };
  });
}

template <class T>
void add_whirl(Runner& runner, const std::string& name, unsigned n) {
  runner.add(sized(name, n), [=] {
    const std::vector<float> numbers = bench::random_floats(2 * n, 1);
    std::vector<Place<T>> places(n);
    for (unsigned i = 0; i < n; ++i) {
      places[i] = {static_cast<T>(numbers[2 * i]), static_cast<T>(numbers[2 * i + 1])};
    }
    auto in = filled(places), out = zeros<Place<T>>(n);
    const Place<T> centre{T(0.25), T(-0.5)}, by{T(0.8), T(0.6)};
    return [=] { whirl<<<n / 256, 256>>>(in->get(), out->get(), centre, by, n); };
  });
}

inline std::vector<Sphere> scene() {
  const std::vector<float> numbers = bench::random_floats(4 * kSpheres, 7);
  std::vector<Sphere> spheres(kSpheres);
  for (unsigned k = 0; k < kSpheres; ++k) {
    const float* own = &numbers[4 * k];
    spheres[k] = {3 * own[0], 3 * own[1], 5 + own[2], 0.6F + 0.3F * own[3]};
  }
  return spheres;
}

inline void add_rays(Runner& runner, unsigned width) {
  const unsigned n = width * width;
  const dim3 wide(width / 32, width / 4), row(32, 4);
  runner.add(sized("rays_constant", n), [=] {
    auto out = zeros<float>(n);
    BENCH_CHECK(cudaMemcpyToSymbol(spheres_of_scene, scene().data(), sizeof spheres_of_scene));
    return [=] { rays_constant<<<wide, row>>>(out->get(), width); };
  });
  runner.add(sized("rays_global", n), [=] {
    auto spheres = filled(scene());
    auto out = zeros<float>(n);
    return [=] { rays_global<<<wide, row>>>(spheres->get(), out->get(), width); };
  });
}

inline void add_quaternions(Runner& runner, unsigned n) {
  runner.add(sized("quaternions_fours", n), [=] {
    auto a = floats(4 * n), b = floats(4 * n, 2), out = zeros<float>(4 * n);
    const auto fours = [](const Shared<float>& buffer) {
      return reinterpret_cast<float4*>(buffer->get());
    };
    return [=] { quaternions_fours<<<n / 128, 128>>>(fours(a), fours(b), fours(out), n); };
  });
  runner.add(sized("quaternions_planes", n), [=] {
    auto a = floats(4 * n), b = floats(4 * n, 2), out = zeros<float>(4 * n);
    return [=] { quaternions_planes<<<n / 128, 128>>>(a->get(), b->get(), out->get(), n); };
  });
}

inline void add_mersenne(Runner& runner, unsigned n) {
  constexpr unsigned kModulus = (1U << 31) - 1;
  runner.add(sized("mersenne_divided", n), [=] {
    auto in = filled(random_numbers<unsigned>(n, kModulus)), out = zeros<unsigned>(n);
    return [=] { mersenne_divided<<<n / 256, 256>>>(in->get(), out->get(), kModulus, n); };
  });
  runner.add(sized("mersenne_folded", n), [=] {
    auto in = filled(random_numbers<unsigned>(n, kModulus)), out = zeros<unsigned>(n);
    return [=] { mersenne_folded<<<n / 256, 256>>>(in->get(), out->get(), n); };
  });
}

inline void add_seventh_numbers(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 22}) {
    add_sigmoids(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_series(runner, n);
    add_whirl<float>(runner, "whirl_f32", n);
    add_whirl<double>(runner, "whirl_f64", n);
    add_quaternions(runner, n);
    add_mersenne(runner, n);
  }
  for (const unsigned width : {512U, 2048U}) {
    add_rays(runner, width);
  }
}

}  // namespace calibration
