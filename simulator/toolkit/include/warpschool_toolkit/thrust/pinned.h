/* Vectors of the host in pinned memory: thrust::host_vector<T, thrust::cuda::experimental::pinned_allocator<T>>. */
#ifndef WARPSCHOOL_THRUST_PINNED_H
#define WARPSCHOOL_THRUST_PINNED_H

#include "vector.h"

namespace thrust {
namespace cuda {
namespace experimental {

template <class T>
struct pinned_allocator {
  using value_type = T;
  using pointer = T*;
  using const_pointer = const T*;
  using reference = T&;
  using const_reference = const T&;
  using size_type = size_t;
  using difference_type = std::ptrdiff_t;
  template <class U>
  struct rebind {
    using other = pinned_allocator<U>;
  };
  pinned_allocator() = default;
  template <class U>
  pinned_allocator(const pinned_allocator<U>&) {}
  T* allocate(size_type count) {
    T* at = nullptr;
    if (cudaMallocHost(&at, count * sizeof(T)) != cudaSuccess) {
      throw std::bad_alloc();
    }
    return at;
  }
  void deallocate(T* at, size_type) { details::check(cudaFreeHost(at), "thrust: pinned_allocator"); }
  template <class U>
  bool operator==(const pinned_allocator<U>&) const { return true; }
  template <class U>
  bool operator!=(const pinned_allocator<U>&) const { return false; }
};

}  // namespace experimental
}  // namespace cuda
}  // namespace thrust

#endif
