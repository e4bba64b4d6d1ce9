// The worker: loads a module and runs what the judge asks for.
#include "worker.hpp"

#include "call_log.hpp"
#include "device_process.hpp"
#include "device_runtime.hpp"
#include "heap.hpp"
#include "protocol.hpp"
#include "trace/host_trace.hpp"
#include "warpschool/harness/confine.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <exception>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace warpschool::harness {
namespace {

constexpr int kChannel = 3;
constexpr int kModule = 4;
constexpr const char* kModulePath = "/proc/self/fd/4";

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
/// A sanitizer's shadow memory would count as data, and it starts processes of its own.
constexpr bool kShadowed = true;
#else
constexpr bool kShadowed = false;
#endif

/// Root could look into the judge in spite of its hiding; without capabilities it cannot.
void drop_privileges() {
  for (int capability = 0; capability <= CAP_LAST_CAP; ++capability) {
    ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);  // EPERM for who has none to drop
  }
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
  if (::syscall(SYS_capset, &header, none) != 0 || ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    ::_exit(kNotConfined);
  }
}

/// Nothing of a submission has run by now, and nothing will.
void confine_or_end(const Confinement& confinement) {
  try {
    confine(confinement);
  } catch (const NotConfined&) {
    ::_exit(kNotConfined);  // the judge tries it again, and says why
  }
}

void limit(int resource, rlim_t value) {
  rlimit now{};
  ::getrlimit(static_cast<__rlimit_resource_t>(resource), &now);
  now.rlim_cur = std::min(value, now.rlim_max);
  now.rlim_max = now.rlim_cur;
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &now);
}

/// The judge looks at what is really used every few milliseconds; this stops a burst between two
/// looks. Never RLIMIT_AS: CUDA and the simulator reserve far more addresses than they use.
void limit_data(const WorkerSpec& spec) {
  constexpr std::uint64_t kRuntimesOwnBytes = 1ULL << 30;
  if (spec.memory_bytes > 0 && !kShadowed) {
    limit(RLIMIT_DATA, spec.memory_bytes + kRuntimesOwnBytes);
  }
}

void shut_off(const WorkerSpec& spec, int channel, int output, int parent_pid) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (::getppid() != parent_pid) {
    ::_exit(kChannelLost);
  }
  ::setpgid(0, 0);
  if (spec.lanes >= 0 && device_process().connect(spec.lanes, spec.shared) != 0) {
    ::_exit(kChannelLost);
  }
  // Out of the way of the numbers they are to get.
  const int channel_copy = ::fcntl(channel, F_DUPFD, 10);
  const int output_copy = ::fcntl(output, F_DUPFD, 10);
  const int module_copy = ::fcntl(spec.module_file, F_DUPFD, 10);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(output_copy, STDOUT_FILENO);
  ::dup2(output_copy, STDERR_FILENO);
  ::dup2(channel_copy, kChannel);
  ::dup2(module_copy, kModule);
  ::close_range(kModule + 1, ~0U, 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    ::signal(signal, SIG_DFL);
  }
  // A flood of prints then fails to write instead of killing a worker that may be right.
  ::signal(SIGXFSZ, SIG_IGN);
  limit(RLIMIT_CORE, 0);
  if (spec.output_bytes > 0) {
    limit(RLIMIT_FSIZE, spec.output_bytes);
  }
  limit_data(spec);
  drop_privileges();
  // There is nothing to hide in here, and drivers read their own /proc.
  ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  ::setenv("WARPSCHOOL_SIM_REPORT", "json", 1);
  std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);
}

/// Which of the simulator's checks run beside a question. Counters stay on always: modelled time is
/// made of them.
void choose_checks(Mode mode) {
  if (simulator().set_option != nullptr) {
    const int on = mode == Mode::kCorrectness ? 1 : 0;
    simulator().set_option("races", on);
    simulator().set_option("uninitialised", on);
    simulator().set_option("uneven_launches", mode == Mode::kUneven ? 1 : 0);
    simulator().set_option("barriers", 1);
    simulator().set_option("counters", 1);
  }
}

class Worker {
 public:
  Worker(std::string module, bool confined)
      : module_path_(std::move(module)), confined_(confined) {}

