/* Iterators that make or change their values; most are Thrust's. */
#ifndef WARPSCHOOL_CUB_ITERATORS_H
#define WARPSCHOOL_CUB_ITERATORS_H

#include "../thrust/iterators.h"
#include "base.h"

namespace cub {

template <class T, class Offset = ptrdiff_t>
using CountingInputIterator = ::thrust::counting_iterator<T>;

template <class T, class Offset = ptrdiff_t>
class ConstantInputIterator : public ::thrust::details::Facade<ConstantInputIterator<T, Offset>, T, T> {
 public:
  WS_CUB ConstantInputIterator(T value, Offset index = 0) : value_(value), index_(index) {}
  WS_CUB T at(std::ptrdiff_t) const { return value_; }
  WS_CUB void move(std::ptrdiff_t n) { index_ += n; }
  WS_CUB std::ptrdiff_t from(const ConstantInputIterator& other) const { return index_ - other.index_; }

 private:
  T value_;
  std::ptrdiff_t index_;
};

template <class T, class Op, class It, class Offset = ptrdiff_t>
class TransformInputIterator : public ::thrust::details::Facade<TransformInputIterator<T, Op, It, Offset>, T, T> {
 public:
  WS_CUB TransformInputIterator(It base, Op op) : base_(base), op_(op) {}
  WS_CUB T at(std::ptrdiff_t i) const { return op_(base_[i]); }
  WS_CUB void move(std::ptrdiff_t n) { base_ += n; }
  WS_CUB std::ptrdiff_t from(const TransformInputIterator& other) const { return base_ - other.base_; }

 private:
  It base_;
  Op op_;
};

template <CacheLoadModifier kModifier, class T, class Offset = ptrdiff_t>
class CacheModifiedInputIterator
    : public ::thrust::details::Facade<CacheModifiedInputIterator<kModifier, T, Offset>, T, T> {
 public:
  WS_CUB CacheModifiedInputIterator(const T* pointer) : pointer_(pointer) {}
  WS_CUB T at(std::ptrdiff_t i) const { return pointer_[i]; }
  WS_CUB void move(std::ptrdiff_t n) { pointer_ += n; }
  WS_CUB std::ptrdiff_t from(const CacheModifiedInputIterator& other) const { return pointer_ - other.pointer_; }

 private:
  const T* pointer_;
};

template <CacheStoreModifier kModifier, class T, class Offset = ptrdiff_t>
class CacheModifiedOutputIterator
    : public ::thrust::details::Facade<CacheModifiedOutputIterator<kModifier, T, Offset>, T, T&> {
 public:
  WS_CUB CacheModifiedOutputIterator(T* pointer) : pointer_(pointer) {}
  WS_CUB T& at(std::ptrdiff_t i) const { return pointer_[i]; }
  WS_CUB void move(std::ptrdiff_t n) { pointer_ += n; }
  WS_CUB std::ptrdiff_t from(const CacheModifiedOutputIterator& other) const { return pointer_ - other.pointer_; }

 private:
  T* pointer_;
};

/* Each value with its position. */
template <class It, class Offset = ptrdiff_t, class T = typename std::iterator_traits<It>::value_type>
class ArgIndexInputIterator
    : public ::thrust::details::Facade<ArgIndexInputIterator<It, Offset, T>, KeyValuePair<Offset, T>, KeyValuePair<Offset, T>> {
 public:
  WS_CUB ArgIndexInputIterator(It base, Offset index = 0) : base_(base), index_(index) {}
  WS_CUB KeyValuePair<Offset, T> at(std::ptrdiff_t i) const {
    return KeyValuePair<Offset, T>(static_cast<Offset>(index_ + i), base_[index_ + i]);
  }
  WS_CUB void move(std::ptrdiff_t n) { index_ += static_cast<Offset>(n); }
  WS_CUB void normalize() {
    base_ += index_;
    index_ = 0;
  }
  WS_CUB std::ptrdiff_t from(const ArgIndexInputIterator& other) const { return index_ - other.index_; }

 private:
  It base_;
  Offset index_;
};

template <class Offset = ptrdiff_t>
using DiscardOutputIterator = ::thrust::discard_iterator<>;

}  // namespace cub

#endif
