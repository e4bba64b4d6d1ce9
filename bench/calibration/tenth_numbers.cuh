// Tenth blind test, arithmetic: spins, places on ellipses, the nearest station, a fluid, means of
// samples of a sample.
#pragma once

#include "cases.cuh"

namespace calibration {

__device__ inline unsigned scrambled(unsigned state) {
  state = (state ^ state >> 16) * 0x45D9F3BU;
  state = (state ^ state >> 16) * 0x45D9F3BU;
  return state ^ state >> 16;
}

/// A spin times the sum of its four neighbours, on a grid that closes round: n is a power of two.
__device__ inline int agreement(const signed char* spins, unsigned x, unsigned y, unsigned n) {
  const unsigned last = n - 1;
  return spins[y * n + x] * (spins[y * n + ((x + 1) & last)] + spins[y * n + ((x - 1) & last)] +
                             spins[((y + 1) & last) * n + x] + spins[((y - 1) & last) * n + x]);
}

/// Every second spin of a magnet turned with a chance that falls with its agreement: chances worked
/// out in double precision, or limits of whole numbers that are known before.
__global__ void metropolis_chances(signed char* spins, double coldness, unsigned n) {
  const unsigned y = blockIdx.y * 8 + threadIdx.y;
  const unsigned x = 2 * (blockIdx.x * 32 + threadIdx.x) + y % 2;
  if (x < n && y < n) {
    const double number = scrambled(y * n + x) / 4294967296.0;
    if (number < exp(-2 * coldness * agreement(spins, x, y, n))) {
      spins[y * n + x] = static_cast<signed char>(-spins[y * n + x]);
    }
  }
}

/// The limits for agreements of 2 and 4: below that a spin is always turned.
__global__ void metropolis_limits(signed char* spins, unsigned for_two, unsigned for_four,
                                  unsigned n) {
  const unsigned y = blockIdx.y * 8 + threadIdx.y;
  const unsigned x = 2 * (blockIdx.x * 32 + threadIdx.x) + y % 2;
  if (x < n && y < n) {
    const int agrees = agreement(spins, x, y, n);
    const unsigned limit = agrees <= 0 ? ~0U : agrees == 2 ? for_two : for_four;
    if (scrambled(y * n + x) <= limit) {
      spins[y * n + x] = static_cast<signed char>(-spins[y * n + x]);
    }
  }
}

/// Where planets are on their ellipses, from the time since they were nearest to the sun: by
/// putting in what comes out, or by Newton's steps.
__global__ void kepler_repeated(const float* times, const float* flatness, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float time = times[i], flat = flatness[i];
    float angle = time, change = 1;
    for (unsigned k = 0; k < 40 && fabsf(change) > 1e-5F; ++k) {
      const float next = time + flat * sinf(angle);
      change = next - angle;
      angle = next;
    }
    out[i] = angle;
  }
}

__global__ void kepler_newton(const float* times, const float* flatness, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float time = times[i], flat = flatness[i];
    float angle = time + flat * sinf(time), change = 1;
    for (unsigned k = 0; k < 10 && fabsf(change) > 1e-5F; ++k) {
      float sine = 0, cosine = 0;
      sincosf(angle, &sine, &cosine);
      change = (angle - flat * sine - time) / (1 - flat * cosine);
      angle -= change;
    }
    out[i] = angle;
  }
}

constexpr unsigned kStations = 64;

/// The nearest of 64 stations for places on the globe: by the distance of each along the surface,
/// or by how well directions from the globe's middle agree.
__global__ void globe_distances(const float2* places, const float2* stations, unsigned* out,
                                unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float2 place = places[i];
    unsigned nearest = 0;
    float least = 1e9F;
    for (unsigned k = 0; k < kStations; ++k) {
      const float2 station = stations[k];
      const float north = sinf(0.5F * (station.y - place.y));
      const float east = sinf(0.5F * (station.x - place.x));
      const float part = north * north + cosf(place.y) * cosf(station.y) * east * east;
      const float distance = 2 * 6371 * asinf(fminf(sqrtf(part), 1));
      if (distance < least) {
        least = distance;
        nearest = k;
      }
    }
    out[i] = nearest;
  }
}

