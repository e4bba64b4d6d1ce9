//! A member function passes a lambda to the device that uses members: [=] copies this, not them.
//! expect: host_pointer
//! says: captured 'this'
//! flags: --extended-lambda
template <class F>
__global__ void for_each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f(i);
}

class Field {
 public:
  explicit Field(int n) : n_(n), scale_(0.5f) { cudaMalloc(&data_, n * sizeof(float)); }
  ~Field() { cudaFree(data_); }
  void fill() {
    for_each<<<(n_ + 127) / 128, 128>>>(n_, [=] __device__(int i) { data_[i] = scale_ * i; });  // fault
    cudaDeviceSynchronize();
  }

 private:
  int n_;
  float scale_;
  float *data_;
};

int main() {
  Field *field = new Field(1000);
  field->fill();
  delete field;
}
