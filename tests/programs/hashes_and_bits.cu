// Hashes and bit tricks: CRC-32 with a constant table, FNV, SHA-256, MD5-like rotations, Bloom filter, Gray codes, Morton
// codes, population counts, SIMD in a register, base64, bit matrices, run lengths.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define ROTR(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
#define CH(x, y, z) (((x) & (y)) ^ (~(x) & (z)))
#define MAJ(x, y, z) (((x) & (y)) ^ ((x) & (z)) ^ ((y) & (z)))
#define EP0(x) (ROTR(x, 2) ^ ROTR(x, 13) ^ ROTR(x, 22))
#define EP1(x) (ROTR(x, 6) ^ ROTR(x, 11) ^ ROTR(x, 25))
#define SIG0(x) (ROTR(x, 7) ^ ROTR(x, 18) ^ ((x) >> 3))
#define SIG1(x) (ROTR(x, 17) ^ ROTR(x, 19) ^ ((x) >> 10))

__constant__ u32 crc_table[256];
// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
__constant__ u32 sha_k[64];

__global__ void crc32(const u8 *messages, int length, u32 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  u32 c = 0xffffffffu;
  for (int k = 0; k < length; ++k) c = crc_table[(c ^ messages[i * length + k]) & 0xff] ^ (c >> 8);
  out[i] = ~c;
}
struct Digest {
  u32 h[8];
};
// One block of at most 55 bytes.
__device__ Digest sha256(const u8 *data, int length) {
  u8 block[64] = {0};
  for (int i = 0; i < length; ++i) block[i] = data[i];
  block[length] = 0x80;
  block[62] = (length * 8) >> 8;
  block[63] = (length * 8) & 0xff;
  u32 w[64];
#pragma unroll 1
  for (int i = 0; i < 16; ++i) w[i] = (u32)block[4 * i] << 24 | block[4 * i + 1] << 16 | block[4 * i + 2] << 8 | block[4 * i + 3];
  for (int i = 16; i < 64; ++i) w[i] = SIG1(w[i - 2]) + w[i - 7] + SIG0(w[i - 15]) + w[i - 16];
  Digest d = {{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
  u32 a = d.h[0], b = d.h[1], c = d.h[2], dd = d.h[3], e = d.h[4], f = d.h[5], g = d.h[6], h = d.h[7];
  for (int i = 0; i < 64; ++i) {
    u32 t1 = h + EP1(e) + CH(e, f, g) + sha_k[i] + w[i];
    u32 t2 = EP0(a) + MAJ(a, b, c);
    h = g, g = f, f = e, e = dd + t1, dd = c, c = b, b = a, a = t1 + t2;
  }
  d.h[0] += a, d.h[1] += b, d.h[2] += c, d.h[3] += dd, d.h[4] += e, d.h[5] += f, d.h[6] += g, d.h[7] += h;
  return d;
}
__global__ void sha_kernel(const u8 *messages, const int *lengths, Digest *out) { out[threadIdx.x] = sha256(messages + 64 * threadIdx.x, lengths[threadIdx.x]); }
// A nonce whose digest begins with zeros, as a miner looks for it.
__global__ void mine(u32 *nonce, int zeros) {
  u32 candidate = blockIdx.x * blockDim.x + threadIdx.x;
  u8 text[8] = {'b', 'l', 'o', 'c', 0, 0, 0, 0};
  memcpy(text + 4, &candidate, 4);
  if (__clz((int)sha256(text, 8).h[0]) >= zeros) atomicMin(nonce, candidate);
}
__host__ __device__ constexpr u64 fnv1a(const char *s, u64 h = 1469598103934665603ull) { return *s ? fnv1a(s + 1, (h ^ (u8)*s) * 1099511628211ull) : h; }
__global__ void fnv(u64 *out) {
  constexpr u64 at_compile_time = fnv1a("constant");
  switch (fnv1a("word")) {
    case fnv1a("word"): out[0] = 1; break;
    default: out[0] = 2;
  }
  out[1] = at_compile_time;
}
__global__ void bloom_add(u32 *bits, int log_bits, const u32 *keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (u32 h = 0, k = keys[i]; h < 3; ++h) {
      k = (k ^ (k >> 15)) * 0x2c1b3c6du + h;
      u32 bit = k >> (32 - log_bits);
      atomicOr(&bits[bit >> 5], 1u << (bit & 31));
    }
}
__global__ void bloom_ask(const u32 *bits, int log_bits, const u32 *keys, int n, int *hits) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool all = i < n;
  if (i < n)
    for (u32 h = 0, k = keys[i]; h < 3 && all; ++h) {
      k = (k ^ (k >> 15)) * 0x2c1b3c6du + h;
      u32 bit = k >> (32 - log_bits);
      all = bits[bit >> 5] >> (bit & 31) & 1;
    }
  unsigned votes = __ballot_sync(0xffffffff, all);
  if ((threadIdx.x & 31) == 0) atomicAdd(hits, __popc(votes));
}
__device__ u32 spread(u32 x) {
  x &= 0xffff;
  x = (x | (x << 8)) & 0x00ff00ff;
  x = (x | (x << 4)) & 0x0f0f0f0f;
  x = (x | (x << 2)) & 0x33333333;
  return (x | (x << 1)) & 0x55555555;
}
__global__ void morton(u32 *codes, int width) { codes[blockIdx.x * width + threadIdx.x] = spread(threadIdx.x) | spread(blockIdx.x) << 1; }
__global__ void transpose_bits(const u32 *in, u32 *out) {
  u32 mine = in[threadIdx.x];
  for (int bit = 0; bit < 32; ++bit) {
    u32 row = __ballot_sync(0xffffffffu, (mine >> bit) & 1);
    if (threadIdx.x == bit) out[bit] = row;
  }
}
__global__ void tricks(const u32 *in, u64 *out) {
  u32 v = in[threadIdx.x];
  u64 wide = (u64)v * 0x9E3779B97F4A7C15ull;
  u64 r = __popc(v) + 100 * __clz(v) + 10000ull * __ffs(v) + 1000000ull * __popcll(wide) + 100000000ull * __clzll(wide) + 10000000000ull * __ffsll(wide);
  r ^= (u64)__brev(v) << 17;
  r ^= __brevll(wide);
  r += __byte_perm(v, ~v, 0x3715) + __byte_perm(v, ~v, v) + __funnelshift_l(v, ~v, 7) + __funnelshift_r(v, v, v);
  r += __umulhi(v, 0xdeadbeef) + __mulhi((int)v, -12345) + __umul64hi(wide, ~wide) + (u64)__mul64hi((long long)wide, -3);
  r += __sad((int)v, 7, 3) + __usad(v, 9, 1) + (u64)__hadd((int)v, 12) + __uhadd(v, 5u) + __umul24(v, 77) + (u64)__mul24((int)v, -9);
  r ^= v ^ (v >> 1);  // Gray code
  out[threadIdx.x] = r;
}
__device__ const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
__global__ void base64(const u8 *in, int n, char *out) {
  for (int t = threadIdx.x; t < (n + 2) / 3; t += blockDim.x) {
    u32 left = n - 3 * t, w = in[3 * t] << 16 | (left > 1 ? in[3 * t + 1] << 8 : 0) | (left > 2 ? in[3 * t + 2] : 0);
    char4 c = make_char4(alphabet[w >> 18], alphabet[w >> 12 & 63], left > 1 ? alphabet[w >> 6 & 63] : '=', left > 2 ? alphabet[w & 63] : '=');
    reinterpret_cast<char4 *>(out)[t] = c;
  }
}
__global__ void run_lengths(const u8 *in, int n, u8 *values, int *lengths, int *runs) {
  __shared__ int heads[256 + 1];
  int t = threadIdx.x, lane = t & 31;
  bool head = t < n && (t == 0 || in[t] != in[t - 1]);
  u32 b = __ballot_sync(0xffffffff, head);
  __shared__ int warp_counts[8];
  if (lane == 0) warp_counts[t / 32] = __popc(b);
  __syncthreads();
  int at = __popc(b & ((1u << lane) - 1));
  for (int w = 0; w < t / 32; ++w) at += warp_counts[w];
  if (head) heads[at] = t;
  int total = __syncthreads_count(head);
  if (t == 0) heads[total] = n, *runs = total;
  __syncthreads();
  if (t < total) values[t] = in[heads[t]], lengths[t] = heads[t + 1] - heads[t];
}

template <typename T>
T *managed(size_t n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  memset((void *)p, 0, n * sizeof(T));
  return p;
}
static u64 fold(const void *p, size_t bytes) {
  u64 h = 1469598103934665603ull;
  for (size_t i = 0; i < bytes; ++i) h = (h ^ ((const u8 *)p)[i]) * 1099511628211ull;
  return h;
}

int main() {
  u32 table[256];
  for (u32 i = 0; i < 256; ++i) {
    u32 c = i;
    for (int k = 0; k < 8; ++k) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
  cudaMemcpyToSymbol(crc_table, table, sizeof table);
  u8 *messages = managed<u8>(64 * 64);
  for (int i = 0; i < 100 * 9; ++i) messages[i] = "123456789"[i % 9];
  u32 *crc = managed<u32>(100);
  crc32<<<2, 64>>>(messages, 9, crc, 100);
  cudaDeviceSynchronize();
  printf("crc %08x %d\n", crc[0], crc[0] == crc[99]);

  u32 k[64];
  for (int i = 0, p = 2; i < 64; ++p) {
    bool prime = true;
    for (int d = 2; d * d <= p; ++d) prime = prime && p % d;
    if (!prime) continue;
    // the fractional part of the cube root, by integer search: floor(2^32 cbrt(p)) mod 2^32
    unsigned __int128 lo = 0, hi = (unsigned __int128)7 << 32, target = (unsigned __int128)p << 96;
    while (hi - lo > 1) {
      unsigned __int128 mid = (lo + hi) / 2;
      (mid * mid * mid <= target ? lo : hi) = mid;
    }
    k[i++] = (u32)lo;
  }
  cudaMemcpyToSymbol(sha_k, k, sizeof k);
  int *lengths = managed<int>(64);
  const char *texts[] = {"", "abc", "The quick brown fox jumps over the lazy dog"};
  for (int i = 0; i < 3; ++i) memcpy(messages + 64 * i, texts[i], lengths[i] = (int)strlen(texts[i]));
  Digest *digests = managed<Digest>(3);
  sha_kernel<<<1, 3>>>(messages, lengths, digests);
  u32 *nonce = managed<u32>(1);
  *nonce = ~0u;
  mine<<<16, 64>>>(nonce, 8);
  cudaDeviceSynchronize();
  for (int i = 0; i < 3; ++i) {
    for (u32 h : digests[i].h) printf("%08x", h);
    printf("\n");
  }
  printf("nonce %u\n", *nonce);
  u64 *h = managed<u64>(64);
  fnv<<<1, 1>>>(h);
  cudaDeviceSynchronize();
  printf("fnv %llu %d\n", h[0], h[1] == fnv1a("constant"));

  const int n = 700, log_bits = 13;
  u32 *bits = managed<u32>(1 << (log_bits - 5)), *keys = managed<u32>(2 * n);
  int *hits = managed<int>(2);
  for (int i = 0; i < 2 * n; ++i) keys[i] = i * 2654435761u + 99;
  bloom_add<<<(n + 127) / 128, 128>>>(bits, log_bits, keys, n);
  bloom_ask<<<(n + 127) / 128, 128>>>(bits, log_bits, keys, n, hits);
  bloom_ask<<<(n + 127) / 128, 128>>>(bits, log_bits, keys + n, n, hits + 1);
  cudaDeviceSynchronize();
  printf("bloom %d, %s false\n", hits[0], hits[1] < n / 10 ? "few" : "many");
  u32 *codes = managed<u32>(16 * 16);
  morton<<<16, 16>>>(codes, 16);
  u32 *matrix = managed<u32>(32), *turned = managed<u32>(32);
  for (int i = 0; i < 32; ++i) matrix[i] = i * 0x01234567u;
  cudaDeviceSynchronize();
  transpose_bits<<<1, 32>>>(matrix, turned);
  tricks<<<1, 32>>>(matrix, h);
  cudaDeviceSynchronize();
  int bad = 0;
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j < 32; ++j) bad += (matrix[i] >> j & 1) != (turned[j] >> i & 1);
  printf("morton %u %u, bits %d wrong, tricks %016llx\n", codes[16 * 3 + 5], codes[255], bad, fold(h, 32 * sizeof(u64)));
  const char *plain = "Many hands make light work.";
  memcpy(messages, plain, 27);
  char *encoded = managed<char>(40);
  base64<<<1, 32>>>(messages, 26, encoded);
  cudaDeviceSynchronize();
  printf("%s\n", encoded);
  u8 *values = managed<u8>(256);
  int *runs = managed<int>(1), *length = managed<int>(256);
  for (int i = 0; i < 200; ++i) messages[i] = (u8)(i * i / 500);
  run_lengths<<<1, 256>>>(messages, 200, values, length, runs);
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < *runs; ++i) sum += length[i];
  printf("runs %d, %d, %d\n", *runs, sum, length[0]);
  cudaDeviceReset();
}
