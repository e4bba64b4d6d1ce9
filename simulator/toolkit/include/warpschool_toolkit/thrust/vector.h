/* Vectors in host memory, in device memory, and in memory of both sides. */
#ifndef WARPSCHOOL_THRUST_VECTOR_H
#define WARPSCHOOL_THRUST_VECTOR_H

#include "elementwise.h"
#include "universal.h"

#include <initializer_list>
#include <vector>

namespace thrust {

namespace details {
template <class T, class Memory>
class Vector;
}  // namespace details

template <class T, class Allocator = std::allocator<T>>
class host_vector : public std::vector<T, Allocator> {
 public:
  using std::vector<T, Allocator>::vector;
  host_vector() = default;
  host_vector(const std::vector<T, Allocator>& other) : std::vector<T, Allocator>(other) {}
  template <class U, class A, class = std::enable_if_t<!std::is_same<std::vector<U, A>, std::vector<T, Allocator>>::value>>
  host_vector(const std::vector<U, A>& other) : std::vector<T, Allocator>(other.begin(), other.end()) {}
  template <class U, class M>
  host_vector(const details::Vector<U, M>& other) {
    *this = other;
  }
  template <class It, class = std::enable_if_t<std::is_same<details::SystemOf<It>, device_system_tag>::value>, class = void>
  host_vector(It first, It last) : std::vector<T, Allocator>(static_cast<size_t>(last - first)) {
    thrust::copy(first, last, this->begin());
  }
  template <class U, class M>
  host_vector& operator=(const details::Vector<U, M>& other) {
    this->resize(other.size());
    thrust::copy(other.begin(), other.end(), this->begin());
    return *this;
  }
};

namespace details {

/* Elements in memory of some kind; new ones have the value given, or T(). */
template <class T, class Memory>
class Vector {
 public:
  using value_type = T;
  using size_type = size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = typename Memory::template Pointer<T>;
  using const_pointer = typename Memory::template Pointer<const T>;
  using reference = typename std::iterator_traits<pointer>::reference;
  using const_reference = typename std::iterator_traits<const_pointer>::reference;
  using iterator = pointer;
  using const_iterator = const_pointer;
  using reverse_iterator = thrust::reverse_iterator<iterator>;
  using const_reverse_iterator = thrust::reverse_iterator<const_iterator>;

