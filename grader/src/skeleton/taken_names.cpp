// Lists what <math.h>, <stdio.h>, <stdlib.h>, <string.h>, <time.h> and CUDA's own headers declare.
#include "skeleton/taken_names.hpp"

#include <algorithm>
#include <array>

namespace warpschool::grader {
namespace {

/// Of what is spelt as an id may be, and what a compiler refuses as the skeleton's function. In
/// alphabetical order.
constexpr std::array<std::string_view, 165> kTakenNames{
    "abort",     "abs",      "acos",     "acosh",     "asin",    "asinh",      "assert",
    "atan",      "atan2",    "atanh",    "atexit",    "atof",    "atoi",       "atol",
    "atoll",     "bcopy",    "bsearch",  "bzero",     "calloc",  "cbrt",       "ceil",
    "clock",     "copysign", "cos",      "cosh",      "cospi",   "ctime",      "difftime",
    "div",       "drem",     "erf",      "erfc",      "erfcinv", "erfcx",      "erfinv",
    "exit",      "exp",      "exp10",    "exp2",      "expm1",   "fabs",       "fclose",
    "fdim",      "fflush",   "ffs",      "floor",     "fma",     "fmax",       "fmin",
    "fmod",      "fopen",    "fprintf",  "fputs",     "fread",   "free",       "frexp",
    "fscanf",    "fseek",    "fwrite",   "gamma",     "getc",    "getchar",    "getenv",
    "gmtime",    "hypot",    "ilogb",    "index",     "j0",      "j1",         "jn",
    "labs",      "ldexp",    "ldiv",     "lgamma",    "llabs",   "llrint",     "llround",
    "localtime", "log",      "log10",    "log1p",     "log2",    "logb",       "lrint",
    "lround",    "malloc",   "max",      "memcmp",    "memcpy",  "memmove",    "memset",
    "min",       "mkstemp",  "mktime",   "modf",      "nan",     "nanosleep",  "nearbyint",
    "nextafter", "norm",     "norm3d",   "norm4d",    "normcdf", "normcdfinv", "perror",
    "pow",       "printf",   "putc",     "putchar",   "puts",    "qsort",      "rand",
    "random",    "rcbrt",    "realloc",  "remainder", "remove",  "remquo",     "rename",
    "rewind",    "rhypot",   "rindex",   "rint",      "rnorm",   "round",      "roundeven",
    "rsqrt",     "scalbln",  "scalbn",   "scanf",     "select",  "setbuf",     "significand",
    "sin",       "sincos",   "sincospi", "sinh",      "sinpi",   "snprintf",   "sprintf",
    "sqrt",      "srand",    "sscanf",   "stpcpy",    "strcat",  "strcmp",     "strcpy",
    "strlen",    "strncmp",  "strncpy",  "strtod",    "strtol",  "strtoul",    "system",
    "tan",       "tanh",     "tgamma",   "time",      "tmpfile", "trunc",      "ungetc",
    "vprintf",   "y0",       "y1",       "yn"};

bool is_taken(std::string_view name) {
  return std::binary_search(kTakenNames.begin(), kTakenNames.end(), name);
}

/// dim3, float4, ulonglong2
bool is_vector_type(std::string_view name) {
  constexpr std::array<std::string_view, 13> kElements{
      "char",  "uchar",    "short",     "ushort", "int",    "uint", "long",
      "ulong", "longlong", "ulonglong", "float",  "double", "dim"};
  return !name.empty() && name.back() >= '1' && name.back() <= '4' &&
         std::find(kElements.begin(), kElements.end(), name.substr(0, name.size() - 1)) !=
             kElements.end();
}

}  // namespace

bool is_function_of_c(std::string_view name) {
  const bool of_floats =
      !name.empty() && name.back() == 'f' && is_taken(name.substr(0, name.size() - 1));  // sqrtf
  return is_vector_type(name) || of_floats || is_taken(name);
}

}  // namespace warpschool::grader
