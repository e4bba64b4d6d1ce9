/* Fragments from memory and back; a part of mma.h (PTX ISA, sections on wmma.load and wmma.store). */
#ifndef WARPSCHOOL_WMMA_LOAD_H
#define WARPSCHOOL_WMMA_LOAD_H

/* {%[a0], %[a1], ...}: so many registers of operand `o` */
#define WS_WMMA_NAMES1(o) "{%[" #o "0]}"
#define WS_WMMA_NAMES2(o) "{%[" #o "0], %[" #o "1]}"
#define WS_WMMA_NAMES4(o) "{%[" #o "0], %[" #o "1], %[" #o "2], %[" #o "3]}"
#define WS_WMMA_NAMES8(o)                                                                    \
  "{%[" #o "0], %[" #o "1], %[" #o "2], %[" #o "3], %[" #o "4], %[" #o "5], %[" #o "6], %[" #o \
  "7]}"

/* The same as operands of an asm statement with the constraint `c`: "r", "=f", ... */
#define WS_WMMA_REGISTERS1(o, c, r) [o##0] c((r)[0])
#define WS_WMMA_REGISTERS2(o, c, r) WS_WMMA_REGISTERS1(o, c, r), [o##1] c((r)[1])
#define WS_WMMA_REGISTERS4(o, c, r) WS_WMMA_REGISTERS2(o, c, r), [o##2] c((r)[2]), [o##3] c((r)[3])
#define WS_WMMA_REGISTERS8(o, c, r) \
  WS_WMMA_REGISTERS4(o, c, r), [o##4] c((r)[4]), [o##5] c((r)[5]), [o##6] c((r)[6]), [o##7] c((r)[7])

/* `text`: what stands behind "wmma.load."; `count` registers of type R */
#define WS_WMMA_LOAD(text, count, c, Result)                                                       \
  __asm__ volatile("wmma.load." text " " WS_WMMA_NAMES##count(d) ", [%[from]], %[stride];"    \
                   : WS_WMMA_REGISTERS##count(d, "=" c, reinterpret_cast<Result*>(f.x))            \
                   : [from] "l"(from), [stride] "r"(stride)                                   \
                   : "memory")
#define WS_WMMA_STORE(text, count, c, Result)                                                      \
  __asm__ volatile("wmma.store.d." text " [%[to]], " WS_WMMA_NAMES##count(d) ", %[stride];"   \
                   :                                                                          \
                   : [to] "l"(to), [stride] "r"(stride),                                      \
                     WS_WMMA_REGISTERS##count(d, c, reinterpret_cast<const Result*>(f.x))          \
                   : "memory")

/* load_matrix_sync of factors, in both layouts */
#define WS_WMMA_LOAD_FACTOR(use, letter, layout, word, m, n, k, T, name, count, c, Result)         \
  WS_WMMA void load_matrix_sync(fragment<use, m, n, k, T, layout>& f,                         \
                                const detail::Storage<T>::type* from, unsigned stride) {      \
    WS_WMMA_LOAD(letter ".sync.aligned." word ".m" #m "n" #n "k" #k "." name, count, c, Result);   \
  }
#define WS_WMMA_FACTORS(m, n, k, T, name, of_a, of_b, c, Result)                                   \
  WS_WMMA_LOAD_FACTOR(matrix_a, "a", row_major, "row", m, n, k, T, name, of_a, c, Result)          \
  WS_WMMA_LOAD_FACTOR(matrix_a, "a", col_major, "col", m, n, k, T, name, of_a, c, Result)          \
  WS_WMMA_LOAD_FACTOR(matrix_b, "b", row_major, "row", m, n, k, T, name, of_b, c, Result)          \
  WS_WMMA_LOAD_FACTOR(matrix_b, "b", col_major, "col", m, n, k, T, name, of_b, c, Result)

/* load_matrix_sync and store_matrix_sync of accumulators */
#define WS_WMMA_SUMS(m, n, k, T, name, count, c, Result)                                           \
  WS_WMMA void load_matrix_sync(fragment<accumulator, m, n, k, T>& f, const T* from,          \
                                unsigned stride, layout_t layout) {                           \
    if (layout == mem_row_major) {                                                            \
      WS_WMMA_LOAD("c.sync.aligned.row.m" #m "n" #n "k" #k "." name, count, c, Result);            \
    } else {                                                                                  \
      WS_WMMA_LOAD("c.sync.aligned.col.m" #m "n" #n "k" #k "." name, count, c, Result);            \
    }                                                                                         \
  }                                                                                           \
  WS_WMMA void store_matrix_sync(T* to, const fragment<accumulator, m, n, k, T>& f,           \
                                 unsigned stride, layout_t layout) {                          \
    if (layout == mem_row_major) {                                                            \
      WS_WMMA_STORE("sync.aligned.row.m" #m "n" #n "k" #k "." name, count, c, Result);             \
    } else {                                                                                  \
      WS_WMMA_STORE("sync.aligned.col.m" #m "n" #n "k" #k "." name, count, c, Result);             \
    }                                                                                         \
  }

WS_WMMA_FACTORS(16, 16, 16, __half, "f16", 8, 8, "r", unsigned)
WS_WMMA_FACTORS(32, 8, 16, __half, "f16", 8, 8, "r", unsigned)
WS_WMMA_FACTORS(8, 32, 16, __half, "f16", 8, 8, "r", unsigned)
WS_WMMA_FACTORS(16, 16, 16, __nv_bfloat16, "bf16", 4, 4, "r", unsigned)
WS_WMMA_FACTORS(32, 8, 16, __nv_bfloat16, "bf16", 8, 2, "r", unsigned)
WS_WMMA_FACTORS(8, 32, 16, __nv_bfloat16, "bf16", 2, 8, "r", unsigned)
WS_WMMA_FACTORS(16, 16, 16, signed char, "s8", 2, 2, "r", unsigned)
WS_WMMA_FACTORS(32, 8, 16, signed char, "s8", 4, 1, "r", unsigned)
WS_WMMA_FACTORS(8, 32, 16, signed char, "s8", 1, 4, "r", unsigned)
WS_WMMA_FACTORS(16, 16, 16, unsigned char, "u8", 2, 2, "r", unsigned)
WS_WMMA_FACTORS(32, 8, 16, unsigned char, "u8", 4, 1, "r", unsigned)
WS_WMMA_FACTORS(8, 32, 16, unsigned char, "u8", 1, 4, "r", unsigned)
WS_WMMA_FACTORS(16, 16, 8, precision::tf32, "tf32", 4, 4, "r", unsigned)
WS_WMMA_FACTORS(8, 8, 4, double, "f64", 1, 1, "d", double)

WS_WMMA_SUMS(16, 16, 16, float, "f32", 8, "f", float)
WS_WMMA_SUMS(32, 8, 16, float, "f32", 8, "f", float)
WS_WMMA_SUMS(8, 32, 16, float, "f32", 8, "f", float)
WS_WMMA_SUMS(16, 16, 16, __half, "f16", 4, "r", unsigned)
WS_WMMA_SUMS(32, 8, 16, __half, "f16", 4, "r", unsigned)
WS_WMMA_SUMS(8, 32, 16, __half, "f16", 4, "r", unsigned)
WS_WMMA_SUMS(16, 16, 16, int, "s32", 8, "r", int)
WS_WMMA_SUMS(32, 8, 16, int, "s32", 8, "r", int)
WS_WMMA_SUMS(8, 32, 16, int, "s32", 8, "r", int)
WS_WMMA_SUMS(16, 16, 8, float, "f32", 8, "f", float)
WS_WMMA_SUMS(8, 8, 4, double, "f64", 2, "d", double)

#endif
