// Pointers on the device: linked lists, binary trees, tables of functions, virtual functions, recursion, new and malloc.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <vector>

struct Node {
  int key;
  Node *left, *right;
};
__device__ Node *insert(Node *root, Node *fresh) {
  if (root == nullptr) return fresh;
  if (fresh->key < root->key)
    root->left = insert(root->left, fresh);
  else
    root->right = insert(root->right, fresh);
  return root;
}
__device__ int depth(const Node *n) {
  if (!n) return 0;
  int a = depth(n->left), b = depth(n->right);
  return 1 + (a > b ? a : b);
}
__device__ void in_order(const Node *n, int *out, int *count) {
  if (!n) return;
  in_order(n->left, out, count);
  out[(*count)++] = n->key;
  in_order(n->right, out, count);
}
__global__ void build_tree(Node *pool, const int *keys, int n, int *out, int *info) {
  Node *root = nullptr;
  for (int i = 0; i < n; ++i) {
    pool[i] = Node{keys[i], nullptr, nullptr};
    root = insert(root, &pool[i]);
  }
  int count = 0;
  in_order(root, out, &count);
  info[0] = count;
  info[1] = depth(root);
}

typedef float (*op_t)(float, float);
__device__ float add(float a, float b) { return a + b; }
__device__ float sub(float a, float b) { return a - b; }
__device__ float mul(float a, float b) { return a * b; }
__device__ op_t d_add = add;
__device__ op_t d_table[3] = {add, sub, mul};
__constant__ op_t c_op;
__global__ void apply(op_t f, float *x) { x[threadIdx.x] = f(x[threadIdx.x], 2.0f); }
__global__ void apply_table(float *x) { x[threadIdx.x] = d_table[threadIdx.x % 3](x[threadIdx.x], 3.0f); }
__global__ void apply_constant(float *x) { x[threadIdx.x] = (*c_op)(x[threadIdx.x], 10.0f); }
template <op_t F>
__global__ void apply_static(float *x) { x[threadIdx.x] = F(x[threadIdx.x], 1.0f); }

class Shape {
 public:
  __device__ virtual ~Shape() {}
  __device__ virtual float area() const = 0;
  __device__ virtual int sides() const { return 0; }
};
class Circle : public Shape {
  float r;

 public:
  __device__ Circle(float r) : r(r) {}
  __device__ float area() const override { return 3.0f * r * r; }
};
class Square : public Shape {
  float s;

 public:
  __device__ explicit Square(float s) : s(s) {}
  __device__ ~Square() { s = 0; }
  __device__ float area() const override { return s * s; }
  __device__ int sides() const final { return 4; }
};
__global__ void create(Shape **list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (i % 2)
      list[i] = new Circle((float)i);
    else
      list[i] = new Square((float)i);
  }
}
__global__ void measure(Shape **list, float *areas, int *sides, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    areas[i] = list[i]->area();
    sides[i] = list[i]->sides();
  }
}
__global__ void destroy(Shape **list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) delete list[i];
}
__global__ void placement(void *memory, float *out) {
  Shape *s = new (memory) Square(7.0f);
  *out = s->area() + s->sides();
  s->~Shape();
}

