// One field of an array of structs, the others are never touched; then the structs are copied
// whole.
struct Body {
  float x, y, z, mass;
  char tag;  // three bytes of padding follow
  int id;
  double charge;
};

__global__ void number(Body* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i].id = i;
}

__global__ void tag_all(Body* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i].tag = 'a' + b[i].id % 26;
}

__global__ void copy(const Body* from, Body* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = from[n - 1 - i];
}

int main() {
  const int n = 60;
  Body host[n];
  for (int i = 0; i < n; ++i) {
    host[i].x = host[i].y = host[i].z = 0;
    host[i].mass = i;
    host[i].charge = -i;
  }
  Body *a, *b;
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  number<<<2, 32>>>(a, n);
  tag_all<<<2, 32>>>(a, n);
  copy<<<2, 32>>>(a, b, n);
  cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    int j = n - 1 - i;
    wrong +=
        host[i].id != j || host[i].tag != 'a' + j % 26 || host[i].mass != j || host[i].charge != -j;
  }
  return wrong;
}
