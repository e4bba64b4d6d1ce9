/* Pointers to memory of both sides, whose elements are ordinary objects for each. */
#ifndef WARPSCHOOL_THRUST_UNIVERSAL_H
#define WARPSCHOOL_THRUST_UNIVERSAL_H

#include "iterators.h"

namespace thrust {

template <class T>
class universal_ptr : public details::Facade<universal_ptr<T>, std::remove_cv_t<T>, T&> {
 public:
  using pointer = universal_ptr;
  using element_type = T;

  universal_ptr() = default;
  WS_THRUST universal_ptr(std::nullptr_t) {}
  WS_THRUST explicit universal_ptr(T* at) : at_(at) {}
  template <class U, class = std::enable_if_t<std::is_convertible<U*, T*>::value>>
  WS_THRUST universal_ptr(const universal_ptr<U>& other) : at_(other.get()) {}
  WS_THRUST T* get() const { return at_; }
  WS_THRUST T* operator->() const { return at_; }
  WS_THRUST explicit operator bool() const { return at_ != nullptr; }

  WS_THRUST T& at(std::ptrdiff_t i) const { return at_[i]; }
  WS_THRUST void move(std::ptrdiff_t n) { at_ += n; }
  WS_THRUST std::ptrdiff_t from(const universal_ptr& other) const { return at_ - other.at_; }

 private:
  T* at_ = nullptr;
};
template <class T>
WS_THRUST T* raw_pointer_cast(const universal_ptr<T>& at) {
  return at.get();
}

namespace details {
template <class T>
struct IteratorTraits<universal_ptr<T>> {
  using system = device_system_tag;
  static T* raw(universal_ptr<T> it) { return it.get(); }
};
}  // namespace details

/* Where vectors take their memory from; the vectors here know it by themselves, and ask no allocator. */
template <class T>
struct device_allocator {
  using value_type = T;
  using pointer = device_ptr<T>;
  using const_pointer = device_ptr<const T>;
  using reference = device_reference<T>;
  using const_reference = device_reference<const T>;
  using size_type = size_t;
  using difference_type = std::ptrdiff_t;
  template <class U>
  struct rebind {
    using other = device_allocator<U>;
  };
  device_allocator() = default;
  template <class U>
  WS_THRUST device_allocator(const device_allocator<U>&) {}
  pointer allocate(size_type count) { return device_malloc<T>(count); }
  void deallocate(pointer at, size_type) { device_free(at); }
  template <class U>
  WS_THRUST bool operator==(const device_allocator<U>&) const { return true; }
  template <class U>
  WS_THRUST bool operator!=(const device_allocator<U>&) const { return false; }
};
template <class T>
using device_malloc_allocator = device_allocator<T>;
template <class T>
struct universal_allocator {
  using value_type = T;
  using pointer = universal_ptr<T>;
  using size_type = size_t;
  pointer allocate(size_type count) {
    T* at = nullptr;
    details::check(cudaMallocManaged(&at, count * sizeof(T)), "thrust: no managed memory");
    return pointer(at);
  }
  void deallocate(pointer at, size_type) { details::check(cudaFree(at.get()), "thrust: universal_allocator"); }
};

}  // namespace thrust

#endif