__device__ inline float3 direction_to(float2 place) {
  float sine = 0, cosine = 0, north = 0, level = 0;
  sincosf(place.x, &sine, &cosine);
  sincosf(place.y, &north, &level);
  return make_float3(level * cosine, level * sine, north);
}

__global__ void globe_directions(const float2* places, const float2* stations, unsigned* out,
                                 unsigned n) {
  __shared__ float3 directions[kStations];
  if (threadIdx.x < kStations) {
    directions[threadIdx.x] = direction_to(stations[threadIdx.x]);
  }
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float3 own = direction_to(places[i]);
    unsigned nearest = 0;
    float most = -2;
    for (unsigned k = 0; k < kStations; ++k) {
      const float3 other = directions[k];
      const float agrees = own.x * other.x + own.y * other.y + own.z * other.z;
      nearest = agrees > most ? k : nearest;
      most = fmaxf(most, agrees);
    }
    out[i] = nearest;
  }
}

/// Where the part of a cell's fluid that moves one way is: nine parts of a cell side by side, or
/// the cells of a part.
template <bool kPlanes>
__device__ inline unsigned part_of(unsigned cell, unsigned part, unsigned cells) {
  return kPlanes ? part * cells + cell : cell * 9 + part;
}

/// One step of a fluid on a grid of n x n that closes round, n a power of two: what flows into a
/// cell is brought nearer to its balance.
template <bool kPlanes>
__device__ inline void flow(const float* in, float* out, unsigned n) {
  constexpr int kAcross[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
  constexpr int kDown[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  const unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= n || y >= n) {
    return;
  }
  float parts[9], mass = 0, right = 0, low = 0;
#pragma unroll
  for (unsigned k = 0; k < 9; ++k) {
    const unsigned from_x = (x - static_cast<unsigned>(kAcross[k])) & (n - 1);
    const unsigned from_y = (y - static_cast<unsigned>(kDown[k])) & (n - 1);
    parts[k] = in[part_of<kPlanes>(from_y * n + from_x, k, n * n)];
    mass += parts[k];
    right += parts[k] * static_cast<float>(kAcross[k]);
    low += parts[k] * static_cast<float>(kDown[k]);
  }
  right /= mass;
  low /= mass;
  const float squares = 1.5F * (right * right + low * low);
#pragma unroll
  for (unsigned k = 0; k < 9; ++k) {
    const float weight = k == 0 ? 4.0F / 9 : k < 5 ? 1.0F / 9 : 1.0F / 36;
    const float along =
        3 * (right * static_cast<float>(kAcross[k]) + low * static_cast<float>(kDown[k]));
    const float balance = weight * mass * (1 + along + 0.5F * along * along - squares);
    out[part_of<kPlanes>(y * n + x, k, n * n)] = parts[k] + 0.6F * (balance - parts[k]);
  }
}

__global__ void fluid_cells(const float* in, float* out, unsigned n) {
  flow<false>(in, out, n);
}

__global__ void fluid_planes(const float* in, float* out, unsigned n) {
  flow<true>(in, out, n);
}

constexpr unsigned kSample = 2048;

/// The mean of as many numbers as a sample has, drawn from it with repeats, by a warp.
__device__ inline void mean_of_draws(const float* sample, float* means, unsigned warp) {
  unsigned state = scrambled(warp * 32 + threadIdx.x % 32 + 1) | 1;
  float sum = 0;
  for (unsigned k = 0; k < kSample / 32; ++k) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    sum += sample[state % kSample];
  }
  for (int step = 16; step > 0; step /= 2) {
    sum += __shfl_xor_sync(~0U, sum, step);
  }
  if (threadIdx.x % 32 == 0) {
    means[warp] = sum / kSample;
  }
}

/// Means of such draws, to see how far they vary: from the sample in memory, or from the block's
/// copy.
__global__ void bootstrap_global(const float* sample, float* means) {
  mean_of_draws(sample, means, blockIdx.x * 8 + threadIdx.x / 32);
}

