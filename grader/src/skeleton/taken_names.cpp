// Lists what <math.h>, <stdio.h>, <stdlib.h>, <string.h>, <time.h> and CUDA's own headers declare.
#include "skeleton/taken_names.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace warpschool::grader {
namespace {

/// Of what is spelt as an id may be. In alphabetical order.
constexpr std::array<std::string_view, 164> kTakenNames{
    "abort",   "abs",       "acos",    "acosh",      "asin",      "asinh",     "assert",
    "atan",    "atan2",     "atanh",   "atexit",     "atof",      "atoi",      "atol",
    "bsearch", "calloc",    "cbrt",    "ceil",       "clock",     "copysign",  "cos",
    "cosh",    "cospi",     "ctime",   "difftime",   "div",       "erf",       "erfc",
    "erfcinv", "erfcx",     "erfinv",  "exit",       "exp",       "exp10",     "exp2",
    "expm1",   "fabs",      "fclose",  "fdim",       "fflush",    "floor",     "fma",
    "fmax",    "fmin",      "fmod",    "fopen",      "fprintf",   "fputs",     "fread",
    "free",    "frexp",     "fscanf",  "fseek",      "fwrite",    "gamma",     "getc",
    "getchar", "getenv",    "gets",    "gmtime",     "hypot",     "ilogb",     "isalpha",
    "isdigit", "isnan",     "isspace", "j0",         "j1",        "jn",        "labs",
    "ldexp",   "ldiv",      "lgamma",  "llabs",      "llrint",    "llround",   "localtime",
    "log",     "log10",     "log1p",   "log2",       "logb",      "lrint",     "lround",
    "malloc",  "max",       "memchr",  "memcmp",     "memcpy",    "memmove",   "memset",
    "min",     "mktime",    "modf",    "nan",        "nearbyint", "nextafter", "norm",
    "norm3d",  "norm4d",    "normcdf", "normcdfinv", "perror",    "pow",       "printf",
    "putc",    "putchar",   "puts",    "qsort",      "raise",     "rand",      "rcbrt",
    "realloc", "remainder", "remove",  "remquo",     "rename",    "rewind",    "rhypot",
    "rint",    "rnorm",     "round",   "rsqrt",      "scalbln",   "scalbn",    "scanf",
    "setbuf",  "signal",    "signbit", "sin",        "sincos",    "sincospi",  "sinh",
    "sinpi",   "snprintf",  "sprintf", "sqrt",       "srand",     "sscanf",    "strcat",
    "strchr",  "strcmp",    "strcpy",  "strlen",     "strncmp",   "strncpy",   "strstr",
    "strtod",  "strtol",    "strtoul", "system",     "tan",       "tanh",      "tgamma",
    "time",    "tmpfile",   "tolower", "toupper",    "trunc",     "ungetc",    "vprintf",
    "y0",      "y1",        "yn"};

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
  return is_vector_type(name) || std::binary_search(kTakenNames.begin(), kTakenNames.end(), name);
}

}  // namespace warpschool::grader
