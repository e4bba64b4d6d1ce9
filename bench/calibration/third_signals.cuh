// Third blind test, signals: byte order, energy of frames, filters, sliding means, complex
// products, decays.
#pragma once

#include "cases.cuh"

namespace calibration {

/// The bytes of each word in the other order, a byte a thread.
__global__ void swapped_bytes(const unsigned char* in, unsigned char* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = in[i ^ 3U];
  }
}

__global__ void swapped_words(const unsigned* in, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = __byte_perm(in[i], 0, 0x0123);
  }
}

/// Sum of squares of each frame of 256 samples, frames 128 apart: a thread a frame.
__global__ void energy_threads(const float* in, float* out, unsigned frames) {
  const unsigned frame = blockIdx.x * blockDim.x + threadIdx.x;
  if (frame < frames) {
    float sum = 0;
    for (unsigned i = 0; i < 256; ++i) {
      const float value = in[frame * 128 + i];
      sum += value * value;
    }
    out[frame] = sum;
  }
}

/// A warp a frame.
__global__ void energy_warps(const float* in, float* out, unsigned frames) {
  const unsigned frame = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (frame >= frames) {
    return;
  }
  float sum = 0;
  for (unsigned i = lane; i < 256; i += 32) {
    const float value = in[frame * 128 + i];
    sum += value * value;
  }
  for (unsigned step = 16; step > 0; step /= 2) {
    sum += __shfl_xor_sync(~0U, sum, step);
  }
  if (lane == 0) {
    out[frame] = sum;
  }
}

__constant__ float taps[32];

__global__ void fir_direct(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (unsigned k = 0; k < 32; ++k) {
      sum += taps[k] * in[i + k];
    }
    out[i] = sum;
  }
}

/// Four outputs a thread, inputs in registers that move on.
__global__ void fir_fours(const float* in, float* out, unsigned n) {
  const unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (first >= n) {
    return;
  }
  float window[4], sums[4] = {0, 0, 0, 0};
  for (unsigned k = 0; k < 3; ++k) {
    window[k] = in[first + k];
  }
  for (unsigned k = 0; k < 32; ++k) {
    window[3] = in[first + k + 3];
    for (unsigned o = 0; o < 4; ++o) {
      sums[o] += taps[k] * window[o];
    }
    window[0] = window[1];
    window[1] = window[2];
    window[2] = window[3];
  }
  reinterpret_cast<float4*>(out)[first / 4] = make_float4(sums[0], sums[1], sums[2], sums[3]);
}

/// Mean of the 64 samples from each one on.
__global__ void mean_each(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (unsigned k = 0; k < 64; ++k) {
      sum += in[i + k];
    }
    out[i] = sum / 64;
  }
}

/// The same by a sum that slides over 64 outputs of a thread.
__global__ void mean_sliding(const float* in, float* out, unsigned n) {
  const unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * 64;
  if (first >= n) {
    return;
  }
  float sum = 0;
  for (unsigned k = 0; k < 64; ++k) {
    sum += in[first + k];
  }
  for (unsigned k = 0; k < 64; ++k) {
    out[first + k] = sum / 64;
    sum += in[first + k + 64] - in[first + k];
  }
}

__global__ void complex_pairs(const float2* a, const float2* b, float2* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float2 x = a[i], y = b[i];
    out[i] = make_float2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
  }
}

/// Real parts first, imaginary parts behind them.
__global__ void complex_planes(const float* a, const float* b, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float ar = a[i], ai = a[n + i], br = b[i], bi = b[n + i];
    out[i] = ar * br - ai * bi;
    out[n + i] = ar * bi + ai * br;
  }
}

/// A mean that forgets, along rows of 512: a thread a row, or a column.
__global__ void decay(const float* in, float* out, unsigned lines, unsigned along,
                      unsigned across) {
  const unsigned line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line < lines) {
    float state = 0;
    for (unsigned k = 0; k < 512; ++k) {
      const unsigned at = line * across + k * along;
      state += 0.1F * (in[at] - state);
      out[at] = state;
    }
  }
}

inline void add_third_signals(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 22}) {
    const unsigned blocks = n / 256;
    runner.add(sized("swapped_bytes", n), [=] {
      auto in = zeros<unsigned char>(n), out = zeros<unsigned char>(n);
      return [=] { swapped_bytes<<<blocks, 256>>>(in->get(), out->get(), n); };
    });
    runner.add(sized("swapped_words", n), [=] {
      auto in = zeros<unsigned>(n / 4), out = zeros<unsigned>(n / 4);
      return [=] { swapped_words<<<blocks / 4, 256>>>(in->get(), out->get(), n / 4); };
    });
    const unsigned frames = n / 128;
    runner.add(sized("energy_threads", n), [=] {
      auto in = floats(n + 256), out = zeros<float>(frames);
      return [=] { energy_threads<<<(frames + 127) / 128, 128>>>(in->get(), out->get(), frames); };
    });
    runner.add(sized("energy_warps", n), [=] {
      auto in = floats(n + 256), out = zeros<float>(frames);
      return [=] { energy_warps<<<frames / 8, 256>>>(in->get(), out->get(), frames); };
    });
    runner.add(sized("fir_direct", n), [=] {
      auto in = floats(n + 64), out = zeros<float>(n);
      return [=] { fir_direct<<<blocks, 256>>>(in->get(), out->get(), n); };
    });
    runner.add(sized("fir_fours", n), [=] {
      auto in = floats(n + 64), out = zeros<float>(n);
      return [=] { fir_fours<<<blocks / 4, 256>>>(in->get(), out->get(), n); };
    });
    runner.add(sized("mean_each", n), [=] {
      auto in = floats(n + 128), out = zeros<float>(n);
      return [=] { mean_each<<<blocks, 256>>>(in->get(), out->get(), n); };
    });
    runner.add(sized("mean_sliding", n), [=] {
      auto in = floats(n + 128), out = zeros<float>(n);
      return [=] { mean_sliding<<<(n / 64 + 127) / 128, 128>>>(in->get(), out->get(), n); };
    });
    runner.add(sized("complex_pairs", n), [=] {
      auto a = zeros<float2>(n), b = zeros<float2>(n), out = zeros<float2>(n);
      return [=] { complex_pairs<<<blocks, 256>>>(a->get(), b->get(), out->get(), n); };
    });
    runner.add(sized("complex_planes", n), [=] {
      auto a = floats(2 * n), b = floats(2 * n), out = zeros<float>(2 * n);
      return [=] { complex_planes<<<blocks, 256>>>(a->get(), b->get(), out->get(), n); };
    });
    const unsigned lines = n / 512;
    runner.add(sized("decay_rows", n), [=] {
      auto in = floats(n), out = zeros<float>(n);
      return [=] { decay<<<(lines + 63) / 64, 64>>>(in->get(), out->get(), lines, 1, 512); };
    });
    runner.add(sized("decay_columns", n), [=] {
      auto in = floats(n), out = zeros<float>(n);
      return [=] { decay<<<(lines + 63) / 64, 64>>>(in->get(), out->get(), lines, lines, 1); };
    });
  }
}

}  // namespace calibration
