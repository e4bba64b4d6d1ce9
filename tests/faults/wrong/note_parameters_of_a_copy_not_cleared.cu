//! The fields of cudaMemcpy3DParms that are not used hold rubbish.
//! expect: note
//! status: 0
//! says: begin with cudaMemcpy3DParms parameters = {}
#include <cstring>

int main() {
  float host[4][8][16] = {};
  cudaPitchedPtr device;
  const cudaExtent extent = make_cudaExtent(16 * sizeof(float), 8, 4);
  cudaMalloc3D(&device, extent);
  cudaMemcpy3DParms parameters;
  memset(&parameters, 0x5a, sizeof parameters);  // what the stack may hold
  parameters.srcPtr = make_cudaPitchedPtr(host, 16 * sizeof(float), 16, 8);
  parameters.dstPtr = device;
  parameters.extent = extent;
  parameters.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&parameters);  // fault
  cudaFree(device.ptr);
}
