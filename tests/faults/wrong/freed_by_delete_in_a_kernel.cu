//! A list of a thread grows and frees the new array instead of the old one.
//! expect: use_after_free
//! says: was the wrong one freed?
//! status: 1
class List {
 public:
  __device__ ~List() { delete[] data_; }
  __device__ void add(int value) {
    if (count_ == room_) {
      int* volatile larger = new int[2 * room_ + 2];
      for (int i = 0; i < count_; ++i) larger[i] = data_[i];
      delete[] larger;
      data_ = larger;
      room_ = 2 * room_ + 2;
    }
    data_[count_++] = value;  // fault
  }
  __device__ int sum() const {
    int sum = 0;
    for (int i = 0; i < count_; ++i) sum += data_[i];  // fault
    return sum;
  }

 private:
  int* data_ = nullptr;
  int count_ = 0, room_ = 0;
};

__global__ void collect(int* sums, int n) {
  List list;
  for (int i = 0; i < n; ++i) list.add(i);
  sums[threadIdx.x] = list.sum();
}

int main() {
  int* sums;
  cudaMalloc(&sums, 32 * sizeof(int));
  collect<<<1, 32>>>(sums, 5);
  bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(sums);
  return failed;
}
