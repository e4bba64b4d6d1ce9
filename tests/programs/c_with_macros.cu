/* An image operation as a C programmer writes it: arrays of run-time size, named initialisers, compound literals, statement
 * expressions, macros that look at errors, and bytes. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define SWAP(T, a, b) ({ T _t = (a); (a) = (b); (b) = _t; _t; })
#define DIV_UP(a, b) (((a) + (b)-1) / (b))
#define ERR(call)                                                                                \
  do {                                                                                           \
    cudaError_t _e = (call);                                                                     \
    if (_e != cudaSuccess) {                                                                     \
      fprintf(stderr, "%s:%d:%s: %s\n", __FILE__, __LINE__, __func__, cudaGetErrorString(_e));   \
      abort();                                                                                   \
    }                                                                                            \
  } while (false)

typedef enum { OP_ADD = 1, OP_MUL = 2 } op_t;
typedef struct image {
  int w, h;
  unsigned char *px;
} image_t;

__global__ void apply(image_t im, op_t op, int k) {
  int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= im.w | y >= im.h) return;
  unsigned char *p = im.px + y * im.w + x;
  *p = op & OP_ADD ? *p + k : op == OP_MUL ? *p * k : 0;
}

int main(int argc, char *argv[]) {
  int w = argc > 1 ? atoi(argv[1]) : 37, h = 21, bad = 0, one = 1, two = 2;
  unsigned char host[h][w], res[h][w];
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) host[y][x] = x ^ y;
  image_t im = {.w = w, .h = h};
  ERR(cudaMalloc((void **)&im.px, w * h));
  ERR(cudaMemcpy(im.px, host, sizeof host, cudaMemcpyHostToDevice));
  dim3 b = {16, 8, 1}, g = {(unsigned)DIV_UP(w, 16), (unsigned)DIV_UP(h, 8), 1};
  apply<<<g, b>>>(im, OP_ADD, 3);
  apply<<<g, b>>>((image_t){w, h, im.px}, OP_MUL, 5);
  apply<<<g, b>>>(im, (op_t)(OP_ADD | OP_MUL), 1);
  ERR(cudaGetLastError());
  ERR(cudaMemcpy(res, im.px, w * h, cudaMemcpyDeviceToHost));
  SWAP(int, one, two);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) bad += res[y][x] != (unsigned char)(((x ^ y) + 3) * 5 + 1);
  printf("wrong: %d, swapped: %" PRId64 " %d\n", bad, (int64_t)one, two);
  ERR(cudaFree(im.px));
  return bad;
}
