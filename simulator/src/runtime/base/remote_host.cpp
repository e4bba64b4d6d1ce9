// Remembers whether the program runs in another process, and for which of its calls a thread works.
#include "runtime/base/remote_host.hpp"

namespace warpschool::sim::runtime {
namespace {

RemoteHost* g_host = nullptr;
thread_local const void* t_caller = nullptr;

}  // namespace

RemoteHost* remote_host() {
  return g_host;
}

void set_remote_host(RemoteHost* host) {
  g_host = host;
}

const void* remote_caller() {
  return t_caller;
}

void set_remote_caller(const void* return_address) {
  t_caller = return_address;
}

}  // namespace warpschool::sim::runtime
