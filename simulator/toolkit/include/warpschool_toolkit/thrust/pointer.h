/* Pointers to device memory that host code may dereference: each access is a copy of one element. */
#ifndef WARPSCHOOL_THRUST_POINTER_H
#define WARPSCHOOL_THRUST_POINTER_H

#include "base.h"

#include <iostream> /* programs count on it */

namespace thrust {

template <class T>
class device_ptr;

/* What *device_ptr gives: reads and writes one element of device memory, from either side. */
template <class T>
class device_reference {
 public:
  using value_type = std::remove_const_t<T>;

  WS_THRUST explicit device_reference(T* at) : at_(at) {}
  WS_THRUST explicit device_reference(const device_ptr<T>& at);
  template <class U, class = std::enable_if_t<std::is_convertible<U*, T*>::value>>
  WS_THRUST device_reference(const device_reference<U>& other) : at_((&other).get()) {}
  device_reference(const device_reference&) = default;
  WS_THRUST operator value_type() const { return get(); }
  WS_THRUST const device_reference& operator=(const value_type& value) const {
    set(value);
    return *this;
  }
  WS_THRUST const device_reference& operator=(const device_reference& other) const {
    set(other.get());
    return *this;
  }
  template <class U>
  WS_THRUST const device_reference& operator+=(const U& u) const { return *this = static_cast<value_type>(get() + u); }
  template <class U>
  WS_THRUST const device_reference& operator-=(const U& u) const { return *this = static_cast<value_type>(get() - u); }
  template <class U>
  WS_THRUST const device_reference& operator*=(const U& u) const { return *this = static_cast<value_type>(get() * u); }
  template <class U>
  WS_THRUST const device_reference& operator/=(const U& u) const { return *this = static_cast<value_type>(get() / u); }
  template <class U>
  WS_THRUST const device_reference& operator%=(const U& u) const { return *this = static_cast<value_type>(get() % u); }
  template <class U>
  WS_THRUST const device_reference& operator&=(const U& u) const { return *this = static_cast<value_type>(get() & u); }
  template <class U>
  WS_THRUST const device_reference& operator|=(const U& u) const { return *this = static_cast<value_type>(get() | u); }
  template <class U>
  WS_THRUST const device_reference& operator^=(const U& u) const { return *this = static_cast<value_type>(get() ^ u); }
  template <class U>
  WS_THRUST const device_reference& operator<<=(const U& u) const { return *this = static_cast<value_type>(get() << u); }
  template <class U>
  WS_THRUST const device_reference& operator>>=(const U& u) const { return *this = static_cast<value_type>(get() >> u); }
  WS_THRUST const device_reference& operator++() const { return *this += 1; }
  WS_THRUST const device_reference& operator--() const { return *this -= 1; }
  WS_THRUST value_type operator++(int) const {
    value_type old = get();
    *this = static_cast<value_type>(old + 1);
    return old;
  }
  WS_THRUST device_ptr<T> operator&() const;
  WS_THRUST void swap(device_reference& other) const {
    const value_type old = get();
    *this = other;
    other = old;
  }

 private:
  WS_THRUST value_type get() const {
#ifdef __CUDA_ARCH__
    return *at_;
#else
    alignas(value_type) unsigned char bytes[sizeof(value_type)];
    details::check(cudaMemcpy(bytes, at_, sizeof(value_type), cudaMemcpyDefault), "thrust: an element cannot be read");
    return *reinterpret_cast<value_type*>(bytes);
#endif
  }
  WS_THRUST void set(const value_type& value) const {
#ifdef __CUDA_ARCH__
    *at_ = value;
#else
    details::check(cudaMemcpy(const_cast<value_type*>(at_), &value, sizeof(value_type), cudaMemcpyDefault),
                   "thrust: an element cannot be written");
#endif
  }

  T* at_;
};
template <class T>
WS_THRUST void swap(device_reference<T> a, device_reference<T> b) {
  const typename device_reference<T>::value_type old = a;
  a = b;
  b = old;
}
template <class T, class Stream>
Stream& operator<<(Stream& out, const device_reference<T>& reference) {
  out << static_cast<typename device_reference<T>::value_type>(reference);
  return out;
}

template <class T>
class device_ptr {
 public:
  using value_type = std::remove_const_t<T>;
  using difference_type = std::ptrdiff_t;
  using pointer = device_ptr;
  using reference = device_reference<T>;
  using iterator_category = std::random_access_iterator_tag;

