// Grids and particles: lattice Boltzmann, Gray-Scott, wave equation, cell lists, DCT of images, equalised histograms, labels of
// connected pixels, genetic search, tic-tac-toe by recursion, quantised products.
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using std::vector;

// D2Q9, pull scheme, periodic.
__constant__ int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float weight[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
__global__ void lbm(const float *__restrict__ f, float *__restrict__ g, int nx, int ny, float omega) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nx || y >= ny) return;
  float v[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) {
    v[k] = f[k * nx * ny + (y - ey[k] + ny) % ny * nx + (x - ex[k] + nx) % nx];
    rho += v[k];
    ux += v[k] * ex[k];
    uy += v[k] * ey[k];
  }
  ux /= rho, uy /= rho;
  for (int k = 0; k < 9; ++k) {
    float eu = ex[k] * ux + ey[k] * uy;
    float eq = weight[k] * rho * (1 + 3 * eu + 4.5f * eu * eu - 1.5f * (ux * ux + uy * uy));
    g[k * nx * ny + y * nx + x] = v[k] + omega * (eq - v[k]);
  }
}
struct Species {
  float u, v;
};
__global__ void gray_scott(const Species *in, Species *out, int n) {
  __shared__ Species tile[18][18];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int j = threadIdx.y; j < 18; j += 16)
    for (int i = threadIdx.x; i < 18; i += 16) tile[j][i] = in[(blockIdx.y * 16 + j - 1 + n) % n * n + (blockIdx.x * 16 + i - 1 + n) % n];
  __syncthreads();
  int i = threadIdx.x + 1, j = threadIdx.y + 1;
  Species c = tile[j][i], lap;
  lap.u = tile[j][i - 1].u + tile[j][i + 1].u + tile[j - 1][i].u + tile[j + 1][i].u - 4 * c.u;
  lap.v = tile[j][i - 1].v + tile[j][i + 1].v + tile[j - 1][i].v + tile[j + 1][i].v - 4 * c.v;
  float r = c.u * c.v * c.v;
  out[y * n + x] = {c.u + 0.16f * lap.u - r + 0.035f * (1 - c.u), c.v + 0.08f * lap.v + r - 0.1f * c.v};
}
__global__ void wave(double *next, const double *now, const double *before, int n, double c2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) next[i] = 2 * now[i] - before[i] + c2 * (now[i + 1] - 2 * now[i] + now[i - 1]);
}

// Particles sorted into cells: counts, offsets, scatter, then pairs within the cut-off.
__host__ __device__ int cell_of(float2 p, int cells) { return (int)(p.y * cells) * cells + (int)(p.x * cells); }
__global__ void count_cells(const float2 *p, int n, int *count, int cells) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&count[cell_of(p[i], cells)], 1);
}
__global__ void offsets(const int *count, int *start, int n) {
  if (threadIdx.x == 0) {
    start[0] = 0;
    for (int c = 0; c < n; ++c) start[c + 1] = start[c] + count[c];
  }
}
__global__ void scatter(const float2 *p, int n, const int *start, int *fill, int *order, int cells) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int c = cell_of(p[i], cells);
    order[start[c] + atomicAdd(&fill[c], 1)] = i;
  }
}
__global__ void pairs(const float2 *p, int n, const int *start, const int *order, int cells, float cut, int *total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = cell_of(p[i], cells), cx = c % cells, cy = c / cells, found = 0;
  for (int y = max(cy - 1, 0); y <= min(cy + 1, cells - 1); ++y)
    for (int x = max(cx - 1, 0); x <= min(cx + 1, cells - 1); ++x)
      for (int k = start[y * cells + x]; k < start[y * cells + x + 1]; ++k) {
        int j = order[k];
        float dx = p[i].x - p[j].x, dy = p[i].y - p[j].y;
        found += j > i && dx * dx + dy * dy < cut * cut;
      }
  atomicAdd(total, found);
}

