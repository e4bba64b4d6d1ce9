/* Types by size, and types that a call does not deduce. */
#ifndef WARPSCHOOL_WORDS_H
#define WARPSCHOOL_WORDS_H

/* The unsigned word of 1, 2, 4 or 8 bytes. */
template <int kBytes>
struct WarpschoolWord { typedef unsigned int Type; };
template <>
struct WarpschoolWord<1> { typedef unsigned char Type; };
template <>
struct WarpschoolWord<2> { typedef unsigned short Type; };
template <>
struct WarpschoolWord<8> { typedef unsigned long long Type; };

/* A type that a call does not deduce: 1 may be added to any counter. */
template <class T>
struct WarpschoolSame { typedef T Type; };

/* Has a Type for one T only: a template that takes no other. */
template <class T, class Wanted>
struct WarpschoolOnly {};
template <class T>
struct WarpschoolOnly<T, T> { typedef T Type; };

#endif
