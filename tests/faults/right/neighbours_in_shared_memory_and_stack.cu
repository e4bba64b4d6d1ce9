//! Arrays side by side in shared memory and in a thread's stack, reached in all the ways that stay inside.
#include <cstdint>
#include <cstdio>

struct Particles {
  float x[32], y[32];
  int tag[32];
};

union Words {
  unsigned whole[16];
  unsigned char bytes[64];
};

__device__ __noinline__ int sum_backwards(const int* end, int n) {
  int sum = 0;
  for (const int* at = end; n > 0; n--)
    sum += *--at;
  return sum;
}

/// Pointers swapped between two arrays, or chosen by a condition.
__global__ void pointers(const int* in, int* out, int n) {
  __shared__ int front[64], back[64];
  int *from = front, *to = back;
  const int t = threadIdx.x;
  from[t] = in[t];
  __syncthreads();
  for (int step = 1; step < n; step *= 2) {
    to[t] = from[t] + (t >= step ? from[t - step] : 0);
    __syncthreads();
    int* const other = from;
    from = to;
    to = other;
  }
  int* const mine = in[t] % 2 == 0 ? front : back;
  const int own = mine[t];
  __syncthreads();
  int* last = from + 64;
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += *--last;
  int* const middle = front + 32;
  for (int i = -32; i < 32; i++)
    sum += middle[i] * (i & 1);
  for (int i = 63; i >= 0; i -= 3)
    sum -= back[i];
  for (const int* at = front; at != front + 64; at += 2)
    sum += at[1] - at[0];
  out[t] = sum + own + (int)(last - from);
}

/// One array seen as others: flat, as bytes, as vectors, member after member.
__global__ void views(const int* in, int* out, int n) {
  __shared__ int grid[8][8];
  __shared__ Particles all;
  __shared__ Words words;
  __shared__ alignas(16) float row[32];
  __shared__ int behind[4];
  const int t = threadIdx.x;
  if (t < 32) {
    all.x[t] = t;
    all.y[t] = 2 * t;
    all.tag[t] = t % 3;
    row[t] = t;
  }
  if (t < 4)
    behind[t] = t;
  words.bytes[t] = (unsigned char)in[t];
  for (int k = t; k < n; k += 64)
    grid[0][k] = in[k];
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < n; k++)
    sum += grid[0][k] + (&grid[7][7])[-k];
  const float* every = all.x;
  for (int k = 0; k < 64; k++)
    sum += (int)every[(k + in[t]) % 64];
  for (int k = 0; k < n / 8; k++) {
    const float4 four = reinterpret_cast<const float4*>(row)[k];
    sum += (int)(four.x + four.w);
  }
  sum += words.whole[in[t] % 16] & 0xff;
  const uintptr_t address = reinterpret_cast<uintptr_t>(&grid[0][0]);
  sum += reinterpret_cast<const int*>(address + 4 * (in[t] % 64))[0];
  out[t] = sum + behind[in[t] % 4];
}

/// Dynamic shared memory cut up by hand, beside an array of fixed size; lists that count from 1.
__global__ void carved(const int* in, int* out, int n) {
  extern __shared__ char memory[];
  __shared__ int fixed[64];
  int* const first = reinterpret_cast<int*>(memory);
  int* const second = first + n;
  short* const third = reinterpret_cast<short*>(second + n);
  const int t = threadIdx.x;
  first[t] = in[t];
  second[63 - t] = in[t] + 1;
  third[t] = (short)t;
  int* const from_one = fixed - 1;
  from_one[t + 1] = in[t];
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 2 * n; i++)
    sum += first[i];
  for (int i = 1; i <= n; i++)
    sum += from_one[i] + second[-i] + third[n - i];
  out[t] = sum;
}

/// The same in a thread's stack, also of functions that are not inlined.
__global__ void stack(const int* in, int* out, int n) {
  const int t = threadIdx.x;
  int a[8], b[8], table[3][4];
  Words words;
  for (int i = 0; i < 8; i++) {
    a[(i + t) % 8] = in[i];
    b[(i + in[t]) % 8] = i;
    words.whole[(i + t) % 8] = i;
    words.whole[8 + (i + t) % 8] = i;
  }
  for (int i = 0; i < 12; i++)
    (&table[0][0])[(i + t) % 12] = i;
  int sum = 0;
  for (int* at = a + 8; at != a;)
    sum = 3 * sum + *--at;
  for (int i = n / 8 - 1; i >= 0; i--)
    sum += b[i] + a[7 - i];
  int* const chosen = in[t] % 2 == 0 ? a : b;
  sum += chosen[in[t] % 8] + (b + 4)[-(in[t] % 4)];
  sum += sum_backwards(a + 8, n / 8) + sum_backwards(b + in[t] % 8, in[t] % 8);
  sum += words.bytes[in[t] % 64] + table[in[t] % 3][in[t] % 4] + table[0][in[t] % 12];
  out[t] = sum;
}

int main() {
  int host[64], *in, *out;
  for (int i = 0; i < 64; i++)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  const auto print = [&] {
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", host[0], host[21], host[63]);
  };
  pointers<<<1, 64>>>(in, out, 64);
  print();
  views<<<1, 64>>>(in, out, 64);
  print();
  carved<<<1, 64, 64 * (2 * sizeof(int) + sizeof(short))>>>(in, out, 64);
  print();
  stack<<<1, 64>>>(in, out, 64);
  print();
  cudaFree(in);
  cudaFree(out);
}
