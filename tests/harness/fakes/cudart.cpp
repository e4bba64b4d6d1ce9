// A fake CUDA runtime. Compiled twice: as a GPU (time is the host's clock), and with FAKE_SIMULATOR
// as the simulator (time is modelled, and the extension's symbols are there).
#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <thread>
#include <time.h>

namespace {
cudaError_t last = cudaSuccess;
cudaError_t sticky = cudaSuccess;
double modelled_us = 0;
double others_us = 0;  ///< that another process had the device
std::set<const void*> allocated;
std::string report;
std::string taken;

double now_us() {
#ifdef FAKE_SIMULATOR
  return modelled_us;
#else
  // Not the wall's clock: that the test's process waits for a processor is no work of the device.
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) * 1e6 + static_cast<double>(used.tv_nsec) / 1e3 +
         others_us;
#endif
}
}  // namespace

static int resets = 0;

struct FakeEvent {
  double at_us = 0;
  int made_after = resets;
};

extern "C" {
cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  *pointer = std::malloc(bytes == 0 ? 1 : bytes);
  allocated.insert(*pointer);
  return sticky;
}
cudaError_t cudaFree(void* pointer) {
  if (allocated.erase(pointer) != 0) {
    std::free(pointer);
  }
  return sticky;
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  attributes->type =
      allocated.count(pointer) != 0 ? cudaMemoryTypeDevice : cudaMemoryTypeUnregistered;
  return sticky;
}
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind) {
  std::memcpy(to, from, bytes);
  return sticky;
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind) {
  for (size_t row = 0; row < height; ++row) {
    std::memcpy(static_cast<char*>(to) + row * to_pitch,
                static_cast<const char*>(from) + row * from_pitch, width);
  }
  return sticky;
}
cudaError_t cudaMemset(void* to, int byte, size_t bytes) {
  std::memset(to, byte, bytes);
  static int calls = 0;
  if (const char* slice_us = std::getenv("FAKE_GPU_SHARED"); slice_us && ++calls % 50 == 0) {
    others_us += std::atof(slice_us);
  }
  return sticky;
}
cudaError_t cudaGetLastError() {
  const cudaError_t error = sticky != cudaSuccess ? sticky : last;
  last = cudaSuccess;
  return error;
}
cudaError_t cudaDeviceReset() {
  ++resets;
  allocated.clear();  // their bytes stay: the harness must not use them
  return sticky;
}
cudaError_t cudaDeviceSynchronize() {
  constexpr cudaError_t kNoDevice = 100;
  return std::getenv("FAKE_NO_DEVICE") != nullptr ? kNoDevice : sticky;
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = new FakeEvent;
  return sticky;
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  return event->made_after == resets ? sticky : cudaErrorInvalidResourceHandle;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  event->at_us = now_us();
  return cudaEventQuery(event);
}
cudaError_t cudaEventSynchronize(cudaEvent_t) {
  return sticky;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  *milliseconds = static_cast<float>((to->at_us - from->at_us) / 1e3);
  return sticky;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
  // 2000 bytes a microsecond, and a cache of 1 MiB.
  *value = attribute == cudaDevAttrL2CacheSize       ? 1 << 20
           : attribute == cudaDevAttrMemoryClockRate ? 1000
                                                     : 8000;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  std::snprintf(properties->name, sizeof properties->name, "Fake device");
  return cudaSuccess;
}
const char* cudaGetErrorName(cudaError_t error) {
  return error == cudaErrorIllegalAddress ? "cudaErrorIllegalAddress"
                                          : "cudaErrorInvalidConfiguration";
}
const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaErrorInvalidValue     ? "invalid argument"
         : error == cudaErrorIllegalAddress ? "an illegal memory access was encountered"
                                            : "invalid configuration argument";
}

void fake_cuda_fail(cudaError_t code) {
  (code >= cudaErrorIllegalAddress ? sticky : last) = code;
}
void fake_cuda_work(double microseconds) {
  modelled_us += microseconds;
#ifndef FAKE_SIMULATOR
  const double until = now_us() + microseconds;
  while (now_us() < until) {
  }
#endif
}
void fake_cuda_report(const char* json) {
  report = json;
}

#ifdef FAKE_SIMULATOR
const char* warpschool_sim_take_report() {
  taken = report.empty() ? R"({"launches": [], "faults": []})" : report;
  report.clear();
  return taken.c_str();
}
const char* warpschool_sim_identity() {
  return R"({"device": "fake"})";
}
int warpschool_sim_set_option(const char*, int) {
  return 0;
}
#endif
}
