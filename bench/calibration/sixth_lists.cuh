// Sixth blind test, lists and text: bits, letters, buckets, shifts, triangles.
#pragma once

#include "cases.cuh"

namespace calibration {

/// 32 yes-or-no bytes become a word: a thread goes through them, or a warp votes.
__global__ void packed_loops(const unsigned char* in, unsigned* out, unsigned words) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < words) {
    unsigned word = 0;
    for (unsigned bit = 0; bit < 32; ++bit) {
      word |= (in[i * 32 + bit] != 0 ? 1U : 0U) << bit;
    }
    out[i] = word;
  }
}

__global__ void packed_votes(const unsigned char* in, unsigned* out, unsigned words) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned word = __ballot_sync(~0U, in[i] != 0);
  if (i % 32 == 0 && i / 32 < words) {
    out[i / 32] = word;
  }
}

/// How often each letter stands in a text: counters of the device, or of the block.
__global__ void letters_global(const unsigned char* text, unsigned* counts, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned letter = text[i] - 'a';
    if (letter < 26) {
      atomicAdd(&counts[letter], 1U);
    }
  }
}

__global__ void letters_shared(const unsigned char* text, unsigned* counts, unsigned n) {
  __shared__ unsigned own[26];
  if (threadIdx.x < 26) {
    own[threadIdx.x] = 0;
  }
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned letter = text[i] - 'a';
    if (letter < 26) {
      atomicAdd(&own[letter], 1U);
    }
  }
  __syncthreads();
  if (threadIdx.x < 26) {
    atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
  }
}

/// The bucket of each key: a remainder of a number known at run time, or some of its bits.
__global__ void hashes_divided(const unsigned* keys, unsigned* buckets, unsigned kinds,
                               unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    buckets[i] = keys[i] * 2654435761U % kinds;
  }
}

__global__ void hashes_masked(const unsigned* keys, unsigned* buckets, unsigned mask, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    buckets[i] = keys[i] * 2654435761U >> 7 & mask;
  }
}

/// A list that is turned by some places: the place by a remainder, or by a comparison.
__global__ void shifted_divided(const float* in, float* out, unsigned by, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[(i + by) % n] = in[i];
  }
}

__global__ void shifted_compared(const float* in, float* out, unsigned by, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned to = i + by;
    out[to < n ? to : to - n] = in[i];
  }
}

__device__ inline float doubled_area(float2 a, float2 b, float2 c) {
  return fabsf((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y));
}

/// Areas of triangles: corners by number, near each other, or written out.
__global__ void areas_numbered(const float2* points, const unsigned* corners, float* out,
                               unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = 0.5F * doubled_area(points[corners[3 * i]], points[corners[3 * i + 1]],
                                 points[corners[3 * i + 2]]);
  }
}

__global__ void areas_planes(const float2* a, const float2* b, const float2* c, float* out,
                             unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = 0.5F * doubled_area(a[i], b[i], c[i]);
  }
}

inline void add_text(Runner& runner, unsigned n) {
  const auto text = [=](unsigned kinds, unsigned char first) {
    std::vector<unsigned char> letters = random_numbers<unsigned char>(n, kinds, 17);
    for (unsigned char& letter : letters) {
      letter = static_cast<unsigned char>(letter + first);
    }
    return filled(letters);
  };
  runner.add(sized("packed_loops", n), [=] {
    auto in = text(2, 0);
    auto out = zeros<unsigned>(n / 32);
    return [=] { packed_loops<<<n / 32 / 128, 128>>>(in->get(), out->get(), n / 32); };
  });
  runner.add(sized("packed_votes", n), [=] {
    auto in = text(2, 0);
    auto out = zeros<unsigned>(n / 32);
    return [=] { packed_votes<<<n / 256, 256>>>(in->get(), out->get(), n / 32); };
  });
  runner.add(sized("letters_global", n), [=] {
    auto in = text(26, 'a');
    auto counts = zeros<unsigned>(26);
    return [=] { letters_global<<<n / 256, 256>>>(in->get(), counts->get(), n); };
  });
  runner.add(sized("letters_shared", n), [=] {
    auto in = text(26, 'a');
    auto counts = zeros<unsigned>(26);
    return [=] { letters_shared<<<264, 256>>>(in->get(), counts->get(), n); };
  });
}

inline void add_places(Runner& runner, unsigned n) {
  runner.add(sized("hashes_divided", n), [=] {
    auto keys = filled(random_numbers<unsigned>(n, 1U << 30)), out = zeros<unsigned>(n);
    return [=] { hashes_divided<<<n / 256, 256>>>(keys->get(), out->get(), 1009, n); };
  });
  runner.add(sized("hashes_masked", n), [=] {
    auto keys = filled(random_numbers<unsigned>(n, 1U << 30)), out = zeros<unsigned>(n);
    return [=] { hashes_masked<<<n / 256, 256>>>(keys->get(), out->get(), 1023, n); };
  });
  runner.add(sized("shifted_divided", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { shifted_divided<<<n / 256, 256>>>(in->get(), out->get(), 12345, n); };
  });
  runner.add(sized("shifted_compared", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { shifted_compared<<<n / 256, 256>>>(in->get(), out->get(), 12345, n); };
  });
}

inline void add_triangles(Runner& runner, unsigned n) {
  runner.add(sized("areas_numbered", n), [=] {
    std::vector<unsigned> near = random_numbers<unsigned>(3 * n, 64, 19);
    for (unsigned i = 0; i < 3 * n; ++i) {
      near[i] = std::min(i / 3 + near[i], n - 1);
    }
    auto corners = filled(near);
    auto points = floats(2 * n), out = zeros<float>(n);
    return [=] {
      areas_numbered<<<n / 256, 256>>>(reinterpret_cast<const float2*>(points->get()),
                                       corners->get(), out->get(), n);
    };
  });
  runner.add(sized("areas_planes", n), [=] {
    auto a = floats(2 * n), b = floats(2 * n, 2), c = floats(2 * n, 3), out = zeros<float>(n);
    const auto pairs = [](const Shared<float>& buffer) {
      return reinterpret_cast<const float2*>(buffer->get());
    };
    return [=] { areas_planes<<<n / 256, 256>>>(pairs(a), pairs(b), pairs(c), out->get(), n); };
  });
}

inline void add_sixth_lists(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_text(runner, n);
    add_places(runner, n);
    add_triangles(runner, n);
  }
}

}  // namespace calibration
