// Forbids a worker system calls: seccomp, through libseccomp.
//
// The lists forbid what nothing in a kernel's host code needs, and allow the rest: a list of what
// is allowed would have to follow every C library and every GPU driver. A forbidden call fails with
// EPERM, as it would for want of rights.
#include "protections.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <string>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

#if WARPSCHOOL_HAS_SECCOMP
#  include <linux/seccomp.h>
#  include <seccomp.h>
#endif

namespace warpschool::harness {

#if WARPSCHOOL_HAS_SECCOMP

namespace {

/// Names instead of numbers: a kernel or an architecture may lack some of them.
constexpr std::array kForbidden{
    // other processes: none is started, none is signalled, none is looked into
    "fork", "vfork", "execve", "execveat", "ptrace", "process_vm_writev", "pidfd_open",
    "pidfd_getfd", "pidfd_send_signal", "kcmp", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo",
    "process_madvise", "migrate_pages", "move_pages", "setsid", "setpgid",
    // namespaces, mounts, users
    "unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree",
    "fsopen", "fsmount", "fsconfig", "fspick", "mount_setattr", "open_by_handle_at", "setuid",
    "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setgroups", "personality",
    // what outlives the process, or is shared with other jobs
    "keyctl", "add_key", "request_key", "shmget", "shmat", "msgget", "semget", "mq_open",
    // large parts of the kernel that no kernel's host code needs
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter",
    "io_uring_register", "fanotify_init", "syslog", "quotactl", "swapon", "swapoff", "reboot",
    "kexec_load", "init_module", "finit_module", "delete_module", "iopl", "ioperm", "acct",
    "io_setup", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "sethostname",
    "setdomainname"};

/// A driver of a real GPU may need them; the simulator does not.
constexpr std::array kForbiddenOnSimulator{
    "memfd_create",   "memfd_secret",  "sched_setaffinity", "sched_setscheduler",
    "sched_setparam", "sched_setattr", "setpriority",       "ioprio_set"};

/// One filter in the making. Every call throws NotConfined where it fails.
class Filter {
 public:
  Filter() : context_(::seccomp_init(SCMP_ACT_ALLOW)) {
    if (context_ == nullptr) {
      fail_to_confine("seccomp_init", ENOMEM);
    }
  }
  ~Filter() { ::seccomp_release(context_); }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  void forbid(const char* name) { add(SCMP_ACT_ERRNO(EPERM), name, {}); }
  /// Where the comparison holds.
  void forbid_if(const char* name, scmp_arg_cmp when) { add(SCMP_ACT_ERRNO(EPERM), name, {when}); }
  /// As if the kernel were older.
  void hide(const char* name) { add(SCMP_ACT_ERRNO(ENOSYS), name, {}); }
  void load() {
    if (const int result = ::seccomp_load(context_); result < 0) {
      fail_to_confine("seccomp_load", -result);
    }
  }

 private:
  /// A call that this machine's kernel does not know needs no rule.
  void add(std::uint32_t action, const char* name, const std::vector<scmp_arg_cmp>& when) {
    const int number = ::seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) {
      return;
    }
    const int result = ::seccomp_rule_add_array(context_, action, number,
                                                static_cast<unsigned>(when.size()), when.data());
    if (result < 0) {
      fail_to_confine(name, -result);
    }
  }

  scmp_filter_ctx context_;
};

scmp_arg_cmp unless_equal(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_NE, value, 0};
}

scmp_arg_cmp masked(unsigned argument, std::uint64_t mask, std::uint64_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}

/// Of a number that the kernel takes as 32 bits, whatever a caller puts above them.
scmp_arg_cmp half(unsigned argument, std::uint64_t value) {
  return masked(argument, 0xFFFF'FFFF, value);
}

/// A descriptor that is ready, or not any more, sends a signal to whoever owns it, and anybody may
/// be made its owner: kill() by another name. None is given an owner or a signal.
void forbid_owned_descriptors(Filter& filter) {
  for (const int command : {F_SETOWN, F_SETOWN_EX, F_SETSIG, F_NOTIFY, F_SETLEASE}) {
    filter.forbid_if("fcntl", half(1, static_cast<std::uint64_t>(command)));
  }
  for (const int request : {FIOSETOWN, SIOCSPGRP, FIOASYNC}) {
    filter.forbid_if("ioctl", half(1, static_cast<std::uint64_t>(request)));
  }
}

/// What a simulated device needs itself: it is started by exec, with addresses that are not a
/// program's, and its memory and reports are unnamed files.
bool is_needed_by_device(const char* name) {
  return std::strcmp(name, "execve") == 0 || std::strcmp(name, "personality") == 0 ||
         std::strcmp(name, "memfd_create") == 0;
}

}  // namespace

bool can_forbid_calls() {
  // EINVAL of a kernel without seccomp, EFAULT of one that would read the filter.
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, nullptr, 0, 0) == 0 || errno != EINVAL;
}

void forbid_calls(const Confinement& confinement) {
  const auto self = static_cast<std::uint64_t>(::getpid());
  Filter filter;
  const auto forbid_all = [&](const auto& names) {
    for (const char* name : names) {
      if (!confinement.is_device || !is_needed_by_device(name)) {
        filter.forbid(name);
      }
    }
  };
  forbid_all(kForbidden);
  for (const char* name : {"kill", "tgkill", "process_vm_readv"}) {
    filter.forbid_if(name, unless_equal(0, self));
  }
  filter.forbid_if("prlimit64", unless_equal(0, 0));
  forbid_owned_descriptors(filter);
  // Threads may be started, processes may not. clone3 hides its flags behind a pointer, where no
  // filter can read them: the C library then takes clone.
  filter.forbid_if("clone", masked(0, CLONE_THREAD, 0));
  filter.hide("clone3");
  for (const int option : {PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER}) {
    if (!confinement.is_device) {  // it hides itself when it has begun
      filter.forbid_if("prctl", half(0, static_cast<std::uint64_t>(option)));
    }
  }
  if (confinement.simulated) {
    forbid_all(kForbiddenOnSimulator);
    filter.forbid("socket");
    // Pages that belong to no heap and to no file: no limit of this process counts them.
    constexpr std::uint64_t kSharedAnonymous = MAP_SHARED | MAP_ANONYMOUS;
    filter.forbid_if("mmap", masked(3, kSharedAnonymous, kSharedAnonymous));
  } else {
    filter.forbid_if("socket", unless_equal(0, AF_UNIX));
  }
  filter.load();
}

#else

bool can_forbid_calls() {
  return false;
}
void forbid_calls(const Confinement& /*confinement*/) {}

#endif

}  // namespace warpschool::harness
