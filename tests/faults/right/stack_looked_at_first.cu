//! A plain look whether there is anything left at all; the atomic's answer decides.
//! prints: 64 0 10
#include <cstdio>

template <class T>
class Stack {
 public:
  __device__ explicit Stack(int most) : top_(-1), cells_(new T[most]), most_(most) {}
  __device__ ~Stack() { delete[] cells_; }
  __device__ bool push(T value) {
    if (top_ >= most_ - 1) {
      return false;
    }
    int at = atomicAdd(&top_, 1) + 1;
    if (at >= most_) {
      atomicSub(&top_, 1);
      return false;
    }
    cells_[at] = value;
    return true;
  }
  __device__ bool pop(T& value) {
    if (top_ >= 0) {
      int at = atomicAdd(&top_, -1);
      if (at >= 0) {
        value = cells_[at];
        return true;
      }
    }
    return false;
  }

 private:
  int top_;
  T* cells_;
  int most_;
};

__device__ Stack<int>* stack;

__global__ void make() {
  stack = new Stack<int>(64);
}
__global__ void fill() {
  stack->push(blockIdx.x * blockDim.x + threadIdx.x);
}
__global__ void empty(int* seen) {
  int value;
  if (stack->pop(value)) {
    atomicAdd(&seen[value], 1);
  }
}
__global__ void drop() {
  delete stack;
}

/// Seats are given out until none is left.
__global__ void take_seats(int* seats, int* taken) {
  if (*seats > 0 && atomicSub(seats, 1) > 0) {
    atomicAdd(taken, 1);
  }
}

int main() {
  int *seen, *seats, values[200], most = 0, popped = 0, taken[2] = {10, 0};
  cudaMalloc(&seen, sizeof values);
  cudaMemset(seen, 0, sizeof values);
  cudaMalloc(&seats, sizeof taken);
  cudaMemcpy(seats, taken, sizeof taken, cudaMemcpyHostToDevice);
  make<<<1, 1>>>();
  fill<<<4, 50>>>();
  empty<<<4, 50>>>(seen);
  drop<<<1, 1>>>();
  take_seats<<<3, 64>>>(seats, seats + 1);
  cudaMemcpy(values, seen, sizeof values, cudaMemcpyDeviceToHost);
  cudaMemcpy(taken, seats, sizeof taken, cudaMemcpyDeviceToHost);
  for (int value : values) {
    popped += value;
    most = value > 1 ? value : most;
  }
  std::printf("%d %d %d\n", popped, most, taken[1]);
  cudaFree(seen);
  cudaFree(seats);
}
