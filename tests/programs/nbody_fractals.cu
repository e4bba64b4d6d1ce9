// Physics and pictures: n-body with tiles, Mandelbrot and Julia sets, game of life, Perlin-like noise, a small ray tracer.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define SOFTENING 1e-9f
#define DIM 64

typedef struct { float x, y, z, vx, vy, vz; } Body;
__global__ void bodyForce(Body *p, float dt, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    float Fx = 0.0f, Fy = 0.0f, Fz = 0.0f;
    for (int j = 0; j < n; j++) {
      float dx = p[j].x - p[i].x;
      float dy = p[j].y - p[i].y;
      float dz = p[j].z - p[i].z;
      float distSqr = dx * dx + dy * dy + dz * dz + SOFTENING;
      float invDist = rsqrtf(distSqr);
      float invDist3 = invDist * invDist * invDist;
      Fx += dx * invDist3;
      Fy += dy * invDist3;
      Fz += dz * invDist3;
    }
    p[i].vx += dt * Fx;
    p[i].vy += dt * Fy;
    p[i].vz += dt * Fz;
  }
}
__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai) {
  float3 r;
  r.x = bj.x - bi.x;
  r.y = bj.y - bi.y;
  r.z = bj.z - bi.z;
  float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + 0.01f;
  float distSixth = distSqr * distSqr * distSqr;
  float s = bj.w * (1.0f / sqrtf(distSixth));
  ai.x += r.x * s;
  ai.y += r.y * s;
  ai.z += r.z * s;
  return ai;
}
__global__ void calculate_forces(const float4 *__restrict__ globalX, float4 *__restrict__ globalA, int N) {
  extern __shared__ float4 shPosition[];
  float3 acc = {0.0f, 0.0f, 0.0f};
  int gtid = blockIdx.x * blockDim.x + threadIdx.x;
  float4 myPosition = gtid < N ? globalX[gtid] : make_float4(0, 0, 0, 0);
  for (int i = 0, tile = 0; i < N; i += blockDim.x, tile++) {
    int idx = tile * blockDim.x + threadIdx.x;
    shPosition[threadIdx.x] = idx < N ? globalX[idx] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < blockDim.x; k++) acc = bodyBodyInteraction(myPosition, shPosition[k], acc);
    __syncthreads();
  }
  if (gtid < N) globalA[gtid] = {acc.x, acc.y, acc.z, 0.0f};
}

struct cuComplex_ {
  float r, i;
  __host__ __device__ cuComplex_(float a, float b) : r(a), i(b) {}
  __host__ __device__ float magnitude2(void) { return r * r + i * i; }
  __host__ __device__ cuComplex_ operator*(const cuComplex_ &a) { return cuComplex_(r * a.r - i * a.i, i * a.r + r * a.i); }
  __host__ __device__ cuComplex_ operator+(const cuComplex_ &a) { return cuComplex_(r + a.r, i + a.i); }
};
__host__ __device__ int julia(int x, int y) {
  const float scale = 1.5;
  float jx = scale * (float)(DIM / 2 - x) / (DIM / 2);
  float jy = scale * (float)(DIM / 2 - y) / (DIM / 2);
  cuComplex_ c(-0.8, 0.156);
  cuComplex_ a(jx, jy);
  for (int i = 0; i < 200; i++) {
    a = a * a + c;
    if (a.magnitude2() > 1000) return 0;
  }
  return 1;
}
__global__ void julia_kernel(unsigned char *ptr) {
  int x = blockIdx.x, y = blockIdx.y;
  int offset = x + y * gridDim.x;
  int juliaValue = julia(x, y);
  ptr[offset * 4 + 0] = 255 * juliaValue;
  ptr[offset * 4 + 1] = 0;
  ptr[offset * 4 + 2] = 0;
  ptr[offset * 4 + 3] = 255;
}
// In integers, so that every machine draws the same picture.
__host__ __device__ int mandel_fixed(int64_t cr, int64_t ci, int limit) {
  int64_t zr = 0, zi = 0;
  int k = 0;
  while (k < limit && zr * zr + zi * zi < (4ll << 40)) {
    int64_t t = ((zr * zr - zi * zi) >> 20) + cr;
    zi = ((2 * zr * zi) >> 20) + ci;
    zr = t;
    ++k;
  }
  return k;
}
__global__ void mandelbrot(uint8_t *image, int w, int h, int limit) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  image[y * w + x] = mandel_fixed(((int64_t)x * 3 - 2 * w) * (1 << 20) / w, ((int64_t)y * 2 - h) * (1 << 20) / h, limit);
}

