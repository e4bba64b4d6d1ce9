// Arrays of functions, callers, threads, loops and alloca, copied to their last byte: none is told
// as too short.
//! flags: -O0
#include <alloca.h>
#include <array>
#include <cstring>
#include <thread>

struct Record {
  double values[40];
  char name[33];
};

static float* device;

static int back_and_forth(void* bytes, size_t count) {
  std::memset(bytes, 7, count);
  cudaMemcpy(device, bytes, count, cudaMemcpyHostToDevice);
  std::memset(bytes, 0, count);
  cudaMemcpy(bytes, device, count, cudaMemcpyDeviceToHost);
  return static_cast<const char*>(bytes)[count - 1] != 7;
}

template <int N>
static int by_value(std::array<int, N> a, Record r) {
  alignas(64) char wide[320];
  return back_and_forth(&a, sizeof a) + back_and_forth(&r, sizeof r) +
         back_and_forth(wide, sizeof wide);
}

static int of_all_kinds(int n) {
  float fixed[100], rows[5][77];
  Record records[3];
  int wrong = back_and_forth(fixed, sizeof fixed) + back_and_forth(rows, sizeof rows) +
              back_and_forth(records, sizeof records);
  for (int i = 100; i < n; i += 50) {
    char changing[i];
    wrong += back_and_forth(changing, i) + back_and_forth(alloca(i), i);
  }
  wrong += cudaMemcpy2D(device, 512, rows, sizeof rows[0], sizeof rows[0], 5,
                        cudaMemcpyHostToDevice) != cudaSuccess;
  return wrong + by_value<200>({}, {});
}

int main(int, char** arguments) {
  cudaMalloc(&device, 8192);
  int wrong = of_all_kinds(400), of_thread = 0;
  std::thread([&] { of_thread = of_all_kinds(300); }).join();
  wrong += cudaMemcpy(device, arguments[0], std::strlen(arguments[0]), cudaMemcpyHostToDevice) !=
           cudaSuccess;
  cudaFree(device);
  return wrong + of_thread;
}