__constant__ float dct_matrix[8][8];
__global__ void dct8x8(const uint8_t *image, float *out, int width, bool inverse, const float *coefficients) {
  __shared__ float a[8][9], b[8][9];
  int x = threadIdx.x, y = threadIdx.y, at = (blockIdx.y * 8 + y) * width + blockIdx.x * 8 + x;
  a[y][x] = inverse ? coefficients[at] : image[at] - 128.0f;
  __syncthreads();
  float s = 0;
  for (int k = 0; k < 8; ++k) s += inverse ? dct_matrix[k][y] * a[k][x] : dct_matrix[y][k] * a[k][x];
  b[y][x] = s;
  __syncthreads();
  s = 0;
  for (int k = 0; k < 8; ++k) s += inverse ? b[y][k] * dct_matrix[k][x] : b[y][k] * dct_matrix[x][k];
  out[at] = inverse ? s + 128.0f : s;
}
__global__ void label_step(const uint8_t *mask, int *label, int w, int h, int *changed) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h || !mask[y * w + x]) return;
  int mine = atomicAdd(&label[y * w + x], 0), best = mine;
  const int dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
  for (int k = 0; k < 4; ++k) {
    int u = x + dx[k], v = y + dy[k];
    if (u >= 0 && v >= 0 && u < w && v < h && mask[v * w + u]) best = min(best, atomicAdd(&label[v * w + u], 0));
  }
  if (best < mine) {
    atomicMin(&label[y * w + x], best);
    atomicExch(changed, 1);
  }
}
// One individual a thread, a population a block: the sum of a subset that comes nearest to a target.
__global__ void evolve(const int *items, int n, int target, int generations, unsigned *best) {
  __shared__ unsigned genes[64];
  __shared__ int cost[64];
  unsigned t = threadIdx.x, rng = t * 2654435761u + blockIdx.x * 40503u + 1;
  auto random = [&rng]() {
    rng ^= rng << 13, rng ^= rng >> 17, rng ^= rng << 5;
    return rng;
  };
  unsigned mine = random() & ((1u << n) - 1);
  for (int g = 0; g < generations; ++g) {
    int s = 0;
    for (int i = 0; i < n; ++i)
      if (mine >> i & 1) s += items[i];
    genes[t] = mine, cost[t] = abs(s - target);
    __syncthreads();
    unsigned a = random() % 64, b = random() % 64, c = random() % 64;
    unsigned one = cost[a] < cost[b] ? genes[a] : genes[b], two = cost[b] < cost[c] ? genes[b] : genes[c];
    unsigned cut = random();
    unsigned child = (one & cut) | (two & ~cut);
    if (random() % 4 == 0) child ^= 1u << random() % n;
    atomicMin(best, (unsigned)cost[t]);
    __syncthreads();
    mine = t == 0 ? mine : child & ((1u << n) - 1);
  }
}
struct Board {
  signed char cell[9];
};
__device__ int winner(const Board &b) {
  const signed char lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
  for (auto &l : lines)
    if (b.cell[l[0]] && b.cell[l[0]] == b.cell[l[1]] && b.cell[l[1]] == b.cell[l[2]]) return b.cell[l[0]];
  return 0;
}
__device__ int minimax(Board b, int player, int *nodes) {
  ++*nodes;
  if (int w = winner(b)) return w * player;
  int best = -2;
  for (int i = 0; i < 9; ++i)
    if (!b.cell[i]) {
      b.cell[i] = player;
      best = max(best, -minimax(b, -player, nodes));
      b.cell[i] = 0;
    }
  return best == -2 ? 0 : best;
}
__global__ void tic_tac_toe(int *value, int *nodes) {
  int first = threadIdx.x / 9, second = threadIdx.x % 9, third = blockIdx.x, count = 0;
  if (threadIdx.x >= 81 || first == second || third == first || third == second) return;
  Board b = {};
  b.cell[first] = 1, b.cell[second] = -1, b.cell[third] = 1;
  for (int i = 0;; ++i)
    if (!b.cell[i]) {
      b.cell[i] = -1;
      break;
    }
  int v = minimax(b, 1, &count);
  atomicAdd(&value[v + 1], 1);
  atomicAdd(nodes, count);
}
__global__ void quantised(const char4 *a, const char4 *b, int *c, int m, int n, int k4) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n) return;
  int s = 0;
  for (int k = 0; k < k4; ++k) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 610
    s = __dp4a(*(const int *)&a[i * k4 + k], *(const int *)&b[j * k4 + k], s);
#else
    s += a[i * k4 + k].x * b[j * k4 + k].x + a[i * k4 + k].y * b[j * k4 + k].y + a[i * k4 + k].z * b[j * k4 + k].z + a[i * k4 + k].w * b[j * k4 + k].w;
