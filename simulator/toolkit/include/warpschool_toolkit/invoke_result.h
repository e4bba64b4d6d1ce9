/* std::invoke_result and std::result_of that know functions of the device. For clang the library's own question is asked on the
 * host, where a __device__ operator() cannot be called; nvcc lets it pass, and Thrust and CUB ask it of every functor. */
#ifndef WARPSCHOOL_INVOKE_RESULT_H
#define WARPSCHOOL_INVOKE_RESULT_H

#define invoke_result warpschool_invoke_result
#define invoke_result_t warpschool_invoke_result_t
#define result_of warpschool_result_of
#define result_of_t warpschool_result_of_t
#include <type_traits>
#undef invoke_result
#undef invoke_result_t
#undef result_of
#undef result_of_t

#ifdef __GLIBCXX__
namespace warpschool_details {
/* A function of both sides may call either, as long as nobody calls it. */
template <class F, class... Arguments>
__host__ __device__ decltype(auto) result_on_device(F&& function, Arguments&&... arguments) {
  return static_cast<F&&>(function)(static_cast<Arguments&&>(arguments)...);
}

/* Has F an operator() at all? Then this class has two, and its name says neither. */
struct WithCall {
  void operator()();
};
template <class F>
struct TwoCalls : F, WithCall {};
template <class F>
::std::true_type has_call(...);
template <class F>
::std::false_type has_call(decltype(&TwoCalls<F>::operator())*);

template <class F, bool = ::std::is_class<F>::value && !::std::is_final<F>::value>
struct IsFunctor : ::std::false_type {};
template <class F>
struct IsFunctor<F, true> : decltype(has_call<F>(nullptr)) {};

template <class Host, bool on_device, class F, class... Arguments>
struct Result : Host {};
template <class Host, class F, class... Arguments>
struct Result<Host, true, F, Arguments...> {
  typedef decltype(warpschool_details::result_on_device<F, Arguments...>(::std::declval<F>(),
                                                                         ::std::declval<Arguments>()...)) type;
};
template <class T, class = void>
struct HasType : ::std::false_type {};
template <class T>
struct HasType<T, ::std::__void_t<typename T::type>> : ::std::true_type {};

template <class Host, class F, class... Arguments>
using ResultOf = Result<Host, !HasType<Host>::value && IsFunctor<::std::remove_cv_t<::std::remove_reference_t<F>>>::value, F,
                        Arguments...>;
}  // namespace warpschool_details

namespace std {
#if __cplusplus >= 201703L
template <class F, class... Arguments>
struct invoke_result : warpschool_details::ResultOf<warpschool_invoke_result<F, Arguments...>, F, Arguments...> {};
template <class F, class... Arguments>
using invoke_result_t = typename invoke_result<F, Arguments...>::type;
#endif
#if __cplusplus <= 201703L || _GLIBCXX_USE_DEPRECATED
template <class Call>
struct result_of;
template <class F, class... Arguments>
struct result_of<F(Arguments...)> : warpschool_details::ResultOf<warpschool_result_of<F(Arguments...)>, F, Arguments...> {};
template <class Call>
using result_of_t = typename result_of<Call>::type;
#endif
}  // namespace std
#endif

#endif
