// Text and number theory: string search, Caesar and Vigenere, word counts, edit distance by wavefronts, sieves, Collatz,
// modular powers, big integers, queens, matrices of Fibonacci, perfect numbers.
#include <algorithm>
#include <array>
#include <bitset>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <vector>

__device__ int d_strlen(const char *s) {
  int n = 0;
  while (*s++) ++n;
  return n;
}
__device__ bool matches(const char *a, const char *b, int n) {
  for (int i = 0; i < n; ++i)
    if (a[i] != b[i]) return false;
  return true;
}
__global__ void naive_search(const char *text, int n, const char *pattern, int *count, int *first) {
  __shared__ int m;
  if (threadIdx.x == 0) m = d_strlen(pattern);
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + m <= n && matches(text + i, pattern, m)) {
    atomicAdd(count, 1);
    atomicMin(first, i);
  }
}
__constant__ char key[16];
__global__ void vigenere(char *text, int n, int key_length, int sign) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    char c = text[i];
    if (c >= 'a' && c <= 'z') text[i] = 'a' + (c - 'a' + sign * (key[i % key_length] - 'a') + 26) % 26;
  }
}
__global__ void word_starts(const char *text, int n, int *words, int *longest) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool start = i < n && text[i] != ' ' && (i == 0 || text[i - 1] == ' ');
  int length = 0;
  if (start)
    while (i + length < n && text[i + length] != ' ') ++length;
  int c = __syncthreads_count(start);
  if (threadIdx.x == 0) atomicAdd(words, c);
  atomicMax(longest, length);
}
__global__ void letters(const char *text, int n, unsigned *histogram) {
  __shared__ unsigned bins[26];
  if (threadIdx.x < 26) bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    char c = text[i] | 32;
    if (c >= 'a' && c <= 'z') atomicAdd(bins + (c - 'a'), 1);
  }
  __syncthreads();
  if (threadIdx.x < 26) histogram[threadIdx.x] = bins[threadIdx.x];
}
// Anti-diagonals of the table in shared memory.
__global__ void edit_distance(const char *a, int n, const char *b, int m, int *result) {
  __shared__ int diagonal[3][130];
  const int i = threadIdx.x;
  for (int d = 0; d <= n + m; ++d) {
    int *now = diagonal[d % 3], *last = diagonal[(d + 2) % 3], *before = diagonal[(d + 1) % 3];
    int j = d - i;
    if (i <= n && j >= 0 && j <= m) {
      if (i == 0)
        now[i] = j;
      else if (j == 0)
        now[i] = i;
      else
        now[i] = min(min(last[i - 1], last[i]) + 1, before[i - 1] + (a[i - 1] != b[j - 1]));
      if (i == n && j == m) *result = now[i];
    }
    __syncthreads();
  }
}
__global__ void lcs_row(const char *a, const char *b, int m, int i, const int *above, int *row) {
  // one row by a prefix maximum: row[j] = max over k <= j of (match ? above[k - 1] + 1 : above[k])
  extern __shared__ int s[];
  int j = threadIdx.x;
  s[j] = j == 0 ? 0 : a[i] == b[j - 1] ? above[j - 1] + 1 : above[j];
  for (int d = 1; d <= m; d *= 2) {
    __syncthreads();
    int v = j >= d ? max(s[j], s[j - d]) : s[j];
    __syncthreads();
    s[j] = v;
  }
  row[j] = s[j];
}
__global__ void sieve(unsigned char *composite, int limit) {
  int p = blockIdx.x * blockDim.x + threadIdx.x + 2;
  if (p * p > limit) return;
  for (int q = p * p; q <= limit; q += p) composite[q] = 1;
}
__global__ void sieve_bits(unsigned *bits, int limit) {
  const int first = blockIdx.x * 1024;
  __shared__ unsigned word[32];
  word[threadIdx.x] = 0;
  __syncwarp();
  for (int p = 2 + threadIdx.x; p * p <= first + 1023 && p <= limit; p += 32) {
    int q = max(p * p, (first + p - 1) / p * p);
    for (; q < first + 1024; q += p) atomicOr(&word[(q - first) / 32], 1u << (q % 32));
  }
  __syncwarp();
  bits[first / 32 + threadIdx.x] = ~word[threadIdx.x];
}
__global__ void collatz(int from, int n, unsigned long long *best) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned steps = 0;
  if (i < n) {
    unsigned long long v = from + i;
    while (v != 1) {
      v = v & 1 ? 3 * v + 1 : v >> 1;
      ++steps;
    }
    atomicMax(best, (unsigned long long)steps << 32 | (unsigned)(from + i));
  }
}
// a b mod m for m below 2^63, by doubling
__host__ __device__ uint64_t multiply_mod(uint64_t a, uint64_t b, uint64_t m) {
  uint64_t r = 0;
  for (; b; b >>= 1) {
    if (b & 1) r = r + a >= m ? r + a - m : r + a;
    a = a + a >= m ? a + a - m : a + a;
  }
  return r;
}
__host__ __device__ uint64_t power_mod(uint64_t b, uint64_t e, uint64_t m) {
  uint64_t r = 1 % m;
  for (b %= m; e; e >>= 1, b = multiply_mod(b, b, m))
    if (e & 1) r = multiply_mod(r, b, m);
  return r;
}
__host__ __device__ bool is_probable_prime(uint64_t n) {
  if (n < 2) return false;
  const int witnesses[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  for (int p : witnesses)
    if (n % p == 0) return n == p;
  uint64_t d = n - 1;
  int s = 0;
  for (; d % 2 == 0; d /= 2) ++s;
  for (int p : witnesses) {
    uint64_t x = power_mod(p, d, n);
    if (x == 1 || x == n - 1) continue;
    bool composite = true;
    for (int r = 1; r < s && composite; ++r)
      if ((x = multiply_mod(x, x, n)) == n - 1) composite = false;
    if (composite) return false;
  }
  return true;
}
__global__ void primes_near(uint64_t base, int *found) {
  if (is_probable_prime(base + threadIdx.x)) found[threadIdx.x] = 1;
}
__global__ void big_add(const unsigned *a, const unsigned *b, unsigned *c, int n) {
  // carries by a scan of (generate, propagate) over one warp
  const int t = threadIdx.x;
  unsigned s = t < n ? a[t] + b[t] : 0;
  unsigned generate = __ballot_sync(~0u, t < n && s < a[t]), propagate = __ballot_sync(~0u, t < n && s == ~0u);
  unsigned carries = ((generate << 1) + propagate) ^ propagate;
  if (t < n) c[t] = s + (carries >> t & 1);
}
__device__ int place_queens(int n, unsigned columns, unsigned left, unsigned right) {
  unsigned all = (1u << n) - 1;
  if (columns == all) return 1;
  int count = 0;
  for (unsigned free = all & ~(columns | left | right); free;) {
    unsigned bit = free & -free;
    free ^= bit;
    count += place_queens(n, columns | bit, (left | bit) << 1, (right | bit) >> 1);
  }
  return count;
}
__global__ void queens(int n, int *count) {
  int a = threadIdx.x / n, b = threadIdx.x % n;
  if (threadIdx.x < n * n && abs(a - b) > 1) {
    unsigned x = 1u << a, y = 1u << b;
    atomicAdd(count, place_queens(n, x | y, ((x << 1) | y) << 1, ((x >> 1) | y) >> 1));
  }
}
struct Mat2 {
  unsigned long long a, b, c, d;
};
__host__ __device__ Mat2 operator*(const Mat2 &x, const Mat2 &y) {
  return {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
}
__global__ void fibonacci(unsigned long long *out) {
  Mat2 r = {1, 0, 0, 1}, b = {1, 1, 1, 0};
  for (int e = threadIdx.x; e; e /= 2, b = b * b)
    if (e % 2) r = r * b;
  out[threadIdx.x] = r.b;
}

template <typename T>
T *shared_with_host(size_t n, T v = T()) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  std::fill(p, p + n, v);
  return p;
}

int main() {
  std::string text;
  for (int i = 0; i < 60; ++i) text += i % 3 ? "the quick brown fox " : "jumps over a lazy dog ";
  const int n = (int)text.size();
  char *d_text = shared_with_host<char>(n + 1), *pattern = shared_with_host<char>(32);
  memcpy(d_text, text.c_str(), n + 1);
  strcpy(pattern, "lazy dog the");
  int *count = shared_with_host<int>(1), *first = shared_with_host<int>(1, 1 << 30);
  naive_search<<<(n + 127) / 128, 128>>>(d_text, n, pattern, count, first);
  cudaDeviceSynchronize();
  int expected = 0;
  for (size_t at = text.find(pattern); at != std::string::npos; at = text.find(pattern, at + 1)) ++expected;
  printf("search %s\n", *count == expected && *first == (int)text.find(pattern) ? "right" : "wrong");

  const char secret[] = "lemon";
  cudaMemcpyToSymbol(key, secret, 5);
  vigenere<<<2, 64>>>(d_text, n, 5, 1);
  cudaDeviceSynchronize();
  std::string encrypted(d_text, 21);
  vigenere<<<2, 64>>>(d_text, n, 5, -1);
  cudaDeviceSynchronize();
  printf("%s|%s\n", encrypted.c_str(), text == d_text ? "back" : "lost");
  int *words = shared_with_host<int>(1), *longest = shared_with_host<int>(1);
  unsigned *histogram = shared_with_host<unsigned>(26);
  word_starts<<<(n + 63) / 64, 64>>>(d_text, n, words, longest);
  letters<<<1, 128>>>(d_text, n, histogram);
  cudaDeviceSynchronize();
  std::istringstream stream(text);
  std::map<char, unsigned> seen;
  int host_words = 0;
  for (std::string w; stream >> w;) ++host_words;
  for (char c : text) ++seen[c];
  bool same = true;
  for (int i = 0; i < 26; ++i) same = same && histogram[i] == seen['a' + i];
  printf("words %d %d, letters %s\n", *words - host_words, *longest, same ? "right" : "wrong");

  char *a = shared_with_host<char>(128), *b = shared_with_host<char>(128);
  for (int i = 0; i < 100; ++i) a[i] = "ACGT"[i * i % 4 ^ i % 3], b[i] = "ACGT"[(i * 7 + i / 5) % 4];
  int *result = shared_with_host<int>(1), *rows = shared_with_host<int>(2 * 128);
  edit_distance<<<1, 101>>>(a, 100, b, 90, result);
  cudaDeviceSynchronize();
  std::vector<std::array<int, 101>> ed(101), lcs(101);
  for (int i = 0; i <= 100; ++i)
    for (int j = 0; j <= 100; ++j) {
      ed[i][j] = !i ? j : !j ? i : std::min({ed[i - 1][j] + 1, ed[i][j - 1] + 1, ed[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      lcs[i][j] = !i || !j ? 0 : a[i - 1] == b[j - 1] ? lcs[i - 1][j - 1] + 1 : std::max(lcs[i - 1][j], lcs[i][j - 1]);
    }
  for (int i = 0; i < 100; ++i) lcs_row<<<1, 101, 101 * sizeof(int)>>>(a, b, 100, i, rows + i % 2 * 128, rows + (i + 1) % 2 * 128);
  cudaDeviceSynchronize();
  printf("edit distance %s, common subsequence %s\n", *result == ed[100][90] ? "right" : "wrong", rows[100] == lcs[100][100] ? "right" : "wrong");

  const int limit = 4095;
  unsigned char *composite = shared_with_host<unsigned char>(limit + 1);
  unsigned *bits = shared_with_host<unsigned>(128);
  sieve<<<1, 64>>>(composite, limit);
  sieve_bits<<<4, 32>>>(bits, limit);
  cudaDeviceSynchronize();
  int primes = 0, set = 0;
  for (int i = 2; i <= limit; ++i) primes += !composite[i];
  for (int i = 0; i < 128; ++i) set += (int)std::bitset<32>(bits[i]).count();
  printf("primes %d %d\n", primes, set - 2);
  unsigned long long *best = shared_with_host<unsigned long long>(1);
  collatz<<<40, 128>>>(1, 5000, best);
  cudaDeviceSynchronize();
  printf("collatz %d takes %d\n", (int)(*best & 0xffffffff), (int)(*best >> 32));
  int *found = shared_with_host<int>(64);
  primes_near<<<1, 64>>>(1000000000000000000ull, found);
  cudaDeviceSynchronize();
  printf("near 10^18:");
  for (int i = 0; i < 64; ++i)
    if (found[i]) printf(" +%d", i);
  printf("\n");
  unsigned *x = shared_with_host<unsigned>(32, ~0u), *y = shared_with_host<unsigned>(32), *z = shared_with_host<unsigned>(32);
  y[0] = 1, x[20] = 5, x[25] = 0xfffffff0, y[25] = 0x20;
  big_add<<<1, 32>>>(x, y, z, 30);
  cudaDeviceSynchronize();
  printf("sum %x %x %x %x %x %x\n", z[0], z[19], z[20], z[21], z[25], z[26]);
  *count = 0;
  queens<<<1, 64>>>(8, count);
  unsigned long long *fib = shared_with_host<unsigned long long>(91);
  fibonacci<<<1, 91>>>(fib);
  cudaDeviceSynchronize();
  printf("queens %d, fibonacci %llu\n", *count, fib[90]);
  cudaDeviceReset();
}
