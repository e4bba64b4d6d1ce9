// Sixth blind test, arithmetic: cross products, ways on a sphere, chaos, interest, relaxation of
// every other cell.
#pragma once

#include "cases.cuh"

namespace calibration {

/// Cross products of vectors: three words side by side, or three planes.
__global__ void crosses_structs(const float3* a, const float3* b, float3* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float3 u = a[i], v = b[i];
    out[i] = make_float3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x);
  }
}

__global__ void crosses_planes(const float* a, const float* b, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float ux = a[i], uy = a[n + i], uz = a[2 * n + i];
    const float vx = b[i], vy = b[n + i], vz = b[2 * n + i];
    out[i] = uy * vz - uz * vy;
    out[n + i] = uz * vx - ux * vz;
    out[2 * n + i] = ux * vy - uy * vx;
  }
}

/// How far places on a sphere are from one of them: exactly, or as if the land were flat.
__global__ void sphere_exact(const float2* places, float* out, float2 home, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float2 there = places[i];
    const float cosine =
        sinf(home.x) * sinf(there.x) + cosf(home.x) * cosf(there.x) * cosf(there.y - home.y);
    out[i] = 6371 * acosf(fminf(cosine, 1));
  }
}

__global__ void sphere_flat(const float2* places, float* out, float2 home, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float2 there = places[i];
    const float dx = (there.y - home.y) * 0.64F, dy = there.x - home.x;
    out[i] = 6371 * sqrtf(dx * dx + dy * dy);
  }
}

/// Numbers that never settle: 64 steps of the logistic map with floats, or with doubles.
template <class T>
__global__ void logistic(const float* begin, float* out, T growth, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    T x = static_cast<T>(fabsf(begin[i]));
    for (unsigned k = 0; k < 64; ++k) {
      x = growth * x * (1 - x);
    }
    out[i] = static_cast<float>(x);
  }
}

/// What savings become: year by year, or by a power.
__global__ void interest_years(const float* savings, const unsigned* years, float* out, float rate,
                               unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = savings[i];
    for (unsigned year = 0; year < years[i]; ++year) {
      sum += sum * rate;
    }
    out[i] = sum;
  }
}

__global__ void interest_powers(const float* savings, const unsigned* years, float* out, float rate,
                                unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = savings[i] * powf(1 + rate, static_cast<float>(years[i]));
  }
}

/// Half a step of a relaxation, every other cell of a row: cells in order, or the two kinds apart.
__global__ void redblack_woven(float* cells, unsigned n) {
  const unsigned i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1;
  if (i + 1 < n) {
    cells[i] = 0.5F * (cells[i - 1] + cells[i + 1]);
  }
}

__global__ void redblack_apart(const float* red, float* black, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    black[i] = 0.5F * (red[i] + red[i + 1]);
  }
}

inline void add_vectors(Runner& runner, unsigned n) {
  runner.add(sized("crosses_structs", n), [=] {
    auto a = floats(3 * n), b = floats(3 * n, 2), out = zeros<float>(3 * n);
    return [=] {
      crosses_structs<<<n / 256, 256>>>(reinterpret_cast<const float3*>(a->get()),
                                        reinterpret_cast<const float3*>(b->get()),
                                        reinterpret_cast<float3*>(out->get()), n);
    };
  });
  runner.add(sized("crosses_planes", n), [=] {
    auto a = floats(3 * n), b = floats(3 * n, 2), out = zeros<float>(3 * n);
    return [=] { crosses_planes<<<n / 256, 256>>>(a->get(), b->get(), out->get(), n); };
  });
  const float2 home = make_float2(0.9F, 0.2F);
  runner.add(sized("sphere_exact", n), [=] {
    auto places = floats(2 * n), out = zeros<float>(n);
    return [=] {
      sphere_exact<<<n / 256, 256>>>(reinterpret_cast<const float2*>(places->get()), out->get(),
                                     home, n);
    };
  });
  runner.add(sized("sphere_flat", n), [=] {
    auto places = floats(2 * n), out = zeros<float>(n);
    return [=] {
      sphere_flat<<<n / 256, 256>>>(reinterpret_cast<const float2*>(places->get()), out->get(),
                                    home, n);
    };
  });
}

inline void add_steps(Runner& runner, unsigned n) {
  runner.add(sized("logistic_f32", n), [=] {
    auto begin = floats(n), out = zeros<float>(n);
    return [=] { logistic<<<n / 256, 256>>>(begin->get(), out->get(), 3.7F, n); };
  });
  runner.add(sized("logistic_f64", n), [=] {
    auto begin = floats(n), out = zeros<float>(n);
    return [=] { logistic<<<n / 256, 256>>>(begin->get(), out->get(), 3.7, n); };
  });
  runner.add(sized("interest_years", n), [=] {
    auto savings = floats(n), out = zeros<float>(n);
    auto years = filled(random_numbers<unsigned>(n, 50));
    return [=] {
      interest_years<<<n / 256, 256>>>(savings->get(), years->get(), out->get(), 0.03F, n);
    };
  });
  runner.add(sized("interest_powers", n), [=] {
    auto savings = floats(n), out = zeros<float>(n);
    auto years = filled(random_numbers<unsigned>(n, 50));
    return [=] {
      interest_powers<<<n / 256, 256>>>(savings->get(), years->get(), out->get(), 0.03F, n);
    };
  });
  runner.add(sized("redblack_woven", n), [=] {
    auto cells = floats(n);
    return [=] { redblack_woven<<<n / 512, 256>>>(cells->get(), n); };
  });
  runner.add(sized("redblack_apart", n), [=] {
    auto red = floats(n / 2), black = zeros<float>(n / 2);
    return [=] { redblack_apart<<<n / 512, 256>>>(red->get(), black->get(), n / 2); };
  });
}

inline void add_sixth_numbers(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_vectors(runner, n);
    add_steps(runner, n);
  }
}

}  // namespace calibration