  [[noreturn]] void serve() {
    for (;;) {
      Question question;
      std::vector<UniqueFd> fds;
      if (receive_message(kChannel, &question, sizeof question, {}, &fds) != Received::kMessage ||
          fds.size() != 2) {
        ::_exit(kChannelLost);
      }
      const Done done = answer(question, fds);
      std::fflush(nullptr);
      if (!send_message(kChannel, &done, sizeof done)) {
        ::_exit(kChannelLost);
      }
    }
  }

 private:
  Done answer(const Question& question, const std::vector<UniqueFd>& fds) {
    const Mapping request(fds[0].get(), question.request_bytes, false);
    fetch_pages(request.data(), request.size());
    const Mapping response(fds[1].get(), question.response_capacity, true);
    call_log() = {};
    call_log().mode = question.mode;
    call_log().breadcrumb = reinterpret_cast<Breadcrumb*>(response.data());

    WorkerReport report;
    Writer writer(response.data() + kResultOffset, response.size() - kResultOffset);
    run(question, request, writer, report);
    Done done;
    done.result_bytes = report.trouble == Trouble::kNone ? writer.size() : 0;
    Writer tail(response.data() + kResultOffset + done.result_bytes,
                response.size() - kResultOffset - done.result_bytes);
    encode_report(tail, report);
    done.report_bytes = tail.size();
    call_log().breadcrumb = nullptr;  // handlers of signals write there, and the memory goes now
    return done;
  }

  void run(const Question& question, const Mapping& request, Writer& writer, WorkerReport& report) {
    try {
      probe_device();
      leave_breadcrumb(Stage::kLoading);
      load();
      leave_breadcrumb(Stage::kPreparing);
      choose_checks(question.mode);
      limit_calls_of_runtime(question.most_calls);
      if (simulator().present()) {
        simulator().take_report();
      }
      Student student(module_);
      Reader reader(request.data(), request.size());
      question.thunk(question.function, student, reader, writer);
      if (is_timed_reference(question)) {
        report.pause_us = device::longest_pause_us();
      }
    } catch (const StudentError& error) {
      report.trouble = error.trouble();
      report.error_code = error.code();
      report.message = error.what();
    } catch (const std::exception& error) {
      report.trouble = Trouble::kException;
      report.message = error.what();
      report.place = thrown_at();
      note_error_of_call(report);
    } catch (...) {
      report.trouble = Trouble::kException;
      report.place = thrown_at();
    }
    report.function = call_log().function;
    report.note = call_log().note;
    report.elapsed_us = call_log().elapsed_us;
    report.errors_expected = call_log().errors_expected;
    report.device_lost = call_log().device_lost;
    report.harness_copies = call_log().harness_copies;
    report.waits = call_log().waits;
    describe_device(report);
  }

  /// An exception with the runtime's words for an error is one of a function that checks calls.
  static void note_error_of_call(WorkerReport& report) {
    if (const device::Status error = device::error_in_words(report.message); !error) {
      report.error_code = error.code;
      report.message += " (" + error.name + ")";
    }
  }

  /// A submission would say what suits it.
  bool is_timed_reference(const Question& question) const {
    return question.mode == Mode::kTiming && call_log().called && !confined_ &&
           !simulator().present();
  }

  /// Before the submission is loaded, so that nothing it does can pass for a fault of the machine.
  void probe_device() const {
    if (module_ != nullptr) {
      return;
    }
    if (const device::Status status = device::synchronise(); !status) {
      throw StudentError(Trouble::kNoDevice, status.text + " (" + status.name + ")", status.code);
    }
  }

  void load() {
    if (module_ != nullptr) {
      return;
    }
    if (confined_) {
      trace_host_code(module_path_);
      prepare_confinement();
      confine_or_end({module_path_, simulator().present()});
    }
    module_ = ::dlopen(module_path_.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module_ == nullptr) {
      const char* why = ::dlerror();
      std::string text = why != nullptr ? why : "unknown";
      if (text.rfind(module_path_ + ": ", 0) == 0) {
        text.erase(0, module_path_.size() + 2);  // the path says nothing about the mistake
      }
      throw StudentError(Trouble::kCannotLoad, text);
    }
  }

