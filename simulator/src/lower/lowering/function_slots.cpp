// How long the functions of the maths library are in machine code.
#include "lower/lowering/function_slots.hpp"

#include <algorithm>
#include <iterator>

namespace warpschool::sim {
namespace {

struct Function {
  std::string_view name;
  std::uint8_t slots;
};

/// Counted in machine code of nvcc 13.0 for sm_90 up to the first EXIT, less what a copy takes. Of
/// sines and their kin without the loop for large arguments: from the times of pipe/sinf
/// (bench/calibration) on an H200. In order of their names.
constexpr Function kFunctions[] = {
    {"acos", 130},       {"acosf", 26},       {"acosh", 161},     {"acoshf", 46},
    {"asin", 117},       {"asinf", 25},       {"asinh", 164},     {"asinhf", 44},
    {"atan", 81},        {"atan2", 120},      {"atan2f", 53},     {"atanf", 19},
    {"atanh", 167},      {"atanhf", 41},      {"cbrt", 43},       {"cbrtf", 16},
    {"cos", 51},         {"cosf", 30},        {"cosh", 60},       {"coshf", 16},
    {"cospi", 41},       {"cospif", 24},      {"erf", 123},       {"erfc", 169},
    {"erfcf", 48},       {"erfcinv", 255},    {"erfcinvf", 42},   {"erff", 29},
    {"erfinv", 255},     {"erfinvf", 30},     {"exp", 60},        {"exp10", 68},
    {"exp10f", 10},      {"exp2", 61},        {"exp2f", 4},       {"expf", 10},
    {"expm1", 72},       {"expm1f", 29},      {"fmod", 255},      {"fmodf", 76},
    {"hypot", 47},       {"hypotf", 31},      {"j0", 255},        {"j0f", 154},
    {"lgamma", 167},     {"lgammaf", 215},    {"log", 83},        {"log10", 89},
    {"log10f", 28},      {"log1p", 136},      {"log1pf", 32},     {"log2", 89},
    {"log2f", 29},       {"logf", 27},        {"normcdf", 189},   {"normcdff", 64},
    {"normcdfinv", 255}, {"normcdfinvf", 44}, {"pow", 77},        {"powf", 97},
    {"rcbrt", 48},       {"rcbrtf", 17},      {"remainder", 255}, {"remainderf", 96},
    {"rsqrt", 16},       {"rsqrtf", 4},       {"sin", 50},        {"sinf", 30},
    {"sinh", 120},       {"sinhf", 25},       {"sinpi", 37},      {"sinpif", 24},
    {"tan", 89},         {"tanf", 34},        {"tanh", 101},      {"tanhf", 17},
    {"tgamma", 255},     {"tgammaf", 163}};

}  // namespace

std::uint8_t function_slots(std::string_view name) {
  constexpr std::uint8_t kUnknown = 12;
  const auto found =
      std::lower_bound(std::begin(kFunctions), std::end(kFunctions), name,
                       [](const Function& f, std::string_view wanted) { return f.name < wanted; });
  return found != std::end(kFunctions) && found->name == name ? found->slots : kUnknown;
}

}  // namespace warpschool::sim
