// Reports and switches beyond CUDA's API (extension.h).
#include "warpschool/sim/extension.h"

#include "runtime/base/call_limit.hpp"
#include "runtime/base/observer.hpp"
#include "runtime/base/settings.hpp"
#include "runtime/core/runtime.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace warpschool::sim::runtime {
namespace {

constexpr const char* kVersion = "0.1.0";

// What the last call on this thread returned.
thread_local std::string t_report;
thread_local std::string t_identity;

}  // namespace

// NOLINTBEGIN(readability-function-size): the parameters are CUDA's
extern "C" {

const char* warpschool_sim_take_report(void) {
  call(
      [&](Runtime& runtime) {
        for (RuntimeObserver* observer : observers()) {
          observer->before_report(runtime);
        }
        t_report = runtime.recorder().take(runtime.existing_memory());
        return cudaSuccess;
      },
      Sticky::kIgnored, Callers::kAll);
  return t_report.c_str();
}

const char* warpschool_sim_identity(void) {
  call(
      [&](Runtime& runtime) {
        t_identity = nlohmann::json{{"simulator", kVersion},
                                    {"device", runtime.profile().name},
                                    {"profile", runtime.profile().id}}
                         .dump();
        return cudaSuccess;
      },
      Sticky::kIgnored, Callers::kAll);
  return t_identity.c_str();
}

int warpschool_sim_set_option(const char* name, int on) {
  int status = -1;
  call(
      [&](Runtime& runtime) {
        if (std::string_view(name) == "uneven_launches") {
          runtime.timeline().set_uneven(on != 0);
          status = 0;
        } else {
          status = set_option(runtime.options(), name, on != 0) ? 0 : -1;
        }
        return cudaSuccess;
      },
      Sticky::kIgnored, Callers::kAll);
  return status;
}

void warpschool_sim_cool_l2(void) {
  call(
      [](Runtime& runtime) {
        runtime.device().cool_l2();
        return cudaSuccess;
      },
      Sticky::kIgnored, Callers::kAll);
}

unsigned long long warpschool_sim_host_waits(void) {
  unsigned long long waits = 0;
  call(
      [&](Runtime& runtime) {
        waits = runtime.timeline().host_waits();
        return cudaSuccess;
      },
      Sticky::kIgnored, Callers::kAll);
  return waits;
}

void warpschool_sim_limit_calls(unsigned long long calls, void (*reached)(const void*)) {
  limit_calls(calls, reached);
}

}  // extern "C"
// NOLINTEND(readability-function-size)

}  // namespace warpschool::sim::runtime
