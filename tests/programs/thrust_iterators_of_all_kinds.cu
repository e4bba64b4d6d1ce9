// Iterators that a program makes of its own from thrust's parts, iterators that change what is
// written through them, and which side an algorithm runs on that no policy names.
#include <cstdio>
#include <list>
#include <thrust/adjacent_difference.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/iterator_adaptor.h>
#include <thrust/iterator/iterator_facade.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_input_output_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/set_operations.h>

// Each element so many times
template <class It>
class Repeated : public thrust::iterator_adaptor<Repeated<It>, It> {
 public:
  typedef thrust::iterator_adaptor<Repeated<It>, It> super_t;
  __host__ __device__ Repeated(const It& first, int times)
      : super_t(first), first_(first), times_(times) {}
  friend class thrust::iterator_core_access;

 private:
  __host__ __device__ typename super_t::reference dereference() const {
    return *(first_ + (this->base() - first_) / times_);
  }
  It first_;
  int times_;
};

class Odd : public thrust::iterator_facade<Odd, int, thrust::any_system_tag,
                                           thrust::random_access_traversal_tag, int> {
 public:
  __host__ __device__ explicit Odd(int i = 0) : i_(i) {}

 private:
  friend class thrust::iterator_core_access;
  __host__ __device__ int dereference() const { return 2 * i_ + 1; }
  __host__ __device__ void increment() { ++i_; }
  __host__ __device__ void decrement() { --i_; }
  __host__ __device__ void advance(std::ptrdiff_t n) { i_ += static_cast<int>(n); }
  __host__ __device__ bool equal(const Odd& other) const { return i_ == other.i_; }
  __host__ __device__ std::ptrdiff_t distance_to(const Odd& other) const { return other.i_ - i_; }
  int i_;
};

struct Same {
  __host__ __device__ int operator()(int x) const { return x; }
};
struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};

template <class Vector>
static void show(const char* what, const Vector& v) {
  printf("%s:", what);
  for (int x : thrust::host_vector<int>(v.begin(), v.end()))
    printf(" %d", x);
  printf("\n");
}

int main() {
  const std::list<int> list{5, 3, 1};
  thrust::device_vector<int> three(list.begin(), list.end()), nine(9), four(4);
  Repeated<thrust::device_vector<int>::iterator> repeated(three.begin(), 3);
  thrust::copy(repeated, repeated + 9, nine.begin());
  show("repeated", nine);

  Odd odd;
  ++odd;
  printf("odd: %d %d %d\n", *odd, odd[3], static_cast<int>(Odd(7) - odd));
  printf("sum of odd: %d\n", thrust::reduce(Odd(0), Odd(10)));
  printf("in order: %d %d\n", Odd(1) < Odd(2), Odd(1) >= Odd(2));

  thrust::copy(three.begin(), three.end(),
               thrust::make_transform_output_iterator(four.begin(), Square()));
  four[3] = -2;
  show("squared on the way", four);
  auto both =
      thrust::make_transform_input_output_iterator(four.begin(), thrust::negate<int>(), Square());
  thrust::transform(both, both + 4, both, Same());
  show("both ways", four);

  typedef thrust::reverse_iterator<thrust::device_vector<int>::iterator> Backwards;
  thrust::copy(Backwards(three.end()), Backwards(three.begin()), nine.begin());
  show("backwards", nine);
  printf("last: %d\n", static_cast<int>(*nine.rbegin()));

  const int a[] = {1, 2, 3, 4}, b[] = {2, 4, 6};
  thrust::discard_iterator<> begin, end;
  end = thrust::set_intersection(a, a + 4, b, b + 3, begin);
  printf("in common: %d\n", static_cast<int>(end - begin));

  // The first iterator belongs to no side: the others say that this is the host's.
  thrust::host_vector<int> on_host(4);
  thrust::counting_iterator<int> from(0);
  thrust::transform(from, from + 4, on_host.begin(), Square());
  thrust::copy(on_host.begin(), on_host.end(), thrust::make_discard_iterator());
  show("on the host", on_host);
  std::list<int> back(9);
  thrust::copy(nine.begin(), nine.end(), back.begin());
  thrust::copy_n(back.begin(), 2, on_host.begin());
  printf("%d %d, %d apart\n", on_host[0], on_host[1],
         static_cast<int>(thrust::distance(back.begin(), back.end())));

  // In place, also on the host
  thrust::adjacent_difference(on_host.begin(), on_host.end(), on_host.begin());
  show("differences", on_host);
}
