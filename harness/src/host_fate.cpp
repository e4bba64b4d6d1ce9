// Words what became of a worker that gave no answer: it crashed, ended itself, ran on and on, or
// took more than it may.
#include "fate.hpp"
#include "worker.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <csignal>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

namespace warpschool::harness {
namespace {

template <std::size_t Size>
std::string text_in(const std::array<char, Size>& letters) {
  std::string text(letters.begin(), std::find(letters.begin(), letters.end(), '\0'));
  std::replace_if(
      text.begin(), text.end(),
      [](char letter) { return std::isprint(static_cast<unsigned char>(letter)) == 0; }, '?');
  return text;
}

/// "vector_add", or what was going on instead.
std::string subject(const Breadcrumb& breadcrumb) {
  if (breadcrumb.stage == static_cast<std::uint32_t>(Stage::kLoading)) {
    return "Your program, while it was being loaded (the constructor of a global object?),";
  }
  const std::string name = text_in(breadcrumb.function);
  return name.empty() ? "Your program" : name;
}

/// The call is over: what crashes is the test's own code, which uses what the call gave.
bool is_after_call(const Breadcrumb& breadcrumb) {
  return breadcrumb.stage == static_cast<std::uint32_t>(Stage::kAfterCall) &&
         breadcrumb.line == 0 && text_in(breadcrumb.function) != "";
}

/// "vector_add crashed at line 12 of x.cu", or who else did.
std::string did(const Breadcrumb& breadcrumb, const char* verb, const std::string& where) {
  return is_after_call(breadcrumb)
             ? fmt::format("{} had returned, and the test that used what it gave {}",
                           text_in(breadcrumb.function), verb)
             : fmt::format("{} {}{}", subject(breadcrumb), verb, where);
}

/// " at line 12 of x.cu", or nothing.
std::string at_line(const Breadcrumb& breadcrumb) {
  return breadcrumb.line == 0
             ? std::string()
             : fmt::format(" at line {} of {}", breadcrumb.line, text_in(breadcrumb.file));
}

/// As the simulator writes faults, so that whoever shows its faults shows the line of this one.
Finding placed(Verdict verdict, const char* kind, std::string message, std::string hint,
               const Breadcrumb& breadcrumb) {
  Finding finding{verdict, std::move(message), std::move(hint), {}, {}};
  if (breadcrumb.line > 0) {
    const nlohmann::json fault = {
        {"kind", kind},
        {"text", finding.hint.empty() ? finding.message : finding.message + " " + finding.hint},
        {"where", {{"file", text_in(breadcrumb.file)}, {"line", breadcrumb.line}}}};
    finding.faults.push_back(fault.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    finding.message = fault["text"];
    finding.hint.clear();
  }
  return finding;
}

/// What happened, put behind "x crashed at line 12 of x.cu: ", and what to look at.
struct Words {
  const char* what;
  const char* hint;
};

Words words_of_segmentation_fault(HostCrash crash) {
  switch (crash) {
    case HostCrash::kNullPointer:
      return {"host code followed a null pointer (segmentation fault)",
              "Which pointer of this line was never set, or is the result of a call that failed?"};
    case HostCrash::kDeviceMemory:
      return {"host code followed a pointer to device memory (segmentation fault)",
              "Only kernels can: copy the data with cudaMemcpy, or allocate it with "
              "cudaMallocManaged."};
    case HostCrash::kStack:
      return {"the stack of host code is full (segmentation fault)",
              "A recursion does not end, or local arrays are too large for the stack (8 MB): make "
              "them std::vector."};
    case HostCrash::kFreedDeviceMemory:
      return {"free() or delete was given memory of the device (segmentation fault)",
              "What cudaMalloc or cudaMallocManaged gave is given back with cudaFree."};
    case HostCrash::kFreedPinnedMemory:
      return {"free() or delete was given pinned memory (segmentation fault)",
              "What cudaMallocHost or cudaHostAlloc gave is given back with cudaFreeHost."};
    case HostCrash::kUnknown:
      break;
  }
  return {"a segmentation fault in host code",
          "The address belongs to nobody: memory that was freed, an index outside of its array, or "
          "a pointer that was never set."};
}

struct SignalWords {
  int number;
  const char* verb;
  Words words;
};

constexpr std::array kSignals{
    SignalWords{
        SIGBUS, "crashed", {"a bus error: host code used an address that is not its own", ""}},
    SignalWords{SIGABRT,
                "aborted",
                {"",
                 "An assert failed, abort() was called, an exception was not caught, the heap was "
                 "damaged by a write outside an array, or free() was given what malloc() did not "
                 "give (memory of cudaMallocHost is for cudaFreeHost)."}},
    SignalWords{SIGFPE,
                "crashed",
                {"an integer division by zero in host code", "Is a size or block count 0 here?"}},
    SignalWords{SIGILL,
                "crashed",
                {"an illegal instruction",
                 "A function that must return a value may have reached its end without one."}},
    SignalWords{SIGKILL, "was killed", {"", "The machine may have run out of memory."}},
    SignalWords{SIGTRAP, "stopped at a trap", {"", ""}},
    SignalWords{SIGALRM, "was ended by a timer that it had set", {"", ""}},
    SignalWords{SIGSYS, "was ended by a system call that it had forbidden itself", {"", ""}}};

Finding finding_of_signal(int number, const Breadcrumb& breadcrumb) {
  const std::string where = at_line(breadcrumb);
  if (number == SIGSEGV) {
    const Words words = words_of_segmentation_fault(static_cast<HostCrash>(breadcrumb.crash));
    return placed(Verdict::kCrash, "host_crash",
                  fmt::format("{}: {}.", did(breadcrumb, "crashed", where), words.what), words.hint,
                  breadcrumb);
  }
  for (const SignalWords& signal : kSignals) {
    if (signal.number == number) {
      const std::string what =
          *signal.words.what == '\0' ? "" : fmt::format(": {}", signal.words.what);
      return placed(Verdict::kCrash, "host_crash",
                    fmt::format("{}{}.", did(breadcrumb, signal.verb, where), what),
                    signal.words.hint, breadcrumb);
    }
  }
  return {Verdict::kCrash,
          fmt::format("{} was ended by signal {}.", subject(breadcrumb), number),
          {},
          {},
          {}};
}

}  // namespace

Finding finding_of_threads(const Breadcrumb& breadcrumb, unsigned limit) {
  return {Verdict::kCrash,
          fmt::format("{} started more than {} threads on the host.", subject(breadcrumb), limit),
          "The threads of a kernel are the device's: the host needs one.",
          {},
          {}};
}

Finding finding_of_death(const Death& death, const Breadcrumb& breadcrumb) {
  const std::string who = subject(breadcrumb);
  const bool lost = WIFEXITED(death.wait_status) && WEXITSTATUS(death.wait_status) == kChannelLost;
  if (death.killed_by_us || lost) {
    return {Verdict::kCrash,
            who + " closed files that it did not open: the judge has lost the connection.",
            "Close only what you opened.",
            {},
            {}};
  }
  if (WIFSIGNALED(death.wait_status)) {
    return finding_of_signal(WTERMSIG(death.wait_status), breadcrumb);
  }
  return placed(
      Verdict::kCrash, "host_exit",
      fmt::format("{} ended the whole program with exit status {}{} instead of returning.", who,
                  WEXITSTATUS(death.wait_status), at_line(breadcrumb)),
      "Return from the function; do not call exit().", breadcrumb);
}

Finding finding_of_timeout(const Breadcrumb& breadcrumb, std::uint64_t limit_ms) {
  const std::string who = subject(breadcrumb);
  const double seconds = static_cast<double>(limit_ms) / 1e3;
  if (breadcrumb.calls > 0) {
    return placed(Verdict::kTimeout, "endless_calls",
                  fmt::format("{} did not come to an end: it had made {} calls of CUDA{}.", who,
                              breadcrumb.calls,
                              breadcrumb.line == 0 ? "" : ", the last" + at_line(breadcrumb)),
                  "Is this call in a loop that does not end, or made for every element?",
                  breadcrumb);
  }
  if (breadcrumb.line == 0) {
    return {Verdict::kTimeout,
            fmt::format("{} did not come to an end within {:.3g} s.", who, seconds),
            "Does every loop end, for every size? Does anything wait for what never comes?",
            {},
            {}};
  }
  if (breadcrumb.in_call != 0) {
    return placed(
        Verdict::kTimeout, "slow_call",
        fmt::format("{} did not come to an end within {:.3g} s: it was in the CUDA call, or the "
                    "launch of the kernel,{}.",
                    who, seconds, at_line(breadcrumb)),
        "Is this call made again and again, in a loop that does not end, or do its kernels "
        "do far more work than they need to?",
        breadcrumb);
  }
  return placed(Verdict::kTimeout, "endless_host_loop",
                fmt::format("{} did not come to an end within {:.3g} s: host code was still{}.",
                            who, seconds, at_line(breadcrumb)),
                "What ends the loop around this line, and does it come true for every size?",
                breadcrumb);
}

Finding finding_of_memory(const Breadcrumb& breadcrumb, std::uint64_t limit_bytes) {
  return {Verdict::kCrash,
          fmt::format("{} used more memory than the limit of {}.", subject(breadcrumb),
                      bytes_text(limit_bytes)),
          "Is memory allocated in a loop, or a size computed from a negative number?",
          {},
          {}};
}

std::string bytes_text(std::uint64_t bytes) {
  if (bytes >= (1ULL << 30) && bytes % (1ULL << 30) == 0) {
    return fmt::format("{} GiB", bytes >> 30);
  }
  return fmt::format("{} MiB", bytes >> 20);
}

}  // namespace warpschool::harness