__global__ void bootstrap_shared(const float* sample, float* means) {
  __shared__ float own[kSample];
  for (unsigned k = threadIdx.x; k < kSample; k += 256) {
    own[k] = sample[k];
  }
  __syncthreads();
  mean_of_draws(own, means, blockIdx.x * 8 + threadIdx.x / 32);
}

inline void add_magnets(Runner& runner, unsigned n) {
  const dim3 blocks(n / 64, n / 8), row(32, 8);
  constexpr double kColdness = 0.4;
  const auto magnet = [=] {
    std::vector<signed char> spins = random_numbers<signed char>(n * n, 2);
    for (signed char& spin : spins) {
      spin = spin == 0 ? -1 : 1;
    }
    return filled(spins);
  };
  runner.add(sized("metropolis_chances", n * n), [=] {
    auto spins = magnet();
    return [=] { metropolis_chances<<<blocks, row>>>(spins->get(), kColdness, n); };
  });
  runner.add(sized("metropolis_limits", n * n), [=] {
    auto spins = magnet();
    const auto for_two = static_cast<unsigned>(4294967296.0 * std::exp(-4 * kColdness));
    const auto for_four = static_cast<unsigned>(4294967296.0 * std::exp(-8 * kColdness));
    return [=] { metropolis_limits<<<blocks, row>>>(spins->get(), for_two, for_four, n); };
  });
}

/// Ellipses from nearly round to long ones.
inline void add_planets(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      std::vector<float> when = bench::random_floats(n, 51), flat = bench::random_floats(n, 52);
      for (unsigned i = 0; i < n; ++i) {
        when[i] *= 3.14159265F;
        flat[i] = 0.35F * (flat[i] + 1);
      }
      auto times = filled(when), flatness = filled(flat), out = zeros<float>(n);
      return [=] { kernel<<<n / 256, 256>>>(times->get(), flatness->get(), out->get(), n); };
    });
  };
  add("kepler_repeated", kepler_repeated);
  add("kepler_newton", kepler_newton);
}

/// Longitudes and latitudes.
inline Shared<float2> places_on_globe(unsigned count, std::uint64_t seed) {
  const std::vector<float> numbers = bench::random_floats(2 * count, seed);
  std::vector<float2> places(count);
  for (unsigned k = 0; k < count; ++k) {
    places[k] = make_float2(3.14159265F * numbers[2 * k], 1.5707963F * numbers[2 * k + 1]);
  }
  return filled(places);
}

inline void add_stations(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto places = places_on_globe(n, 53), stations = places_on_globe(kStations, 54);
      auto out = zeros<unsigned>(n);
      return [=] { kernel<<<n / 128, 128>>>(places->get(), stations->get(), out->get(), n); };
    });
  };
  add("globe_distances", globe_distances);
  add("globe_directions", globe_directions);
}

inline void add_fluids(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n * n), [=] {
      std::vector<float> parts = bench::random_floats(9 * n * n, 55);
      for (float& part : parts) {
        part = 1 + 0.1F * part;
      }
      auto in = filled(parts), out = zeros<float>(9 * n * n);
      return [=] { kernel<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in->get(), out->get(), n); };
    });
  };
  add("fluid_cells", fluid_cells);
  add("fluid_planes", fluid_planes);
}

inline void add_bootstraps(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto sample = floats(kSample), means = zeros<float>(n);
      return [=] { kernel<<<n / 8, 256>>>(sample->get(), means->get()); };
    });
  };
  add("bootstrap_global", bootstrap_global);
  add("bootstrap_shared", bootstrap_shared);
}

inline void add_tenth_numbers(Runner& runner) {
  for (const unsigned n : {512U, 2048U}) {
    add_magnets(runner, n);
  }
  for (const unsigned n : {1U << 17, 1U << 20}) {
    add_planets(runner, n);
  }
  for (const unsigned n : {1U << 14, 1U << 17}) {
    add_stations(runner, n);
  }
  for (const unsigned n : {256U, 1024U}) {
    add_fluids(runner, n);
  }
  for (const unsigned n : {1U << 10, 1U << 13}) {
    add_bootstraps(runner, n);
  }
}

}  // namespace calibration
