/* Loads through the cache of what a kernel only reads: ld.global.nc (CUDA C++ Programming Guide, "Read-Only Data Cache Load
 * Function"; PTX ISA, section on ld.global.nc). Textures come through it, too. It does not see what the running kernel writes: the
 * simulator reports loads of that. */
#ifndef WARPSCHOOL_READ_ONLY_H
#define WARPSCHOOL_READ_ONLY_H

#include "../vector_types.h"
#include "device_base.h"
#include "words.h"

/* Types without an instruction of their own are loaded as words of their size; what is aligned to less than that, as usual. */
template <class T>
WS_DEVICE T __ldg(const T* at) {
  T value;
  if constexpr (sizeof(T) == 16 && alignof(T) == 16) {
    typedef unsigned long long Pair __attribute__((ext_vector_type(2)));
    const Pair word = __nvvm_ldg_ull2((const Pair*)at);
    __builtin_memcpy(&value, &word, sizeof(T));
  } else if constexpr (sizeof(T) == 8 && alignof(T) == 8) {
    const unsigned long long word = __nvvm_ldg_ull((const unsigned long long*)at);
    __builtin_memcpy(&value, &word, sizeof(T));
  } else if constexpr (sizeof(T) == 4 && alignof(T) == 4) {
    const unsigned int word = __nvvm_ldg_ui((const unsigned int*)at);
    __builtin_memcpy(&value, &word, sizeof(T));
  } else if constexpr (sizeof(T) == 2 && alignof(T) == 2) {
    const unsigned short word = __nvvm_ldg_us((const unsigned short*)at);
    __builtin_memcpy(&value, &word, sizeof(T));
  } else if constexpr (sizeof(T) == 1) {
    const unsigned char word = __nvvm_ldg_uc((const unsigned char*)at);
    __builtin_memcpy(&value, &word, sizeof(T));
  } else {
    value = *at;
  }
  return value;
}

#define WS_LDG(type, loaded, suffix) \
  WS_DEVICE type __ldg(const type* at) { return (type)__nvvm_ldg_##suffix((const loaded*)at); }
#define WS_LDG2(type, loaded, suffix)                                \
  WS_DEVICE type __ldg(const type* at) {                             \
    typedef loaded Pair __attribute__((ext_vector_type(2)));         \
    const Pair v = __nvvm_ldg_##suffix##2((const Pair*)at);          \
    return {(decltype(type::x))v.x, (decltype(type::x))v.y};         \
  }
#define WS_LDG4(type, loaded, suffix)                                                                              \
  WS_DEVICE type __ldg(const type* at) {                                                                           \
    typedef loaded Four __attribute__((ext_vector_type(4)));                                                       \
    const Four v = __nvvm_ldg_##suffix##4((const Four*)at);                                                        \
    return {(decltype(type::x))v.x, (decltype(type::x))v.y, (decltype(type::x))v.z, (decltype(type::x))v.w};       \
  }
#define WS_LDG_FAMILY(name, component, loaded, suffix) \
  WS_LDG(component, loaded, suffix)                    \
  WS_LDG2(name##2, loaded, suffix)                     \
  WS_LDG4(name##4, loaded, suffix)
WS_LDG(char, char, c)
WS_LDG_FAMILY(char, signed char, char, c)
WS_LDG_FAMILY(uchar, unsigned char, unsigned char, uc)
WS_LDG_FAMILY(short, short, short, s)
WS_LDG_FAMILY(ushort, unsigned short, unsigned short, us)
WS_LDG_FAMILY(int, int, int, i)
WS_LDG_FAMILY(uint, unsigned int, unsigned int, ui)
WS_LDG_FAMILY(float, float, float, f)
WS_LDG(long, long long, ll)
WS_LDG(unsigned long, unsigned long long, ull)
WS_LDG(long long, long long, ll)
WS_LDG(unsigned long long, unsigned long long, ull)
WS_LDG2(longlong2, long long, ll)
WS_LDG2(ulonglong2, unsigned long long, ull)
WS_LDG(double, double, d)
WS_LDG2(double2, double, d)
#undef WS_LDG_FAMILY
#undef WS_LDG4
#undef WS_LDG2
#undef WS_LDG

#endif
