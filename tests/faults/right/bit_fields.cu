// Bit-fields are written by changing some bits of a word: the bits beside them may be unset until
// their own turn comes.
#include <cstdio>

struct Cell {
  unsigned state : 3, neighbours : 5;
  int change : 7;
  unsigned long long born : 40;
};

struct Nibbles {
  unsigned char low : 4, high : 4;
};

__global__ void evolve(Nibbles* nibbles, Cell* cells, int* sums) {
  __shared__ Cell tile[32];
  const int t = threadIdx.x;
  tile[t].state = t;
  tile[t].neighbours = t + 1;
  tile[t].change = -t;
  tile[t].born = t * 1000ull;
  nibbles[t].low = t;
  nibbles[t].high = t + 1;
  cells[t].change = t;
  cells[t].born = 5;
  cells[t].state = 1;
  Cell own;
  own.state = t;
  own.change = t + 3;
  own.neighbours = 4;
  own.born = 2;
  sums[t] = tile[t].state + tile[t].neighbours + tile[t].change + static_cast<int>(tile[t].born) +
            own.state + own.neighbours + own.change + static_cast<int>(own.born) +
            nibbles[t].low * nibbles[t].high + cells[t].state;
}

int main() {
  Nibbles* nibbles;
  Cell* cells;
  int *sums, host[32];
  cudaMalloc(&nibbles, 32 * sizeof(Nibbles));
  cudaMalloc(&cells, 32 * sizeof(Cell));
  cudaMalloc(&sums, sizeof host);
  evolve<<<1, 32>>>(nibbles, cells, sums);
  cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(nibbles);
  cudaFree(cells);
  cudaFree(sums);
  return host[7] == 7088 ? 0 : 1;
}
