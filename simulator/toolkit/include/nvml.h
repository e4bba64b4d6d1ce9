/* NVML is not part of the simulator; said here so that no other copy of the header is taken for it. */
#error "NVML (nvml.h) is not part of the simulator. cudaGetDeviceProperties tells of the device."