__global__ void life_kernel(const unsigned char *source, unsigned char *destination, int width, int height) {
  int total = width * height;
  for (int cell = blockIdx.x * blockDim.x + threadIdx.x; cell < total; cell += blockDim.x * gridDim.x) {
    int x = cell % width, y = cell - x;
    int xLeft = (x + width - 1) % width, xRight = (x + 1) % width;
    int yUp = (y + total - width) % total, yDown = (y + width) % total;
    unsigned aliveCells = source[xLeft + yUp] + source[x + yUp] + source[xRight + yUp] + source[xLeft + y] + source[xRight + y] +
                          source[xLeft + yDown] + source[x + yDown] + source[xRight + yDown];
    destination[x + y] = aliveCells == 3 || (aliveCells == 2 && source[x + y]) ? 1 : 0;
  }
}

#define INF 2e10f
struct Sphere {
  float r, b, g;
  float radius;
  float x, y, z;
  __device__ float hit(float ox, float oy, float *n) {
    float dx = ox - x;
    float dy = oy - y;
    if (dx * dx + dy * dy < radius * radius) {
      float dz = sqrtf(radius * radius - dx * dx - dy * dy);
      *n = dz / sqrtf(radius * radius);
      return dz + z;
    }
    return -INF;
  }
};
#define SPHERES 10
__constant__ Sphere s[SPHERES];
__global__ void trace(unsigned char *ptr) {
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  int y = threadIdx.y + blockIdx.y * blockDim.y;
  int offset = x + y * blockDim.x * gridDim.x;
  float ox = (x - DIM / 2), oy = (y - DIM / 2);
  float r = 0, g = 0, b = 0;
  float maxz = -INF;
  for (int i = 0; i < SPHERES; i++) {
    float n;
    float t = s[i].hit(ox, oy, &n);
    if (t > maxz) {
      float fscale = n;
      r = s[i].r * fscale;
      g = s[i].g * fscale;
      b = s[i].b * fscale;
      maxz = t;
    }
  }
  ptr[offset * 4 + 0] = (int)(r * 255);
  ptr[offset * 4 + 1] = (int)(g * 255);
  ptr[offset * 4 + 2] = (int)(b * 255);
  ptr[offset * 4 + 3] = 255;
}

