// Allocating calls for pointers to all kinds of types: incomplete ones, void, const, arrays,
// functions.
struct Opaque;
struct Large {
  char bytes[3000];
};

template <class T>
bool works(T** p) {
  return cudaMalloc(p, 3000) == cudaSuccess && *p != nullptr && cudaFree((void*)*p) == cudaSuccess;
}

int main() {
  Opaque* opaque;
  void *nothing, *more;
  const float* constant;
  float(*rows)[16];
  void (**functions)(int);
  Large *large, *pinned, *managed, *pitched, *ordered;
  size_t pitch;
  const bool good = works(&opaque) && works(&nothing) && works(&constant) && works(&rows) &&
                    works(&functions) && works(&large) && works((char**)&more) &&
                    works((void**)&more);
  cudaMallocHost(&pinned, sizeof *pinned);
  cudaMallocManaged(&managed, sizeof *managed);
  cudaMallocPitch(&pitched, &pitch, sizeof *pitched, 3);
  cudaMallocAsync(&ordered, sizeof *ordered, 0);
  cudaFreeHost(pinned);
  cudaFree(managed);
  cudaFree(pitched);
  cudaFreeAsync(ordered, 0);
  cudaDeviceSynchronize();
  return good ? 0 : 1;
}
