/* Atomic functions (CUDA C++ Programming Guide, "Atomic Functions"). clang's builtins keep the state space of the pointer, so a
 * shared counter becomes atom.shared. */
#ifndef WARPSCHOOL_ATOMIC_H
#define WARPSCHOOL_ATOMIC_H

#include "device_base.h"
#include "words.h"

WS_DEVICE int atomicAdd(int* p, int v) { return __nvvm_atom_add_gen_i(p, v); }
WS_DEVICE unsigned int atomicAdd(unsigned int* p, unsigned int v) {
  return (unsigned int)__nvvm_atom_add_gen_i((int*)p, (int)v);
}
WS_DEVICE unsigned long long atomicAdd(unsigned long long* p, unsigned long long v) {
  return (unsigned long long)__nvvm_atom_add_gen_ll((long long*)p, (long long)v);
}
WS_DEVICE float atomicAdd(float* p, float v) { return __nvvm_atom_add_gen_f(p, v); }
#ifdef __CUDA_ARCH__
WS_DEVICE double atomicAdd(double* p, double v) { return __nvvm_atom_add_gen_d(p, v); }
#else
/* Programs define their own where __CUDA_ARCH__ is below 600, as the CUDA C++ Programming Guide shows it, and so does the host's
 * side, which has none: theirs comes before a template. */
template <class T, class = typename WarpschoolOnly<T, double>::Type>
WS_DEVICE double atomicAdd(T* p, typename WarpschoolSame<T>::Type v) { return __nvvm_atom_add_gen_d(p, v); }
#endif
WS_DEVICE int atomicSub(int* p, int v) { return __nvvm_atom_add_gen_i(p, -v); }
WS_DEVICE unsigned int atomicSub(unsigned int* p, unsigned int v) {
  return (unsigned int)__nvvm_atom_add_gen_i((int*)p, -(int)v);
}
WS_DEVICE int atomicExch(int* p, int v) { return __nvvm_atom_xchg_gen_i(p, v); }
WS_DEVICE unsigned int atomicExch(unsigned int* p, unsigned int v) {
  return (unsigned int)__nvvm_atom_xchg_gen_i((int*)p, (int)v);
}
WS_DEVICE unsigned long long atomicExch(unsigned long long* p, unsigned long long v) {
  return (unsigned long long)__nvvm_atom_xchg_gen_ll((long long*)p, (long long)v);
}
WS_DEVICE float atomicExch(float* p, float v) {
  return __nvvm_bitcast_i2f(__nvvm_atom_xchg_gen_i((int*)p, __nvvm_bitcast_f2i(v)));
}
WS_DEVICE int atomicMin(int* p, int v) { return __nvvm_atom_min_gen_i(p, v); }
WS_DEVICE unsigned int atomicMin(unsigned int* p, unsigned int v) { return __nvvm_atom_min_gen_ui(p, v); }
WS_DEVICE long long atomicMin(long long* p, long long v) { return __nvvm_atom_min_gen_ll(p, v); }
WS_DEVICE unsigned long long atomicMin(unsigned long long* p, unsigned long long v) {
  return __nvvm_atom_min_gen_ull(p, v);
}
WS_DEVICE int atomicMax(int* p, int v) { return __nvvm_atom_max_gen_i(p, v); }
WS_DEVICE unsigned int atomicMax(unsigned int* p, unsigned int v) { return __nvvm_atom_max_gen_ui(p, v); }
WS_DEVICE long long atomicMax(long long* p, long long v) { return __nvvm_atom_max_gen_ll(p, v); }
WS_DEVICE unsigned long long atomicMax(unsigned long long* p, unsigned long long v) {
  return __nvvm_atom_max_gen_ull(p, v);
}
WS_DEVICE unsigned int atomicInc(unsigned int* p, unsigned int limit) { return __nvvm_atom_inc_gen_ui(p, limit); }
WS_DEVICE unsigned int atomicDec(unsigned int* p, unsigned int limit) { return __nvvm_atom_dec_gen_ui(p, limit); }
WS_DEVICE int atomicCAS(int* p, int compare, int v) { return __nvvm_atom_cas_gen_i(p, compare, v); }
WS_DEVICE unsigned int atomicCAS(unsigned int* p, unsigned int compare, unsigned int v) {
  return (unsigned int)__nvvm_atom_cas_gen_i((int*)p, (int)compare, (int)v);
}
WS_DEVICE unsigned long long atomicCAS(unsigned long long* p, unsigned long long compare, unsigned long long v) {
  return (unsigned long long)__nvvm_atom_cas_gen_ll((long long*)p, (long long)compare, (long long)v);
}
WS_DEVICE unsigned short atomicCAS(unsigned short* p, unsigned short compare, unsigned short v) {
  unsigned short old;
  __asm__ __volatile__("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(p), "h"(compare), "h"(v) : "memory");
  return old;
}
#define WS_LOGIC(name, op)                                                                                      \
  WS_DEVICE int name(int* p, int v) { return __nvvm_atom_##op##_gen_i(p, v); }                                  \
  WS_DEVICE unsigned int name(unsigned int* p, unsigned int v) {                                                \
    return (unsigned int)__nvvm_atom_##op##_gen_i((int*)p, (int)v);                                             \
  }                                                                                                             \
  WS_DEVICE unsigned long long name(unsigned long long* p, unsigned long long v) {                              \
    return (unsigned long long)__nvvm_atom_##op##_gen_ll((long long*)p, (long long)v);                          \
  }
WS_LOGIC(atomicAnd, and)
WS_LOGIC(atomicOr, or)
WS_LOGIC(atomicXor, xor)
#undef WS_LOGIC

/* Each number of a vector is added at once, the vector is not: as on devices of compute capability 9. Templates, because programs
 * define such functions themselves for others. */
template <class T>
WS_DEVICE typename WarpschoolOnly<T, float2>::Type atomicAdd(T* p, typename WarpschoolSame<T>::Type v) {
  return make_float2(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y));
}
template <class T>
WS_DEVICE typename WarpschoolOnly<T, float4>::Type atomicAdd(T* p, typename WarpschoolSame<T>::Type v) {
  return make_float4(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y), atomicAdd(&p->z, v.z), atomicAdd(&p->w, v.w));
}