#endif
  }
  c[i * n + j] = s;
}
__global__ void packed_bytes(const unsigned *a, const unsigned *b, unsigned *out) {
  unsigned x = a[threadIdx.x], y = b[threadIdx.x];
  out[threadIdx.x] = __vadd4(x, y) ^ __vsubus4(x, y) ^ __vmaxu4(x, y) ^ __vabsdiffu4(x, y) ^ __vavgu4(x, y) ^ __vadd2(x, y) ^ __vcmpgtu4(x, y) ^ __vsadu4(x, y);
}

template <typename T>
T *managed(size_t n) {
  T *p;
  if (cudaMallocManaged(&p, n * sizeof(T)) != cudaSuccess) abort();
  memset((void *)p, 0, n * sizeof(T));
  return p;
}
int main() {
  const int nx = 24, ny = 20;
  float *f = managed<float>(9 * nx * ny), *g = managed<float>(9 * nx * ny);
  const float w[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
  double before = 0, after = 0;
  for (int k = 0; k < 9; ++k)
    for (int i = 0; i < nx * ny; ++i) before += f[k * nx * ny + i] = w[k] * (1 + 0.1f * std::sin(0.5f * (i % nx)));
  for (int s = 0; s < 10; ++s) {
    lbm<<<dim3(2, 3), dim3(16, 8)>>>(f, g, nx, ny, 1.2f);
    std::swap(f, g);
  }
  cudaDeviceSynchronize();
  for (int i = 0; i < 9 * nx * ny; ++i) after += f[i];
  printf("mass %s\n", std::fabs(before - after) < 1e-3 ? "kept" : "lost");
  const int n = 32;
  Species *a = managed<Species>(n * n), *b = managed<Species>(n * n);
  for (int i = 0; i < n * n; ++i) a[i] = {1, i / n > 12 && i / n < 20 && i % n > 12 && i % n < 20 ? 0.5f : 0};
  vector<Species> h(a, a + n * n), hn(n * n);
  for (int s = 0; s < 8; ++s) {
    gray_scott<<<dim3(2, 2), dim3(16, 16)>>>(a, b, n);
    std::swap(a, b);
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        auto at = [&](int i, int j) { return h[(j + n) % n * n + (i + n) % n]; };
        Species c = at(x, y);
        float lu = at(x - 1, y).u + at(x + 1, y).u + at(x, y - 1).u + at(x, y + 1).u - 4 * c.u, r = c.u * c.v * c.v;
        float lv = at(x - 1, y).v + at(x + 1, y).v + at(x, y - 1).v + at(x, y + 1).v - 4 * c.v;
        hn[y * n + x] = {c.u + 0.16f * lu - r + 0.035f * (1 - c.u), c.v + 0.08f * lv + r - 0.1f * c.v};
      }
    h.swap(hn);
  }
  cudaDeviceSynchronize();
  double worst = 0;
  for (int i = 0; i < n * n; ++i) worst = std::fmax(worst, std::fabs(h[i].u - a[i].u) + std::fabs(h[i].v - a[i].v));
  printf("Gray-Scott %s\n", worst < 1e-4 ? "agrees" : "differs");
  const int m = 201;
  double *u[3];
  for (auto &p : u) p = managed<double>(m);
  for (int i = 0; i < m; ++i) u[0][i] = u[1][i] = std::sin(M_PI * i / (m - 1));
  for (int s = 0; s < 200; ++s) {
    wave<<<(m + 63) / 64, 64>>>(u[2], u[1], u[0], m, 1.0);
    std::swap(u[0], u[1]);
    std::swap(u[1], u[2]);
  }
  cudaDeviceSynchronize();
  printf("wave %s\n", std::fabs(u[1][m / 2] + 1) < 0.02 ? "turned over" : "lost");

  const int np = 400, cells = 10;
  float2 *p = managed<float2>(np);
  srand(7);
  for (int i = 0; i < np; ++i) p[i] = make_float2((i * 7919 % 1000) / 1000.f, (i * 104729 % 997) / 997.f);
  int *count = managed<int>(cells * cells), *start = managed<int>(cells * cells + 1), *fill = managed<int>(cells * cells), *order = managed<int>(np),
      *total = managed<int>(1), brute = 0;
  count_cells<<<4, 128>>>(p, np, count, cells);
  offsets<<<1, 32>>>(count, start, cells * cells);
  scatter<<<4, 128>>>(p, np, start, fill, order, cells);
  pairs<<<4, 128>>>(p, np, start, order, cells, 0.07f, total);
  cudaDeviceSynchronize();
  for (int i = 0; i < np; ++i)
    for (int j = i + 1; j < np; ++j) {
      float dx = p[i].x - p[j].x, dy = p[i].y - p[j].y;
      brute += dx * dx + dy * dy < 0.07f * 0.07f;
    }
  printf("pairs %s\n", std::abs(*total - brute) <= 2 && brute > 100 ? "right" : "wrong");

  float dct[8][8];
  for (int k = 0; k < 8; ++k)
    for (int i = 0; i < 8; ++i) dct[k][i] = (k ? 0.5f : std::sqrt(0.125f)) * std::cos((2 * i + 1) * k * (float)M_PI / 16);
  cudaMemcpyToSymbol(dct_matrix, dct, sizeof dct);
  const int width = 32;
  uint8_t *image = managed<uint8_t>(width * width);
  float *coefficients = managed<float>(width * width), *back = managed<float>(width * width);
  for (int i = 0; i < width * width; ++i) image[i] = (uint8_t)(i * i / 37);
  dct8x8<<<dim3(4, 4), dim3(8, 8)>>>(image, coefficients, width, false, nullptr);
  dct8x8<<<dim3(4, 4), dim3(8, 8)>>>(image, back, width, true, coefficients);
  cudaDeviceSynchronize();
  worst = 0;
  for (int i = 0; i < width * width; ++i) worst = std::fmax(worst, std::fabs(back[i] - image[i]));
  printf("dct %s\n", worst < 1e-2 ? "inverts" : "does not invert");
  int *label = managed<int>(width * width), *changed = managed<int>(1);
  for (int i = 0; i < width * width; ++i) label[i] = i, image[i] = (i / width) % 4 != 3 && (i % width) % 8 != 7;
  do {
    *changed = 0;
    label_step<<<dim3(2, 4), dim3(16, 8)>>>(image, label, width, width, changed);
    cudaDeviceSynchronize();
  } while (*changed);
  int components = 0;
  for (int i = 0; i < width * width; ++i) components += image[i] && label[i] == i;
  printf("components %d\n", components);

  int *items = managed<int>(20), *value = managed<int>(3), *nodes = managed<int>(1);
  unsigned *best = managed<unsigned>(1);
  for (int i = 0; i < 20; ++i) items[i] = i * i * 7 % 101 + 3;
  *best = ~0u;
  evolve<<<4, 64>>>(items, 20, 500, 30, best);
  cudaDeviceSynchronize();
  printf("subset %s\n", *best == 0 ? "found" : "near");
  cudaDeviceSetLimit(cudaLimitStackSize, 4096);
  tic_tac_toe<<<3, 96>>>(value, nodes);
  printf("%s", cudaGetErrorString(cudaDeviceSynchronize()));
  printf(" %d %d %d, %d\n", value[0], value[1], value[2], *nodes);
  char4 *qa = managed<char4>(12 * 8), *qb = managed<char4>(10 * 8);
  int *qc = managed<int>(120), bad = 0;
  for (int i = 0; i < 12 * 32; ++i) ((signed char *)qa)[i] = i * 37;
  for (int i = 0; i < 10 * 32; ++i) ((signed char *)qb)[i] = i * 91;
  quantised<<<dim3(2, 2), dim3(8, 8)>>>(qa, qb, qc, 12, 10, 8);
  cudaDeviceSynchronize();
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 10; ++j) {
      int s = 0;
      for (int k = 0; k < 32; ++k) s += ((signed char *)qa)[i * 32 + k] * ((signed char *)qb)[j * 32 + k];
      bad += s != qc[i * 10 + j];
    }
  unsigned *pa = managed<unsigned>(96);
  for (int i = 0; i < 64; ++i) pa[i] = i * 0x9E3779B9u;
  packed_bytes<<<1, 32>>>(pa, pa + 32, pa + 64);
  cudaDeviceSynchronize();
  unsigned folded = 0;
  for (int i = 0; i < 32; ++i) folded = folded * 31 + pa[64 + i];
  printf("quantised: %d wrong, packed %08x\n", bad, folded);
  cudaDeviceReset();
}
