/* Algorithms whose result is asked for later. Work runs when it is asked for, so that events are ready and futures have their values. */
#ifndef WARPSCHOOL_THRUST_ASYNC_H
#define WARPSCHOOL_THRUST_ASYNC_H

#include "more.h"
#include "vector.h"

namespace thrust {

/* That something is done */
class device_event {
 public:
  device_event() = default;
  explicit device_event(cudaStream_t stream) : stream_(stream), valid_(true) {}
  device_event(device_event&& other) noexcept : stream_(other.stream_), valid_(other.valid_) { other.valid_ = false; }
  device_event& operator=(device_event&& other) noexcept {
    stream_ = other.stream_;
    valid_ = other.valid_;
    other.valid_ = &other == this && valid_;
    return *this;
  }
  bool valid_stream() const { return valid_; }
  bool ready() const { return valid_; }
  void wait() const {
    if (!valid_) {
      throw event_error("no state");
    }
    details::check(cudaStreamSynchronize(stream_), "thrust: an asynchronous algorithm failed");
  }

  struct event_error : std::logic_error {
    using std::logic_error::logic_error;
  };
  cudaStream_t native_handle() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
  bool valid_ = false;
};
using unique_eager_event = device_event;
using event_error = device_event::event_error;

/* and what came out of it */
template <class T>
class device_future : public device_event {
 public:
  device_future() = default;
  device_future(cudaStream_t stream, T value) : device_event(stream), value_(value) {}
  bool valid_content() const { return valid_stream(); }
  T get() const {
    wait();
    return value_;
  }
  T extract() { return get(); }

 private:
  T value_ = T();
};
template <class T>
using unique_eager_future = device_future<T>;

template <class... Events>
device_event when_all(Events&&... events) {
  (events.wait(), ...);
  return device_event(nullptr);
}

namespace async {

#define WS_LATER_EVENT(name, algorithm)                                                          \
  template <class P, class... Arguments, class = details::IfPolicy<P>>                           \
  device_event name(const P& policy, Arguments... arguments) {                                   \
    thrust::algorithm(policy, arguments...);                                                     \
    return device_event(policy.stream);                                                          \
  }                                                                                              \
  template <class It, class... Arguments, class = details::IfNoPolicy<It>, class = void>         \
  device_event name(It first, Arguments... arguments) {                                          \
    return async::name(details::Implied<It, Arguments...>(), first, arguments...);               \
  }
WS_LATER_EVENT(for_each, for_each)
WS_LATER_EVENT(sort, sort)
WS_LATER_EVENT(stable_sort, stable_sort)
WS_LATER_EVENT(transform, transform)
WS_LATER_EVENT(inclusive_scan, inclusive_scan)
WS_LATER_EVENT(exclusive_scan, exclusive_scan)
#undef WS_LATER_EVENT

template <class It, class Out, class = details::IfNoPolicy<It>>
device_event copy(It first, It last, Out result) {
  thrust::copy(first, last, result);
  return device_event(nullptr);
}
template <class P, class It, class Out, class = details::IfPolicy<P>>
device_event copy(const P& policy, It first, It last, Out result) {
  details::check(cudaStreamSynchronize(policy.stream), "thrust: async::copy");
  thrust::copy(first, last, result);
  return device_event(policy.stream);
}
/* One policy for each side */
template <class From, class To, class It, class Out, class = details::IfPolicy<From>, class = details::IfPolicy<To>>
device_event copy(const From&, const To&, It first, It last, Out result) {
  return async::copy(first, last, result);
}

template <class P, class It, class... Rest, class = details::IfPolicy<P>>
auto reduce(const P& policy, It first, It last, Rest... rest) {
  auto value = thrust::reduce(policy, first, last, rest...);
  return device_future<decltype(value)>(policy.stream, value);
}
template <class It, class... Rest, class = details::IfNoPolicy<It>>
auto reduce(It first, It last, Rest... rest) {
  return async::reduce(details::Implied<It>(), first, last, rest...);
}
template <class P, class It, class Out, class... Rest, class = details::IfPolicy<P>>
device_event reduce_into(const P& policy, It first, It last, Out result, Rest... rest) {
  *result = thrust::reduce(policy, first, last, rest...);
  return device_event(policy.stream);
}
template <class It, class Out, class... Rest, class = details::IfNoPolicy<It>>
device_event reduce_into(It first, It last, Out result, Rest... rest) {
  return async::reduce_into(details::Implied<It>(), first, last, result, rest...);
}

}  // namespace async

}  // namespace thrust

#endif
