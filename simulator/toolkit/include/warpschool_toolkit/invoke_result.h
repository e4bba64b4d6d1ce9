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
template <class Function, class... Arguments>
__host__ __device__ decltype(auto) result_on_device(Function&& function, Arguments&&... arguments) {
  return static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...);
}

/* Has F an operator() at all? Then this class has two, and its name says neither. */
struct WithCall {
  void operator()();
};
template <class Function>
struct TwoCalls : Function, WithCall {};
template <class Function>
::std::true_type has_call(...);
template <class Function>
::std::false_type has_call(decltype(&TwoCalls<Function>::operator())*);

template <class Function, bool = ::std::is_class<Function>::value && !::std::is_final<Function>::value>
struct IsFunctor : ::std::false_type {};
template <class Function>
struct IsFunctor<Function, true> : decltype(has_call<Function>(nullptr)) {};

template <class Host, bool on_device, class Function, class... Arguments>
struct Result : Host {};
template <class Host, class Function, class... Arguments>
struct Result<Host, true, Function, Arguments...> {
  typedef decltype(warpschool_details::result_on_device<Function, Arguments...>(::std::declval<Function>(),
                                                                         ::std::declval<Arguments>()...)) type;
};
template <class T, class = void>
struct HasType : ::std::false_type {};
template <class T>
struct HasType<T, ::std::__void_t<typename T::type>> : ::std::true_type {};

template <class Host, class Function, class... Arguments>
using ResultOf = Result<Host, !HasType<Host>::value && IsFunctor<::std::remove_cv_t<::std::remove_reference_t<Function>>>::value, Function,
                        Arguments...>;
}  // namespace warpschool_details

namespace std {
#if __cplusplus >= 201703L
template <class Function, class... Arguments>
struct invoke_result : warpschool_details::ResultOf<warpschool_invoke_result<Function, Arguments...>, Function, Arguments...> {};
template <class Function, class... Arguments>
using invoke_result_t = typename invoke_result<Function, Arguments...>::type;
#endif
#if __cplusplus <= 201703L || _GLIBCXX_USE_DEPRECATED
template <class Call>
struct result_of;
template <class Function, class... Arguments>
struct result_of<Function(Arguments...)> : warpschool_details::ResultOf<warpschool_result_of<Function(Arguments...)>, Function, Arguments...> {};
template <class Call>
using result_of_t = typename result_of<Call>::type;
#endif
}  // namespace std
#endif

#endif
