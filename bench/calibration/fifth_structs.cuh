// Fifth blind test, how data lies: structs, pixels, permutations, woven arrays, strided results.
#pragma once

#include "cases.cuh"

namespace calibration {

struct Particle {
  float x, y, z, vx, vy, vz, mass, charge;
};

/// Particles move a step: an array of structs, or an array for each field.
__global__ void particles_records(Particle* all, float step, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    all[i].x += step * all[i].vx;
    all[i].y += step * all[i].vy;
    all[i].z += step * all[i].vz;
  }
}

__global__ void particles_fields(float* x, float* y, float* z, const float* vx, const float* vy,
                                 const float* vz, float step, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    x[i] += step * vx[i];
    y[i] += step * vy[i];
    z[i] += step * vz[i];
  }
}

struct Pixel {
  unsigned char red, green, blue;
};

/// Pixels are made warmer: three bytes side by side, or three planes.
__global__ void tint_pixels(const Pixel* in, Pixel* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const Pixel p = in[i];
    out[i].red = static_cast<unsigned char>(min(p.red * 9 / 8, 255));
    out[i].green = p.green;
    out[i].blue = static_cast<unsigned char>(p.blue * 7 / 8);
  }
}

__global__ void tint_planes(const unsigned char* red, const unsigned char* green,
                            const unsigned char* blue, unsigned char* red_out,
                            unsigned char* green_out, unsigned char* blue_out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    red_out[i] = static_cast<unsigned char>(min(red[i] * 9 / 8, 255));
    green_out[i] = green[i];
    blue_out[i] = static_cast<unsigned char>(blue[i] * 7 / 8);
  }
}

__device__ inline unsigned mixed(unsigned x) {
  x = (x ^ (x >> 16)) * 0x7feb352dU;
  x = (x ^ (x >> 15)) * 0x846ca68bU;
  return x ^ (x >> 16);
}

/// Four random numbers a thread: side by side, or as far apart as there are threads.
__global__ void dealt_rows(unsigned* out, unsigned seed, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (unsigned k = 0; k < 4; ++k) {
      out[i * 4 + k] = mixed(seed + i * 4 + k);
    }
  }
}

__global__ void dealt_columns(unsigned* out, unsigned seed, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (unsigned k = 0; k < 4; ++k) {
      out[k * n + i] = mixed(seed + k * n + i);
    }
  }
}

/// A random permutation: where an element comes from, or goes to.
__global__ void permuted_from(const float* in, const unsigned* places, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = in[places[i]];
  }
}

__global__ void permuted_to(const float* in, const unsigned* places, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[places[i]] = in[i];
  }
}

/// Left and right samples become one array of pairs, word by word or pair by pair.
__global__ void woven_words(const float* left, const float* right, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float l = left[i], r = right[i];
    out[2 * i] = l;
    out[2 * i + 1] = r;
  }
}

__global__ void woven_pairs(const float* left, const float* right, float2* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = make_float2(left[i], right[i]);
  }
}

struct Matrix3 {
  float a[9];
};

__device__ inline void invert(const float* m, float* r) {
  const float c0 = m[4] * m[8] - m[5] * m[7], c1 = m[5] * m[6] - m[3] * m[8],
              c2 = m[3] * m[7] - m[4] * m[6];
  const float by = 1 / (m[0] * c0 + m[1] * c1 + m[2] * c2);
  r[0] = c0 * by;
  r[1] = (m[2] * m[7] - m[1] * m[8]) * by;
  r[2] = (m[1] * m[5] - m[2] * m[4]) * by;
  r[3] = c1 * by;
  r[4] = (m[0] * m[8] - m[2] * m[6]) * by;
  r[5] = (m[2] * m[3] - m[0] * m[5]) * by;
  r[6] = c2 * by;
  r[7] = (m[1] * m[6] - m[0] * m[7]) * by;
  r[8] = (m[0] * m[4] - m[1] * m[3]) * by;
}

/// Inverses of matrices of 3 x 3: nine words side by side, or nine planes.
__global__ void inverses_structs(const Matrix3* in, Matrix3* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const Matrix3 m = in[i];
    Matrix3 r;
    invert(m.a, r.a);
    out[i] = r;
  }
}

