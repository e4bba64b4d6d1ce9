/* Tells the runtime where this program or library keeps its __managed__ variables (host_defines.h puts them into one section),
 * before clang's own constructors register variables. */
#ifndef WARPSCHOOL_MANAGED_H
#define WARPSCHOOL_MANAGED_H

extern "C" {
extern char __start_ws_managed[] __attribute__((weak, visibility("hidden"))); /* the linker's names for the section's ends */
extern char __stop_ws_managed[] __attribute__((weak, visibility("hidden")));
void warpschool_sim_managed_section(const void* begin, const void* end);
}

__attribute__((constructor(101), unused)) static void warpschool_announce_managed_variables() {
  char *begin = __start_ws_managed, *end = __stop_ws_managed;
  if (begin != end) {
    warpschool_sim_managed_section(begin, end);
  }
}

#endif
