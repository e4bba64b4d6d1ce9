// Names and describes errors.
#include "runtime/base/error_names.hpp"

namespace warpschool::sim::runtime {
namespace {

constexpr const char* kUnknown = "unrecognized error code";

}  // namespace

const char* error_name(cudaError_t error) {
  switch (error) {
#define WARPSCHOOL_ERROR(name, text) \
  case name:                         \
    return #name;
#include "runtime/base/error_names.def"
#undef WARPSCHOOL_ERROR
  }
  return kUnknown;
}

const char* error_text(cudaError_t error) {
  switch (error) {
#define WARPSCHOOL_ERROR(name, text) \
  case name:                         \
    return text;
#include "runtime/base/error_names.def"
#undef WARPSCHOOL_ERROR
  }
  return kUnknown;
}

}  // namespace warpschool::sim::runtime
