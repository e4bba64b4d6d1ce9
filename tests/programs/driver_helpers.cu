// What helpers of the driver API ask before they choose a device: its compute mode, and how fast it
// is.
// simcc: -lcuda
#include <cuda.h>

#include <cstdio>

static int ask(CUdevice_attribute attribute, CUdevice device) {
  int value = -1;
  if (cuDeviceGetAttribute(&value, attribute, device) != CUDA_SUCCESS)
    printf("attribute %d is not there\n", attribute);
  return value;
}

int main() {
  int count = 0, best = -1;
  long long most = 0;
  cuInit(0);
  cuDeviceGetCount(&count);
  for (int i = 0; i < count; ++i) {
    CUdevice device;
    cuDeviceGet(&device, i);
    const int mode = ask(CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, device);
    if (mode == CU_COMPUTEMODE_PROHIBITED)
      continue;
    const long long speed = 1LL * ask(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device) *
                            ask(CU_DEVICE_ATTRIBUTE_CLOCK_RATE, device);
    if (speed > most) {
      most = speed;
      best = i;
    }
    printf("device %d: mode %s, capability %s\n", i,
           mode == CU_COMPUTEMODE_DEFAULT             ? "default"
           : mode == CU_COMPUTEMODE_EXCLUSIVE_PROCESS ? "one process"
                                                      : "?",
           ask(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) >= 7 ? "7 or more" : "less");
  }
  printf("the fastest: %d\n", best);
}