__global__ void inverses_planes(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float m[9], r[9];
    for (unsigned k = 0; k < 9; ++k) {
      m[k] = in[k * n + i];
    }
    invert(m, r);
    for (unsigned k = 0; k < 9; ++k) {
      out[k * n + i] = r[k];
    }
  }
}

inline std::vector<unsigned> permutation(unsigned n) {
  std::vector<unsigned> places(n);
  for (unsigned i = 0; i < n; ++i) {
    places[i] = i;
  }
  const std::vector<unsigned> random = random_numbers<unsigned>(n, 1U << 30, 11);
  for (unsigned i = n - 1; i > 0; --i) {
    std::swap(places[i], places[random[i] % (i + 1)]);
  }
  return places;
}

inline void add_particles(Runner& runner, unsigned n) {
  runner.add(sized("particles_records", n), [=] {
    auto all = zeros<Particle>(n);
    return [=] { particles_records<<<n / 256, 256>>>(all->get(), 0.1F, n); };
  });
  runner.add(sized("particles_fields", n), [=] {
    auto x = floats(n), y = floats(n, 2), z = floats(n, 3);
    auto vx = floats(n, 4), vy = floats(n, 5), vz = floats(n, 6);
    return [=] {
      particles_fields<<<n / 256, 256>>>(x->get(), y->get(), z->get(), vx->get(), vy->get(),
                                         vz->get(), 0.1F, n);
    };
  });
}

inline void add_pixels(Runner& runner, unsigned n) {
  runner.add(sized("tint_pixels", n), [=] {
    auto in = zeros<Pixel>(n), out = zeros<Pixel>(n);
    return [=] { tint_pixels<<<n / 256, 256>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("tint_planes", n), [=] {
    auto in = zeros<unsigned char>(3 * n), out = zeros<unsigned char>(3 * n);
    return [=] {
      tint_planes<<<n / 256, 256>>>(in->get(), in->get() + n, in->get() + 2 * n, out->get(),
                                    out->get() + n, out->get() + 2 * n, n);
    };
  });
}

inline void add_orders(Runner& runner, unsigned n) {
  runner.add(sized("dealt_rows", n), [=] {
    auto out = zeros<unsigned>(n);
    return [=] { dealt_rows<<<n / 1024, 256>>>(out->get(), 7, n / 4); };
  });
  runner.add(sized("dealt_columns", n), [=] {
    auto out = zeros<unsigned>(n);
    return [=] { dealt_columns<<<n / 1024, 256>>>(out->get(), 7, n / 4); };
  });
  runner.add(sized("permuted_from", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    auto places = filled(permutation(n));
    return [=] { permuted_from<<<n / 256, 256>>>(in->get(), places->get(), out->get(), n); };
  });
  runner.add(sized("permuted_to", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    auto places = filled(permutation(n));
    return [=] { permuted_to<<<n / 256, 256>>>(in->get(), places->get(), out->get(), n); };
  });
  runner.add(sized("woven_words", n), [=] {
    auto left = floats(n), right = floats(n, 2), out = zeros<float>(2 * n);
    return [=] { woven_words<<<n / 256, 256>>>(left->get(), right->get(), out->get(), n); };
  });
  runner.add(sized("woven_pairs", n), [=] {
    auto left = floats(n), right = floats(n, 2);
    auto out = zeros<float2>(n);
    return [=] { woven_pairs<<<n / 256, 256>>>(left->get(), right->get(), out->get(), n); };
  });
}

inline void add_inverses(Runner& runner, unsigned n) {
  runner.add(sized("inverses_structs", n), [=] {
    auto in = floats(9 * n), out = zeros<float>(9 * n);
    return [=] {
      inverses_structs<<<n / 128, 128>>>(reinterpret_cast<const Matrix3*>(in->get()),
                                         reinterpret_cast<Matrix3*>(out->get()), n);
    };
  });
  runner.add(sized("inverses_planes", n), [=] {
    auto in = floats(9 * n), out = zeros<float>(9 * n);
    return [=] { inverses_planes<<<n / 128, 128>>>(in->get(), out->get(), n); };
  });
}

inline void add_fifth_structs(Runner& runner) {
  for (const unsigned n : {1U << 17, 1U << 20}) {
    add_particles(runner, n);
    add_inverses(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_pixels(runner, n);
    add_orders(runner, n);
  }
}

}  // namespace calibration
