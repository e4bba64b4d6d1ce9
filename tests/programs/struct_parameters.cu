// Structs that device functions take by value and read at indices known only when they run.
#include <cstdio>

struct Polynomial {
  int terms;
  float c[6];
};

__device__ __noinline__ float evaluate(Polynomial p, float x, int from) {
  float result = 0;
  for (int i = p.terms - 1; i >= from; --i) {
    result = result * x + p.c[i];
  }
  return result;
}

struct Pair {
  Polynomial a, b;
};

__device__ __noinline__ float pick(Pair pair, int which, int i) {
  const Polynomial& chosen = which != 0 ? pair.a : pair.b;
  return chosen.c[i] + chosen.terms;
}

__device__ __noinline__ float change(Polynomial p, int i) {
  p.c[i] = 5;
  float sum = 0;
  for (float c : p.c) {
    sum += c;
  }
  return sum;
}

__device__ __noinline__ float sum_of(const Polynomial* p) {
  float sum = 0;
  for (int i = 0; i < p->terms; ++i) {
    sum += p->c[i];
  }
  return sum;
}

__device__ __noinline__ float recurse(Polynomial p, int depth) {
  if (depth == 0) {
    return p.c[p.terms % 6];
  }
  p.c[depth] += 1;
  p.terms = depth;
  return recurse(p, depth - 1) + sum_of(&p);
}

// The caller's struct is read after the call returned, too.
__device__ __noinline__ float nested(Polynomial p, int depth, int i) {
  const float before = p.c[i];
  const float below = depth > 0 ? nested({p.terms, {6, 5, 4, 3, 2, 1}}, depth - 1, 5 - i) : 0;
  return before * 100 + below * 10 + p.c[(i + 1) % 6];
}

struct Bytes {
  char text[13];
};

__device__ __noinline__ int letter(Bytes bytes, int i) {
  return bytes.text[i];
}

struct Wide {
  double d[3];
  short s[5];
};

__device__ __noinline__ double mixed(Wide wide, int i) {
  return wide.d[i % 3] + wide.s[i % 5];
}

__global__ void run(Polynomial p, float* out, int m) {
  const int t = threadIdx.x;
  Pair pair{p, p};
  pair.a.terms = t;
  out[t] = evaluate(p, 0.5f + t, t % m);
  out[t + 32] = pick(pair, t % 2, t % 6);
  out[t + 64] = change(p, t % 6);
  out[t + 96] = recurse(p, t % 5);
  out[t + 128] = nested(p, t % 3, t % 6);
  out[t + 160] = static_cast<float>(letter({"indexed text"}, t % 13));
  out[t + 192] = static_cast<float>(mixed({{1, 2, 3}, {10, 20, 30, 40, 50}}, t));
}

int main() {
  constexpr int kValues = 7 * 32;
  const Polynomial p{6, {1, 2, 3, 4, 5, 6}};
  float *out, host[kValues];
  cudaMalloc(&out, sizeof host);
  run<<<1, 32>>>(p, out, 4);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < kValues; ++i) {
    printf("%g%c", host[i], i % 16 == 15 ? '\n' : ' ');
  }
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(out);
}