  /// What the simulator opens when it is first needed must be open before.
  static void prepare_confinement() {
    if (simulator().present()) {
      constexpr std::size_t kLarge = std::size_t{32} << 20;
      device::release(device::allocate(kLarge));
    }
  }

  static void describe_device(WorkerReport& report) {
    report.simulated = simulator().present();
    if (report.simulated) {
      const char* taken = simulator().take_report();
      report.simulator_report = taken != nullptr ? taken : "";
    }
    report.device = device::info().name;
    report.peak_bytes_per_us = device::info().peak_bytes_per_us;
  }

  std::string module_path_;
  bool confined_;
  void* module_ = nullptr;
};

}  // namespace

const SimulatorExtension& simulator() {
  static const SimulatorExtension found = [] {
    SimulatorExtension extension;
    extension.take_report =
        reinterpret_cast<const char* (*)()>(::dlsym(RTLD_DEFAULT, "warpschool_sim_take_report"));
    extension.identity =
        reinterpret_cast<const char* (*)()>(::dlsym(RTLD_DEFAULT, "warpschool_sim_identity"));
    extension.cool_l2 =
        reinterpret_cast<void (*)()>(::dlsym(RTLD_DEFAULT, "warpschool_sim_cool_l2"));
    extension.host_waits = reinterpret_cast<unsigned long long (*)()>(
        ::dlsym(RTLD_DEFAULT, "warpschool_sim_host_waits"));
    extension.set_option = reinterpret_cast<int (*)(const char*, int)>(
        ::dlsym(RTLD_DEFAULT, "warpschool_sim_set_option"));
    return extension;
  }();
  return found;
}

/// Each function once, as far as there is room.
static void note_called(Breadcrumb& breadcrumb, const char* function) {
  const std::string entry = std::string(function) + ",";
  const std::size_t used = ::strnlen(breadcrumb.called.data(), breadcrumb.called.size());
  const std::string all = "," + std::string(breadcrumb.called.data(), used);
  if (all.find("," + entry) == std::string::npos &&
      used + entry.size() < breadcrumb.called.size()) {
    std::memcpy(breadcrumb.called.data() + used, entry.data(), entry.size());
  }
}

CallLog& call_log() {
  static CallLog log;
  return log;
}

void leave_breadcrumb(Stage stage, const char* function) {
  Breadcrumb* breadcrumb = call_log().breadcrumb;
  if (breadcrumb == nullptr) {
    return;
  }
  breadcrumb->stage = static_cast<std::uint32_t>(stage);
  if (function != nullptr) {
    std::strncpy(breadcrumb->function.data(), function, breadcrumb->function.size() - 1);
    note_called(*breadcrumb, function);
  }
}

void run_device(const WorkerSpec& spec, int control, int output, int parent_pid) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (::getppid() != parent_pid) {
    ::_exit(kChannelLost);
  }
  ::setpgid(0, 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    ::signal(signal, SIG_DFL);
  }
  limit(RLIMIT_CORE, 0);
  limit_data(spec);
  drop_privileges();
  if (spec.stall_limit > 0) {
    ::setenv("WARPSCHOOL_STALL_LIMIT", std::to_string(spec.stall_limit).c_str(), 1);
  }
  if (spec.confined && !kShadowed) {
    confine_or_end({spec.module, true, true});
  }
  device_process().become(control, spec.lanes, spec.shared, output);
  ::_exit(kChannelLost);
}

void run_worker(const WorkerSpec& spec, int channel, int output, int parent_pid) {
  shut_off(spec, channel, output, parent_pid);
  if (spec.stall_limit > 0) {
    ::setenv("WARPSCHOOL_STALL_LIMIT", std::to_string(spec.stall_limit).c_str(), 1);
  }
  if (!simulator().present()) {
    keep_freed_memory();  // races on a GPU have large arrays; the simulator watches the heap
  }
  const bool can_load_open_file = ::access(kModulePath, R_OK) == 0;  // else there is no /proc
  Worker(can_load_open_file ? kModulePath : spec.module, spec.confined && !kShadowed).serve();
}

}  // namespace warpschool::harness