  Vector() = default;
  explicit Vector(size_t count, const T& value = T()) { resize(count, value); }
  Vector(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  Vector(It first, It last) {
    assign(first, last);
  }
  Vector(const Vector& other) { assign(other.begin(), other.end()); }
  Vector(Vector&& other) noexcept { swap(other); }
  template <class U, class M>
  Vector(const Vector<U, M>& other) {
    assign(other.begin(), other.end());
  }
  template <class U, class A>
  Vector(const std::vector<U, A>& other) {
    assign(other.begin(), other.end());
  }
  ~Vector() { Memory::release(data_); }

  Vector& operator=(const Vector& other) {
    if (this != &other) {
      assign(other.begin(), other.end());
    }
    return *this;
  }
  Vector& operator=(Vector&& other) noexcept {
    swap(other);
    return *this;
  }
  template <class U, class M>
  Vector& operator=(const Vector<U, M>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  template <class U, class A>
  Vector& operator=(const std::vector<U, A>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  void assign(It first, It last) {
    Vector fresh;
    fresh.grow(count_of(first, last));
    fresh.size_ = fresh.capacity_;
    thrust::copy(first, last, fresh.begin());
    swap(fresh);
  }
  void assign(size_t count, const T& value) {
    clear();
    resize(count, value);
  }

  size_t size() const { return size_; }
  size_t max_size() const { return static_cast<size_t>(-1) / 2 / sizeof(T); }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  iterator begin() { return iterator(data_); }
  iterator end() { return iterator(data_ + size_); }
  const_iterator begin() const { return const_iterator(data_); }
  const_iterator end() const { return const_iterator(data_ + size_); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  pointer data() { return pointer(data_); }
  const_pointer data() const { return const_pointer(data_); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const { return rbegin(); }
  const_reverse_iterator crend() const { return rend(); }
  reference operator[](size_t i) { return begin()[static_cast<std::ptrdiff_t>(i)]; }
  const_reference operator[](size_t i) const { return begin()[static_cast<std::ptrdiff_t>(i)]; }
  reference front() { return *begin(); }
  reference back() { return *(end() - 1); }
  const_reference front() const { return *begin(); }
  const_reference back() const { return *(end() - 1); }

  void reserve(size_t count) { grow(count); }
  void resize(size_t count, const T& value = T()) {
    grow(count);
    const size_t old = size_;
    size_ = count;
    if (count > old) {
      thrust::fill(begin() + static_cast<std::ptrdiff_t>(old), end(), value);
    }
  }
  void clear() { size_ = 0; }
  void shrink_to_fit() {}
  void push_back(const T& value) {
    if (size_ == capacity_) {
      grow(size_ == 0 ? 16 : 2 * size_);
    }
    ++size_;
    back() = value;
  }
  void pop_back() { --size_; }
  iterator erase(iterator first, iterator last) {
    Vector rest(last, end());
    thrust::copy(rest.begin(), rest.end(), first);
    size_ -= static_cast<size_t>(last - first);
    return first;
  }
  iterator erase(iterator at) { return erase(at, at + 1); }
  iterator insert(iterator at, const T& value) {
    const iterator gap = open_gap(at, 1);
    *gap = value;
    return gap;
  }
  void insert(iterator at, size_t count, const T& value) {
    const iterator gap = open_gap(at, count);
    thrust::fill(gap, gap + static_cast<std::ptrdiff_t>(count), value);
  }
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  void insert(iterator at, It first, It last) {
    const Vector fresh(first, last); /* they may be elements of this vector, which move */
    thrust::copy(fresh.begin(), fresh.end(), open_gap(at, fresh.size()));
  }
  void swap(Vector& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

 private:
  /* Moves the elements from `at` on back by `count`; tells where the gap begins. */
  iterator open_gap(iterator at, size_t count) {
    const std::ptrdiff_t index = at - begin();
    const Vector rest(at, end());
    grow(size_ + count);
    size_ += count;
    const iterator gap = begin() + index;
    thrust::copy(rest.begin(), rest.end(), gap + static_cast<std::ptrdiff_t>(count));
    return gap;
  }
  void grow(size_t count) {
    if (count <= capacity_) {
      return;
    }
    T* larger = nullptr;
    details::check(Memory::allocate(&larger, count * sizeof(T)), "thrust: a device_vector has no memory");
    if (size_ != 0) {
      details::check(cudaMemcpy(larger, data_, size_ * sizeof(T), cudaMemcpyDefault), "thrust: a copy failed");
    }
    Memory::release(data_);
    data_ = larger;
    capacity_ = count;
  }

  T* data_ = nullptr;
  size_t size_ = 0, capacity_ = 0;
};

/* Kinds of memory */
struct OfDevice {
  template <class T>
  using Pointer = device_ptr<T>;
  template <class T>
  static cudaError_t allocate(T** data, size_t bytes) { return cudaMalloc(data, bytes); }
  static void release(void* data) { (void)cudaFree(data); }
};
struct OfBothSides {
  template <class T>
  using Pointer = universal_ptr<T>;
  template <class T>
  static cudaError_t allocate(T** data, size_t bytes) { return cudaMallocManaged(data, bytes); }
  static void release(void* data) { (void)cudaFree(data); }
};
struct OfPinnedHost {
  template <class T>
  using Pointer = universal_ptr<T>;
  template <class T>
  static cudaError_t allocate(T** data, size_t bytes) { return cudaMallocHost(data, bytes); }
  static void release(void* data) { (void)cudaFreeHost(data); }
};

struct OfHost {
  template <class T>
  using Pointer = T*;
  template <class T>
  static cudaError_t allocate(T** data, size_t bytes) {
    *data = static_cast<T*>(::operator new(bytes));
    return cudaSuccess;
  }
  static void release(void* data) { ::operator delete(data); }
};

}  // namespace details

#define WS_VECTOR(name, Memory)                                                  \
  template <class T, class Allocator = std::allocator<T>>                        \
  class name : public details::Vector<T, details::Memory> {                      \
   public:                                                                       \
    using allocator_type = Allocator;                                            \
    using details::Vector<T, details::Memory>::Vector;                           \
    using details::Vector<T, details::Memory>::operator=;                        \
    name() = default;                                                            \
    /* An allocator says nothing here. */                                        \
    explicit name(const Allocator&) {}                                           \
    name(size_t count, const T& value, const Allocator&) : name(count, value) {} \
    Allocator get_allocator() const { return Allocator(); }                      \
  };
WS_VECTOR(device_vector, OfDevice)
WS_VECTOR(universal_vector, OfBothSides)
WS_VECTOR(universal_host_pinned_vector, OfPinnedHost)
#undef WS_VECTOR
/* Bytes, as in every other vector here: those of std::vector<bool> are bits, which have no address to copy from. */
template <class Allocator>
class host_vector<bool, Allocator> : public details::Vector<bool, details::OfHost> {
 public:
  using details::Vector<bool, details::OfHost>::Vector;
  using details::Vector<bool, details::OfHost>::operator=;
  host_vector() = default;
};

namespace details {
template <class T, class M, class U, class N>
bool operator==(const Vector<T, M>& a, const Vector<U, N>& b) {
  if constexpr (std::is_same<T, bool>::value) {
    const host_vector<char> left(a), right(b);
    return left == right;
  } else {
    return host_vector<T>(a) == host_vector<T>(host_vector<U>(b));
  }
}
template <class T, class M, class U, class B>
bool operator==(const Vector<T, M>& a, const std::vector<U, B>& b) {
  return host_vector<T>(a) == host_vector<T>(b);
}
template <class T, class M, class U, class B>
bool operator==(const std::vector<U, B>& a, const Vector<T, M>& b) {
  return b == a;
}
template <class T, class M, class Other>
bool operator!=(const Vector<T, M>& a, const Other& b) {
  return !(a == b);
}
template <class T, class M, class U, class B>
bool operator!=(const std::vector<U, B>& a, const Vector<T, M>& b) {
  return !(b == a);
}
template <class T, class M>
void swap(Vector<T, M>& a, Vector<T, M>& b) {
  a.swap(b);
}
}  // namespace details

/* The device's memory under the name of the system that it belongs to */
namespace cuda {
template <class T>
using pointer = device_ptr<T>;
template <class T, class Allocator = std::allocator<T>>
using vector = device_vector<T, Allocator>;
template <class T>
pointer<T> malloc(size_t count) {
  return device_malloc<T>(count);
}
inline pointer<void> malloc(size_t bytes) { return device_malloc(bytes); }
template <class T>
void free(pointer<T> at) {
  device_free(at);
}
}  // namespace cuda

}  // namespace thrust

#endif