/* Those of a scope say so in PTX: the host may watch what system-wide ones change, and those of a block are atomic among its
 * threads only. See WS_SCOPED for other types. */
#define WS_OF_ONE_SCOPE(function, scope, op, type, suffix, constraint)                                         \
  WS_DEVICE type function(type* p, type v) {                                                                   \
    type old;                                                                                                  \
    __asm__ __volatile__("atom." scope "." op "." suffix " %0, [%1], %2;"                                      \
                         : "=" constraint(old) : "l"(p), constraint(v) : "memory");                            \
    return old;                                                                                                \
  }
#define WS_OF_SCOPE(name, op, type, suffix, constraint)                   \
  WS_OF_ONE_SCOPE(name##_system, "sys", op, type, suffix, constraint)     \
  WS_OF_ONE_SCOPE(name##_block, "cta", op, type, suffix, constraint)
#define WS_INTEGERS_OF_SCOPE(name, op, i32, u32, u64)      \
  WS_OF_SCOPE(name, op, int, i32, "r")                     \
  WS_OF_SCOPE(name, op, unsigned int, u32, "r")            \
  WS_OF_SCOPE(name, op, unsigned long long, u64, "l")
WS_INTEGERS_OF_SCOPE(atomicAdd, "add", "s32", "u32", "u64")
WS_OF_SCOPE(atomicAdd, "add", float, "f32", "f")
WS_OF_SCOPE(atomicAdd, "add", double, "f64", "d")
WS_INTEGERS_OF_SCOPE(atomicExch, "exch", "b32", "b32", "b64")
WS_OF_SCOPE(atomicExch, "exch", float, "b32", "f")
WS_INTEGERS_OF_SCOPE(atomicMin, "min", "s32", "u32", "u64")
WS_OF_SCOPE(atomicMin, "min", long long, "s64", "l")
WS_INTEGERS_OF_SCOPE(atomicMax, "max", "s32", "u32", "u64")
WS_OF_SCOPE(atomicMax, "max", long long, "s64", "l")
WS_INTEGERS_OF_SCOPE(atomicAnd, "and", "b32", "b32", "b64")
WS_INTEGERS_OF_SCOPE(atomicOr, "or", "b32", "b32", "b64")
WS_INTEGERS_OF_SCOPE(atomicXor, "xor", "b32", "b32", "b64")
WS_OF_SCOPE(atomicInc, "inc", unsigned int, "u32", "r")
WS_OF_SCOPE(atomicDec, "dec", unsigned int, "u32", "r")
#undef WS_INTEGERS_OF_SCOPE
#undef WS_OF_SCOPE
#undef WS_OF_ONE_SCOPE
#define WS_SUB_OF_SCOPE(scope)                                                              \
  WS_DEVICE int atomicSub_##scope(int* p, int v) { return atomicAdd_##scope(p, -v); }       \
  WS_DEVICE unsigned int atomicSub_##scope(unsigned int* p, unsigned int v) { return atomicAdd_##scope(p, 0u - v); }
WS_SUB_OF_SCOPE(system)
WS_SUB_OF_SCOPE(block)
#undef WS_SUB_OF_SCOPE
#define WS_CAS_OF_ONE_SCOPE(function, scope, type, suffix, constraint)                                         \
  WS_DEVICE type function(type* p, type compare, type v) {                                                     \
    type old;                                                                                                  \
    __asm__ __volatile__("atom." scope ".cas." suffix " %0, [%1], %2, %3;"                                     \
                         : "=" constraint(old) : "l"(p), constraint(compare), constraint(v) : "memory");       \
    return old;                                                                                                \
  }
#define WS_CAS_OF_SCOPE(type, suffix, constraint)                              \
  WS_CAS_OF_ONE_SCOPE(atomicCAS_system, "sys", type, suffix, constraint)       \
  WS_CAS_OF_ONE_SCOPE(atomicCAS_block, "cta", type, suffix, constraint)
WS_CAS_OF_SCOPE(int, "b32", "r")
WS_CAS_OF_SCOPE(unsigned int, "b32", "r")
WS_CAS_OF_SCOPE(unsigned long long, "b64", "l")
#undef WS_CAS_OF_SCOPE
#undef WS_CAS_OF_ONE_SCOPE

/* Of other types; a scope changes no result on the simulator. */
#define WS_SCOPED(name)                                                                                        \
  template <class T>                                                                                           \
  WS_DEVICE T name##_block(T* p, typename WarpschoolSame<T>::Type v) { return name(p, v); }                    \
  template <class T>                                                                                           \
  WS_DEVICE T name##_system(T* p, typename WarpschoolSame<T>::Type v) { return name(p, v); }
WS_SCOPED(atomicAdd)
WS_SCOPED(atomicSub)
WS_SCOPED(atomicExch)
WS_SCOPED(atomicMin)
WS_SCOPED(atomicMax)
WS_SCOPED(atomicAnd)
WS_SCOPED(atomicOr)
WS_SCOPED(atomicXor)
WS_SCOPED(atomicInc)
WS_SCOPED(atomicDec)
#undef WS_SCOPED
template <class T>
WS_DEVICE T atomicCAS_block(T* p, typename WarpschoolSame<T>::Type compare, typename WarpschoolSame<T>::Type v) { return atomicCAS(p, compare, v); }
template <class T>
WS_DEVICE T atomicCAS_system(T* p, typename WarpschoolSame<T>::Type compare, typename WarpschoolSame<T>::Type v) { return atomicCAS(p, compare, v); }

#endif
