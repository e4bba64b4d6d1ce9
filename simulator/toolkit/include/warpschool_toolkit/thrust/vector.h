/* Vectors in host and in device memory. */
#ifndef WARPSCHOOL_THRUST_VECTOR_H
#define WARPSCHOOL_THRUST_VECTOR_H

#include "elementwise.h"

#include <initializer_list>
#include <vector>

namespace thrust {

template <class T, class Allocator = std::allocator<T>>
class device_vector;

template <class T, class Allocator = std::allocator<T>>
class host_vector : public std::vector<T, Allocator> {
 public:
  using std::vector<T, Allocator>::vector;
  host_vector() = default;
  host_vector(const std::vector<T, Allocator>& other) : std::vector<T, Allocator>(other) {}
  template <class U, class A>
  host_vector(const device_vector<U, A>& other) {
    *this = other;
  }
  template <class It, class = std::enable_if_t<std::is_same<details::SystemOf<It>, device_system_tag>::value>, class = void>
  host_vector(It first, It last) : std::vector<T, Allocator>(static_cast<size_t>(last - first)) {
    thrust::copy(first, last, this->begin());
  }
  template <class U, class A>
  host_vector& operator=(const device_vector<U, A>& other) {
    this->resize(other.size());
    thrust::copy(other.begin(), other.end(), this->begin());
    return *this;
  }
};

/* Elements in device memory; new ones have the value given, or T(). */
template <class T, class Allocator>
class device_vector {
 public:
  using value_type = T;
  using size_type = size_t;
  using difference_type = std::ptrdiff_t;
  using reference = device_reference<T>;
  using const_reference = device_reference<const T>;
  using pointer = device_ptr<T>;
  using const_pointer = device_ptr<const T>;
  using iterator = device_ptr<T>;
  using const_iterator = device_ptr<const T>;

  device_vector() = default;
  explicit device_vector(size_t count, const T& value = T()) { resize(count, value); }
  device_vector(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  device_vector(It first, It last) {
    assign(first, last);
  }
  device_vector(const device_vector& other) { assign(other.begin(), other.end()); }
  device_vector(device_vector&& other) noexcept { swap(other); }
  template <class U, class A>
  device_vector(const device_vector<U, A>& other) {
    assign(other.begin(), other.end());
  }
  template <class U, class A>
  device_vector(const std::vector<U, A>& other) {
    assign(other.begin(), other.end());
  }
  ~device_vector() { (void)cudaFree(data_); }

  device_vector& operator=(const device_vector& other) {
    if (this != &other) {
      assign(other.begin(), other.end());
    }
    return *this;
  }
  device_vector& operator=(device_vector&& other) noexcept {
    swap(other);
    return *this;
  }
  template <class U, class A>
  device_vector& operator=(const device_vector<U, A>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  template <class U, class A>
  device_vector& operator=(const std::vector<U, A>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  template <class It, class = typename std::iterator_traits<It>::iterator_category>
  void assign(It first, It last) {
    device_vector fresh;
    fresh.grow(static_cast<size_t>(last - first));
    fresh.size_ = static_cast<size_t>(last - first);
    thrust::copy(first, last, fresh.begin());
    swap(fresh);
  }
  void assign(size_t count, const T& value) {
    clear();
    resize(count, value);
  }

  size_t size() const { return size_; }
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
  reference operator[](size_t i) { return reference(data_ + i); }
  const_reference operator[](size_t i) const { return const_reference(data_ + i); }
  reference front() { return reference(data_); }
  reference back() { return reference(data_ + size_ - 1); }
  const_reference front() const { return const_reference(data_); }
  const_reference back() const { return const_reference(data_ + size_ - 1); }

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
    device_vector rest(last, end());
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
    const device_vector fresh(first, last); /* they may be elements of this vector, which move */
    thrust::copy(fresh.begin(), fresh.end(), open_gap(at, fresh.size()));
  }
  void swap(device_vector& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

 private:
  /* Moves the elements from `at` on back by `count`; tells where the gap begins. */
  iterator open_gap(iterator at, size_t count) {
    const std::ptrdiff_t index = at - begin();
    const device_vector rest(at, end());
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
    details::check(cudaMalloc(&larger, count * sizeof(T)), "thrust: a device_vector has no memory");
    if (size_ != 0) {
      details::check(cudaMemcpy(larger, data_, size_ * sizeof(T), cudaMemcpyDeviceToDevice), "thrust: a copy failed");
    }
    (void)cudaFree(data_);
    data_ = larger;
    capacity_ = count;
  }

  T* data_ = nullptr;
  size_t size_ = 0, capacity_ = 0;
};

template <class T, class A, class U, class B>
bool operator==(const device_vector<T, A>& a, const device_vector<U, B>& b) {
  return host_vector<T>(a) == host_vector<T>(b);
}
template <class T, class A, class U, class B>
bool operator==(const device_vector<T, A>& a, const std::vector<U, B>& b) {
  return static_cast<const std::vector<T>&>(host_vector<T>(a)) == std::vector<T>(b.begin(), b.end());
}
template <class T, class A, class U, class B>
bool operator==(const std::vector<U, B>& a, const device_vector<T, A>& b) {
  return b == a;
}
template <class T, class A, class Other>
bool operator!=(const device_vector<T, A>& a, const Other& b) {
  return !(a == b);
}

/* Memory of both sides: here that of the device, whose elements the host reaches one by one. */
template <class T>
using universal_vector = device_vector<T>;

}  // namespace thrust

#endif
