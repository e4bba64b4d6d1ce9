// A process whose kernel refuses one system call, as a container's rules may.
#pragma once

#if WARPSCHOOL_HAS_SECCOMP
#  include <cerrno>
#  include <seccomp.h>
#  include <string>
#  include <sys/prctl.h>

namespace warpschool::tests {

/// From now on the call fails with EPERM, here and in every process that this one starts. "seccomp"
/// is refused by its older name, too, an option of prctl.
/// @return whether that is so
inline bool lose_call(const std::string& name) {
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const scmp_filter_ctx filter = ::seccomp_init(SCMP_ACT_ALLOW);
  const auto refuse = [filter](const char* call, unsigned conditions, const scmp_arg_cmp* when) {
    return ::seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM),
                                    ::seccomp_syscall_resolve_name(call), conditions, when) == 0;
  };
  const scmp_arg_cmp filters{0, SCMP_CMP_EQ, PR_SET_SECCOMP, 0};
  const bool is_lost = filter != nullptr && refuse(name.c_str(), 0, nullptr) &&
                       (name != "seccomp" || refuse("prctl", 1, &filters)) &&
                       ::seccomp_load(filter) == 0;
  ::seccomp_release(filter);
  return is_lost;
}

}  // namespace warpschool::tests
#endif