  device_ptr() = default;
  WS_THRUST device_ptr(std::nullptr_t) {}
  template <class U, class = std::enable_if_t<std::is_convertible<U*, T*>::value>>
  WS_THRUST explicit device_ptr(U* at) : at_(at) {}
  template <class U, class = std::enable_if_t<std::is_convertible<U*, T*>::value>>
  WS_THRUST device_ptr(const device_ptr<U>& other) : at_(other.get()) {}
  WS_THRUST T* get() const { return at_; }
  WS_THRUST reference operator*() const { return reference(at_); }
  WS_THRUST reference operator[](difference_type i) const { return reference(at_ + i); }
  WS_THRUST explicit operator bool() const { return at_ != nullptr; }
  WS_THRUST device_ptr& operator+=(difference_type n) {
    at_ += n;
    return *this;
  }
  WS_THRUST device_ptr& operator-=(difference_type n) { return *this += -n; }
  WS_THRUST device_ptr& operator++() { return *this += 1; }
  WS_THRUST device_ptr& operator--() { return *this -= 1; }
  WS_THRUST device_ptr operator++(int) {
    device_ptr old = *this;
    ++at_;
    return old;
  }
  WS_THRUST device_ptr operator--(int) {
    device_ptr old = *this;
    --at_;
    return old;
  }
  WS_THRUST device_ptr& operator=(std::nullptr_t) {
    at_ = nullptr;
    return *this;
  }
  WS_THRUST T* operator->() const { return at_; }
  friend WS_THRUST device_ptr operator+(device_ptr p, difference_type n) { return p += n; }
  friend WS_THRUST device_ptr operator+(difference_type n, device_ptr p) { return p += n; }
  friend WS_THRUST device_ptr operator-(device_ptr p, difference_type n) { return p -= n; }

 private:
  T* at_ = nullptr;
};
template <class T>
WS_THRUST device_reference<T>::device_reference(const device_ptr<T>& at) : at_(at.get()) {}
template <class T>
WS_THRUST device_ptr<T> device_reference<T>::operator&() const {
  return device_ptr<T>(at_);
}
#define WS_COMPARE(op)                                                        \
  template <class A, class B>                                                 \
  WS_THRUST bool operator op(const device_ptr<A>& a, const device_ptr<B>& b) { \
    return a.get() op b.get();                                                \
  }
WS_COMPARE(==)
WS_COMPARE(!=)
WS_COMPARE(<)
WS_COMPARE(>)
WS_COMPARE(<=)
WS_COMPARE(>=)
#undef WS_COMPARE
template <class T>
std::ostream& operator<<(std::ostream& out, const device_ptr<T>& at) {
  return out << static_cast<const void*>(at.get());
}
template <class T>
WS_THRUST bool operator==(const device_ptr<T>& p, std::nullptr_t) { return p.get() == nullptr; }
template <class T>
WS_THRUST bool operator==(std::nullptr_t, const device_ptr<T>& p) { return p.get() == nullptr; }
template <class T>
WS_THRUST bool operator!=(const device_ptr<T>& p, std::nullptr_t) { return p.get() != nullptr; }
template <class T>
WS_THRUST bool operator!=(std::nullptr_t, const device_ptr<T>& p) { return p.get() != nullptr; }
template <class A, class B>
WS_THRUST std::ptrdiff_t operator-(const device_ptr<A>& a, const device_ptr<B>& b) {
  return a.get() - b.get();
}

namespace details {
template <class T>
struct IteratorTraits<device_ptr<T>> {
  using system = device_system_tag;
  static T* raw(device_ptr<T> it) { return it.get(); }
};
}  // namespace details

template <class T>
WS_THRUST device_ptr<T> device_pointer_cast(T* at) {
  return device_ptr<T>(at);
}
template <class T>
WS_THRUST device_ptr<T> device_pointer_cast(const device_ptr<T>& at) {
  return at;
}
template <class T>
WS_THRUST T* raw_pointer_cast(T* at) {
  return at;
}
template <class T>
WS_THRUST T* raw_pointer_cast(const device_ptr<T>& at) {
  return at.get();
}
template <class T>
WS_THRUST T& raw_reference_cast(T& object) {
  return object;
}
template <class T>
WS_THRUST T& raw_reference_cast(const device_reference<T>& reference) {
  return *(&reference).get();
}

template <class T = void>
struct DeviceMemory {
  static device_ptr<T> allocate(size_t count) {
    T* at = nullptr;
    details::check(cudaMalloc(&at, count * sizeof(T)), "thrust: no device memory");
    return device_ptr<T>(at);
  }
};
template <class T>
device_ptr<T> device_malloc(size_t count) {
  return DeviceMemory<T>::allocate(count);
}
/* So many bytes */
inline device_ptr<void> device_malloc(size_t bytes) {
  return device_ptr<void>(DeviceMemory<char>::allocate(bytes).get());
}
template <class T>
void device_free(device_ptr<T> at) {
  details::check(cudaFree(at.get()), "thrust: device_free");
}
template <class T>
void device_delete(device_ptr<T> at, size_t = 1) {
  device_free(at);
}

}  // namespace thrust

#endif