__device__ __noinline__ unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ unsigned ackermann(unsigned m, unsigned n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
__device__ void hanoi(int n, int from, int to, int via, int *moves) {
  if (n == 0) return;
  hanoi(n - 1, from, via, to, moves);
  ++*moves;
  hanoi(n - 1, via, to, from, moves);
}
__device__ bool is_odd(int n);
__device__ bool is_even(int n) { return n == 0 ? true : is_odd(n - 1); }
__device__ bool is_odd(int n) { return n == 0 ? false : is_even(n - 1); }
__device__ void quicksort(int *a, int lo, int hi) {
  if (lo >= hi) return;
  int p = a[(lo + hi) / 2], i = lo, j = hi;
  while (i <= j) {
    while (a[i] < p) i++;
    while (a[j] > p) j--;
    if (i <= j) {
      int t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
  }
  quicksort(a, lo, j);
  quicksort(a, i, hi);
}
__global__ void recursion(unsigned *out, int *lists) {
  int t = threadIdx.x;
  quicksort(lists + t * 20, 0, 19);
  if (t == 5) {
    out[0] = fib(12);
    out[1] = ackermann(2, 3);
    int moves = 0;
    hanoi(5, 0, 2, 1, &moves);
    out[2] = moves;
    out[3] = is_even(20) * 2 + is_odd(20);
  }
  out[4 + t] = fib(t % 8);
}

struct Cell {
  int value;
  Cell *next;
};
__device__ Cell *list_head;
__global__ void grow_list(int n) {
  Cell *head = nullptr;
  for (int i = 0; i < n; ++i) {
    Cell *c = (Cell *)malloc(sizeof(Cell));
    c->value = i * i;
    c->next = head;
    head = c;
  }
  list_head = head;
}
__global__ void sum_list(int *out) {
  int s = 0;
  for (Cell *c = list_head; c; c = c->next) s += c->value;
  *out = s;
}
__global__ void free_list() {
  while (list_head) {
    Cell *next = list_head->next;
    free(list_head);
    list_head = next;
  }
}
__global__ void per_thread_arrays(int *out) {
  int n = threadIdx.x + 1;
  int *a = new int[n];
  for (int i = 0; i < n; ++i) a[i] = i;
  int s = 0;
  for (int i = 0; i < n; ++i) s += a[i];
  out[threadIdx.x] = s;
  delete[] a;
}
__global__ void block_memory(int *out) {
  __shared__ int *data;
  if (threadIdx.x == 0) {
    data = (int *)malloc(blockDim.x * sizeof(int));
    assert(data != NULL);
  }
  __syncthreads();
  data[threadIdx.x] = threadIdx.x * 2;
  __syncthreads();
  out[threadIdx.x] = data[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) free(data);
}

int main() {
  cudaDeviceSetLimit(cudaLimitStackSize, 8192);
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20);
  const int n = 60;
  int *keys, *out, *info;
  Node *pool;
  cudaMallocManaged(&keys, n * sizeof(int));
  cudaMallocManaged(&out, 700 * sizeof(int));
  cudaMallocManaged(&info, 2 * sizeof(int));
  cudaMalloc(&pool, n * sizeof(Node));
  for (int i = 0; i < n; ++i) keys[i] = (i * 37) % 61;
  build_tree<<<1, 1>>>(pool, keys, n, out, info);
  printf("%s", cudaGetErrorString(cudaDeviceSynchronize()));
  bool sorted = info[0] == n;
  for (int i = 1; i < n; ++i) sorted = sorted && out[i - 1] < out[i];
  printf(" tree %s depth %d\n", sorted ? "sorted" : "NOT sorted", info[1]);

  float *x;
  cudaMallocManaged(&x, 32 * sizeof(float));
  for (int i = 0; i < 32; ++i) x[i] = i;
  op_t h_op;
  cudaMemcpyFromSymbol(&h_op, d_add, sizeof(op_t));
  apply<<<1, 32>>>(h_op, x);
  apply_table<<<1, 32>>>(x);
  op_t table[3];
  cudaMemcpyFromSymbol(table, d_table, sizeof(table));
  cudaMemcpyToSymbol(c_op, &table[2], sizeof(op_t));
  apply_constant<<<1, 32>>>(x);
  apply_static<sub><<<1, 32>>>(x);
  cudaDeviceSynchronize();
  printf("%g %g %g\n", x[0], x[1], x[2]);

  Shape **list;
  float *areas;
  int *sides;
  cudaMalloc(&list, 40 * sizeof(Shape *));
  cudaMallocManaged(&areas, 40 * sizeof(float));
  cudaMallocManaged(&sides, 40 * sizeof(int));
  create<<<2, 32>>>(list, 40);
  measure<<<2, 32>>>(list, areas, sides, 40);
  destroy<<<2, 32>>>(list, 40);
  void *memory;
  cudaMalloc(&memory, 64);
  placement<<<1, 1>>>(memory, x);
  printf("%s", cudaGetErrorString(cudaDeviceSynchronize()));
  printf(" %g %g %d %d %g\n", areas[3], areas[10], sides[3], sides[10], x[0]);

  int *lists;
  cudaMallocManaged(&lists, 32 * 20 * sizeof(int));
  for (int i = 0; i < 640; ++i) lists[i] = (i * 7919) % 101;
  recursion<<<1, 32>>>((unsigned *)out, lists);
  printf("%s", cudaGetErrorString(cudaDeviceSynchronize()));
  int bad = 0;
  for (int t = 0; t < 32; ++t)
    for (int i = 1; i < 20; ++i) bad += lists[t * 20 + i - 1] > lists[t * 20 + i];
  printf(" %d %d %d %d %d, %d wrong\n", out[0], out[1], out[2], out[3], out[4 + 7], bad);

  grow_list<<<1, 1>>>(10);
  sum_list<<<1, 1>>>(out);
  free_list<<<1, 1>>>();
  per_thread_arrays<<<1, 64>>>(out + 1);
  block_memory<<<3, 128>>>(out + 100);
  printf("%s", cudaGetErrorString(cudaDeviceSynchronize()));
  printf(" %d %d %d\n", out[0], out[64], out[100]);
  cudaDeviceReset();
  return 0;
}
