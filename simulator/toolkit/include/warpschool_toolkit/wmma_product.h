/* mma_sync: d := a * b + c; a part of mma.h (PTX ISA, section on wmma.mma). */
#ifndef WARPSCHOOL_WMMA_PRODUCT_H
#define WARPSCHOOL_WMMA_PRODUCT_H

/* One wmma.mma: registers of D and C with the constraints cd and cc, of A and B with ca. */
#define WS_WMMA_MULTIPLY(text, of_d, cd, RD, of_a, of_b, ca, RA, of_c, cc, RC)                \
  __asm__ volatile("wmma.mma.sync.aligned." text " " WS_WMMA_NAMES##of_d(d) ", "              \
                   WS_WMMA_NAMES##of_a(a) ", " WS_WMMA_NAMES##of_b(b) ", "                    \
                   WS_WMMA_NAMES##of_c(c) ";"                                                 \
                   : WS_WMMA_REGISTERS##of_d(d, "=" cd, reinterpret_cast<RD*>(d.x))           \
                   : WS_WMMA_REGISTERS##of_a(a, ca, reinterpret_cast<const RA*>(a.x)),        \
                     WS_WMMA_REGISTERS##of_b(b, ca, reinterpret_cast<const RA*>(b.x)),        \
                     WS_WMMA_REGISTERS##of_c(c, cc, reinterpret_cast<const RC*>(c.x)))

#define WS_WMMA_ARGUMENTS(m, n, k, TD, T, LA, LB, TC)                                         \
  fragment<accumulator, m, n, k, TD>&d, const fragment<matrix_a, m, n, k, T, LA>&a,           \
      const fragment<matrix_b, m, n, k, T, LB>&b, const fragment<accumulator, m, n, k, TC>&c

/* `DEFINE` for each layout of A and B */
#define WS_WMMA_LAYOUTS(DEFINE, ...)                 \
  DEFINE(row_major, row_major, "row.row", __VA_ARGS__) \
  DEFINE(row_major, col_major, "row.col", __VA_ARGS__) \
  DEFINE(col_major, row_major, "col.row", __VA_ARGS__) \
  DEFINE(col_major, col_major, "col.col", __VA_ARGS__)

/* Halves; `types`: of D and C */
#define WS_WMMA_OF_HALVES(LA, LB, layouts, m, n, k, types, TD, of_d, cd, RD, TC, of_c, cc, RC) \
  WS_WMMA void mma_sync(WS_WMMA_ARGUMENTS(m, n, k, TD, __half, LA, LB, TC)) {                 \
    WS_WMMA_MULTIPLY(layouts ".m" #m "n" #n "k" #k types, of_d, cd, RD, 8, 8, "r", unsigned,  \
                     of_c, cc, RC);                                                           \
  }
#define WS_WMMA_HALVES(m, n, k)                                                               \
  WS_WMMA_LAYOUTS(WS_WMMA_OF_HALVES, m, n, k, ".f32.f32", float, 8, "f", float, float, 8,     \
                  "f", float)                                                                 \
  WS_WMMA_LAYOUTS(WS_WMMA_OF_HALVES, m, n, k, ".f32.f16", float, 8, "f", float, __half, 4,    \
                  "r", unsigned)                                                              \
  WS_WMMA_LAYOUTS(WS_WMMA_OF_HALVES, m, n, k, ".f16.f32", __half, 4, "r", unsigned, float, 8, \
                  "f", float)                                                                 \
  WS_WMMA_LAYOUTS(WS_WMMA_OF_HALVES, m, n, k, ".f16.f16", __half, 4, "r", unsigned, __half, 4, \
                  "r", unsigned)
WS_WMMA_HALVES(16, 16, 16)
WS_WMMA_HALVES(32, 8, 16)
WS_WMMA_HALVES(8, 32, 16)

/* bfloat16 and tf32, with sums in float; double, with sums in double */
#define WS_WMMA_OF_FLOATS(LA, LB, layouts, m, n, k, types, T, of_a, of_b, c, Result, TD, of_d, cd) \
  WS_WMMA void mma_sync(WS_WMMA_ARGUMENTS(m, n, k, TD, T, LA, LB, TD)) {                      \
    WS_WMMA_MULTIPLY(layouts ".m" #m "n" #n "k" #k types, of_d, cd, TD, of_a, of_b, c, Result,     \
                     of_d, cd, TD);                                                           \
  }
WS_WMMA_LAYOUTS(WS_WMMA_OF_FLOATS, 16, 16, 16, ".f32.bf16.bf16.f32", __nv_bfloat16, 4, 4, "r",
                unsigned, float, 8, "f")
WS_WMMA_LAYOUTS(WS_WMMA_OF_FLOATS, 32, 8, 16, ".f32.bf16.bf16.f32", __nv_bfloat16, 8, 2, "r",
                unsigned, float, 8, "f")
WS_WMMA_LAYOUTS(WS_WMMA_OF_FLOATS, 8, 32, 16, ".f32.bf16.bf16.f32", __nv_bfloat16, 2, 8, "r",
                unsigned, float, 8, "f")
WS_WMMA_LAYOUTS(WS_WMMA_OF_FLOATS, 16, 16, 8, ".f32.tf32.tf32.f32", precision::tf32, 4, 4, "r",
                unsigned, float, 8, "f")
WS_WMMA_LAYOUTS(WS_WMMA_OF_FLOATS, 8, 8, 4, ".f64.f64.f64.f64", double, 1, 1, "d", double,
                double, 2, "d")

/* Bytes; `saturates`: sums beyond int stay at its ends. */
#define WS_WMMA_OF_BYTES(LA, LB, layouts, m, n, k, types, T, of_a, of_b)                      \
  WS_WMMA void mma_sync(WS_WMMA_ARGUMENTS(m, n, k, int, T, LA, LB, int),                      \
                        bool saturates = false) {                                             \
    if (saturates) {                                                                          \
      WS_WMMA_MULTIPLY(layouts ".m" #m "n" #n "k" #k types ".satfinite", 8, "r", int, of_a,   \
                       of_b, "r", unsigned, 8, "r", int);                                     \
    } else {                                                                                  \
      WS_WMMA_MULTIPLY(layouts ".m" #m "n" #n "k" #k types, 8, "r", int, of_a, of_b, "r",     \
                       unsigned, 8, "r", int);                                                \
    }                                                                                         \
  }
#define WS_WMMA_BYTES(types, T)                                     \
  WS_WMMA_LAYOUTS(WS_WMMA_OF_BYTES, 16, 16, 16, types, T, 2, 2)     \
  WS_WMMA_LAYOUTS(WS_WMMA_OF_BYTES, 32, 8, 16, types, T, 4, 1)      \
  WS_WMMA_LAYOUTS(WS_WMMA_OF_BYTES, 8, 32, 16, types, T, 1, 4)
WS_WMMA_BYTES(".s32.s8.s8.s32", signed char)
WS_WMMA_BYTES(".s32.u8.u8.s32", unsigned char)

#endif
