/* Objects in device memory: one is made on the host, and copies of it are constructed on the device. */
#ifndef WARPSCHOOL_THRUST_NEW_H
#define WARPSCHOOL_THRUST_NEW_H

#include "elementwise.h"
#include "iterators.h"

#include <new>

namespace thrust {

namespace details {

template <class T>
struct ConstructCopy {
  T* at;
  T exemplar;
  __device__ void operator()(size_t i) const { ::new (static_cast<void*>(at + i)) T(exemplar); }
};

}  // namespace details

template <class T>
device_ptr<T> device_new(device_ptr<void> place, const T& exemplar, size_t count = 1) {
  T* const at = static_cast<T*>(place.get());
  const counting_iterator<size_t> first(0);
  for_each(device, first, first + count, details::ConstructCopy<T>{at, exemplar});
  return device_ptr<T>(at);
}
template <class T>
device_ptr<T> device_new(device_ptr<void> place, size_t count = 1) {
  return device_new<T>(place, T(), count);
}
template <class T>
device_ptr<T> device_new(size_t count = 1) {
  return device_new<T>(device_ptr<void>(device_malloc<T>(count).get()), count);
}

}  // namespace thrust

#endif
