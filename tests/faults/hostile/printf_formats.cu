//! Formats that ask for what is not there, or for fields of two thousand million characters.
//! flags: -O2 -w
//! prints: %n|%5$d|%
//! prints: 4096 4096
#include <cstdio>
#include <string>

#include <unistd.h>

__global__ void odd(int* p) { printf("%n|%5$d|%%\n", p); }
__global__ void wide() {
  printf("%*d\n", 2000000000, 5);
  printf("%999999999999d\n", 4);
}

int main() {
  int* p;
  cudaMalloc(&p, 4);
  odd<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  fflush(stdout);
  // What the other kernel prints is long: only its lines' lengths are told.
  int ends[2];
  if (pipe(ends) != 0) return 1;
  const int out = dup(1);
  dup2(ends[1], 1);
  wide<<<1, 1>>>();
  cudaDeviceSynchronize();
  fflush(stdout);
  dup2(out, 1);
  close(ends[1]);
  std::string text;
  char part[4096];
  for (ssize_t got; (got = read(ends[0], part, sizeof part)) > 0;) text.append(part, got);
  const size_t first = text.find('\n');
  printf("%zu %zu\n", first, text.size() - first - 2);
  cudaFree(p);
}
