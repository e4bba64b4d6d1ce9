// Host code that dereferences a device pointer gets a SIGSEGV as on a real machine, and here a
// sentence that says why.
#include "runtime/runtime.hpp"

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace warpschool::sim::runtime {
namespace {

const Memory* g_memory = nullptr;
struct sigaction g_previous;

void write_text(const char* text) {
  // Nothing can be done about an error inside a signal handler.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text, std::strlen(text));
}

void write_hex(std::uint64_t value) {
  char digits[19] = "0x";
  int length = 2;
  bool started = false;
  for (int shift = 60; shift >= 0; shift -= 4) {
    const auto digit = static_cast<unsigned>((value >> shift) & 0xfU);
    started = started || digit != 0 || shift == 0;
    if (started) {
      digits[length++] = "0123456789abcdef"[digit];
    }
  }
  digits[length] = '\0';
  write_text(digits);
}

/// Explains, restores the handler that was there before and returns: the access faults again and
/// takes its usual course.
void on_segmentation_fault(int signal, siginfo_t* info, void*) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (g_memory != nullptr && g_memory->in_device_window(address)) {
    write_text("warpschool: host code used a pointer to device memory (");
    write_hex(address);
    write_text(
        "). Only kernels can follow it: copy the data with cudaMemcpy, or allocate it with "
        "cudaMallocManaged.\n");
  }
  ::sigaction(signal, &g_previous, nullptr);
}

}  // namespace

void watch_host_accesses(const Memory* memory) {
  static bool installed = false;
  g_memory = memory;
  if (installed || memory == nullptr) {
    return;
  }
  installed = true;
  struct sigaction action;
  std::memset(&action, 0, sizeof(action));
  action.sa_sigaction = on_segmentation_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  ::sigaction(SIGSEGV, &action, &g_previous);
}

}  // namespace warpschool::sim::runtime