int main() {
  const int n = 200;
  std::vector<Body> bodies(n);
  srand(42);
  for (auto &b : bodies) {
    float *f = (float *)&b;
    for (int k = 0; k < 6; ++k) f[k] = 2.0f * ((rand() % 1000) / 1000.0f) - 1.0f;
  }
  std::vector<Body> host = bodies;
  Body *d_bodies;
  cudaMalloc(&d_bodies, n * sizeof(Body));
  for (int iter = 0; iter < 3; ++iter) {
    cudaMemcpy(d_bodies, bodies.data(), n * sizeof(Body), cudaMemcpyHostToDevice);
    bodyForce<<<(n + 63) / 64, 64>>>(d_bodies, 0.01f, n);
    cudaMemcpy(bodies.data(), d_bodies, n * sizeof(Body), cudaMemcpyDeviceToHost);
    for (auto &b : bodies) b.x += b.vx * 0.01f, b.y += b.vy * 0.01f, b.z += b.vz * 0.01f;
    std::vector<Body> before = host;
    for (auto &b : host) {
      double f[3] = {};
      for (auto &o : before) {
        double dx = o.x - b.x, dy = o.y - b.y, dz = o.z - b.z, inv = 1 / sqrt(dx * dx + dy * dy + dz * dz + SOFTENING);
        f[0] += dx * inv * inv * inv, f[1] += dy * inv * inv * inv, f[2] += dz * inv * inv * inv;
      }
      b.vx += 0.01 * f[0], b.vy += 0.01 * f[1], b.vz += 0.01 * f[2];
    }
    for (auto &b : host) b.x += b.vx * 0.01f, b.y += b.vy * 0.01f, b.z += b.vz * 0.01f;
    if (iter == 0) {
      double worst = 0;
      for (int i = 0; i < n; ++i) worst = fmax(worst, fabs(host[i].vx - bodies[i].vx) / (1 + fabs(host[i].vx)));
      printf("bodies %s\n", worst < 1e-3 ? "agree" : "differ");
    }
  }
  std::vector<float4> pos(n), acc(n);
  for (int i = 0; i < n; ++i) pos[i] = make_float4(bodies[i].x, bodies[i].y, bodies[i].z, 1.0f + i % 3);
  float4 *d_pos, *d_acc;
  cudaMalloc(&d_pos, n * sizeof(float4));
  cudaMalloc(&d_acc, n * sizeof(float4));
  cudaMemcpy(d_pos, pos.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
  calculate_forces<<<(n + 63) / 64, 64, 64 * sizeof(float4)>>>(d_pos, d_acc, n);
  cudaMemcpy(acc.data(), d_acc, n * sizeof(float4), cudaMemcpyDeviceToHost);
  double worst = 0;
  for (int i = 0; i < n; ++i) {
    double a = 0;
    for (int j = 0; j < n; ++j) {
      double dx = pos[j].x - pos[i].x, dy = pos[j].y - pos[i].y, dz = pos[j].z - pos[i].z;
      a += dx * pos[j].w / pow(dx * dx + dy * dy + dz * dz + 0.01, 1.5);
    }
    worst = fmax(worst, fabs(a - acc[i].x) / (1 + fabs(a)));
  }
  printf("tiles %s\n", worst < 1e-3 ? "agree" : "differ");

  unsigned char *bitmap, host_bitmap[DIM * DIM * 4];
  cudaMalloc((void **)&bitmap, sizeof host_bitmap);
  dim3 grid(DIM, DIM);
  julia_kernel<<<grid, 1>>>(bitmap);
  cudaMemcpy(host_bitmap, bitmap, sizeof host_bitmap, cudaMemcpyDeviceToHost);
  int differ = 0;
  for (int i = 0; i < DIM * DIM; ++i) differ += host_bitmap[4 * i] != 255 * julia(i % DIM, i / DIM);
  printf("julia %s\n", differ < DIM * DIM / 50 ? "agrees" : "differs");

  const int w = 60, h = 20;
  uint8_t *image;
  cudaMallocManaged(&image, w * h);
  mandelbrot<<<dim3((w + 15) / 16, (h + 7) / 8), dim3(16, 8)>>>(image, w, h, 60);
  cudaDeviceSynchronize();
  for (int y = 0; y < h; ++y) {
    for (int x = 0; x < w; ++x) putchar(" .:-=+*#%@"[image[y * w + x] * 9 / 60]);
    putchar('\n');
  }

  const int lw = 48, lh = 32;
  std::vector<unsigned char> world(lw * lh);
  for (int i = 0; i < lw * lh; ++i) world[i] = (i * 2654435761u >> 28) < 5;
  unsigned char *a, *b;
  cudaMalloc(&a, lw * lh);
  cudaMalloc(&b, lw * lh);
  cudaMemcpy(a, world.data(), lw * lh, cudaMemcpyHostToDevice);
  for (int gen = 0; gen < 10; ++gen) {
    life_kernel<<<4, 128>>>(a, b, lw, lh);
    std::swap(a, b);
    std::vector<unsigned char> next(lw * lh);
    for (int y = 0; y < lh; ++y)
      for (int x = 0; x < lw; ++x) {
        int c = 0;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx)
            if (dx || dy) c += world[(y + dy + lh) % lh * lw + (x + dx + lw) % lw];
        next[y * lw + x] = c == 3 || (c == 2 && world[y * lw + x]);
      }
    world = next;
  }
  std::vector<unsigned char> evolved(lw * lh);
  cudaMemcpy(evolved.data(), a, lw * lh, cudaMemcpyDeviceToHost);
  printf("life %s\n", evolved == world ? "agrees" : "differs");

#define rnd(x) (x * (rand() % 1000) / 1000.f)
  Sphere *temp_s = (Sphere *)malloc(sizeof(Sphere) * SPHERES);
  for (int i = 0; i < SPHERES; i++) {
    temp_s[i].r = rnd(1.0f);
    temp_s[i].g = rnd(1.0f);
    temp_s[i].b = rnd(1.0f);
    temp_s[i].x = rnd(50.0f) - 25;
    temp_s[i].y = rnd(50.0f) - 25;
    temp_s[i].z = rnd(50.0f) - 25;
    temp_s[i].radius = rnd(10.0f) + 4;
  }
  cudaMemcpyToSymbol(s, temp_s, sizeof(Sphere) * SPHERES);
  dim3 grids(DIM / 16, DIM / 16);
  dim3 threads(16, 16);
  trace<<<grids, threads>>>(bitmap);
  cudaMemcpy(host_bitmap, bitmap, sizeof host_bitmap, cudaMemcpyDeviceToHost);
  int lit = 0, expected_lit = 0;
  for (int y = 0; y < DIM; ++y)
    for (int x = 0; x < DIM; ++x) {
      bool inside = false;
      for (int i = 0; i < SPHERES; ++i) {
        float dx = x - DIM / 2 - temp_s[i].x, dy = y - DIM / 2 - temp_s[i].y;
        inside |= dx * dx + dy * dy < temp_s[i].radius * temp_s[i].radius;
      }
      expected_lit += inside;
      const unsigned char *p = host_bitmap + 4 * (y * DIM + x);
      lit += p[0] || p[1] || p[2];
    }
  printf("spheres %s\n", abs(lit - expected_lit) < DIM ? "agree" : "differ");
  free(temp_s);
  cudaDeviceReset();
}
