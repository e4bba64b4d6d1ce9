# Every package the project uses is found here and nowhere else. All come from the distribution
# (Debian 12, Ubuntu 24.04): scripts/install-deps.sh installs them.

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json 3.10 REQUIRED)
find_package(CLI11 REQUIRED)
find_package(SQLite3 REQUIRED)
if(NOT TARGET SQLite3::SQLite3)  # CMake before 4.3 has the older name only
  add_library(SQLite3::SQLite3 ALIAS SQLite::SQLite3)
endif()

find_package(yaml-cpp REQUIRED)
if(NOT TARGET yaml-cpp::yaml-cpp)  # yaml-cpp 0.7 exports the bare name only
  add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()

# Archives of submissions, and their names: composed and decomposed letters, upper and lower case.
find_package(LibArchive REQUIRED)
find_path(WARPSCHOOL_UTF8PROC_INCLUDE_DIR utf8proc.h REQUIRED)
find_library(WARPSCHOOL_UTF8PROC utf8proc REQUIRED)
mark_as_advanced(WARPSCHOOL_UTF8PROC_INCLUDE_DIR WARPSCHOOL_UTF8PROC)
add_library(warpschool_utf8proc INTERFACE)
add_library(warpschool::utf8proc ALIAS warpschool_utf8proc)
target_include_directories(warpschool_utf8proc SYSTEM INTERFACE "${WARPSCHOOL_UTF8PROC_INCLUDE_DIR}")
target_link_libraries(warpschool_utf8proc INTERFACE "${WARPSCHOOL_UTF8PROC}")

# Digests of files: nettle, which libarchive needs as well, and which has no CMake file of its own.
find_path(WARPSCHOOL_NETTLE_INCLUDE_DIR nettle/sha2.h REQUIRED)
find_library(WARPSCHOOL_NETTLE nettle REQUIRED)
mark_as_advanced(WARPSCHOOL_NETTLE_INCLUDE_DIR WARPSCHOOL_NETTLE)
add_library(warpschool_nettle INTERFACE)
add_library(warpschool::nettle ALIAS warpschool_nettle)
target_include_directories(warpschool_nettle SYSTEM INTERFACE "${WARPSCHOOL_NETTLE_INCLUDE_DIR}")
target_link_libraries(warpschool_nettle INTERFACE "${WARPSCHOOL_NETTLE}")

# Catch2 3.x or 2.13: harness/include/warpschool/harness/catch.hpp hides the difference.
find_package(Catch2 REQUIRED)

# Lines of host code in the simulator's reports: elfutils' libdw, which has no CMake file of its own.
find_path(WARPSCHOOL_LIBDW_INCLUDE_DIR elfutils/libdwfl.h REQUIRED)
find_library(WARPSCHOOL_LIBDW dw REQUIRED)
find_library(WARPSCHOOL_LIBELF elf REQUIRED)
mark_as_advanced(WARPSCHOOL_LIBDW_INCLUDE_DIR WARPSCHOOL_LIBDW WARPSCHOOL_LIBELF)
add_library(warpschool_libdw INTERFACE)
add_library(warpschool::libdw ALIAS warpschool_libdw)
target_include_directories(warpschool_libdw SYSTEM INTERFACE "${WARPSCHOOL_LIBDW_INCLUDE_DIR}")
# libdw's own need, libelf, is named as well: where a release ships both, libdw does not know where they are.
target_link_libraries(warpschool_libdw INTERFACE
  -Wl,--push-state,--no-as-needed "${WARPSCHOOL_LIBDW}" "${WARPSCHOOL_LIBELF}" -Wl,--pop-state)

# What student code may ask of the kernel: libseccomp, which has no CMake file of its own. Without it workers are not kept from
# starting and signalling processes; the judge's verdicts do not depend on it.
find_path(WARPSCHOOL_SECCOMP_INCLUDE_DIR seccomp.h)
find_library(WARPSCHOOL_SECCOMP seccomp)
mark_as_advanced(WARPSCHOOL_SECCOMP_INCLUDE_DIR WARPSCHOOL_SECCOMP)
add_library(warpschool_seccomp INTERFACE)
add_library(warpschool::seccomp ALIAS warpschool_seccomp)
if(WARPSCHOOL_SECCOMP AND WARPSCHOOL_SECCOMP_INCLUDE_DIR)
  set(WARPSCHOOL_HAS_SECCOMP 1)
  target_include_directories(warpschool_seccomp SYSTEM INTERFACE "${WARPSCHOOL_SECCOMP_INCLUDE_DIR}")
  target_link_libraries(warpschool_seccomp INTERFACE "${WARPSCHOOL_SECCOMP}")
else()
  set(WARPSCHOOL_HAS_SECCOMP 0)
  message(STATUS "libseccomp not found (package libseccomp-dev): student code may start and signal processes of its own box")
endif()
target_compile_definitions(warpschool_seccomp INTERFACE "WARPSCHOOL_HAS_SECCOMP=${WARPSCHOOL_HAS_SECCOMP}")

# The HTML report's templates: one header, no CMake or pkg-config file of its own.
find_path(WARPSCHOOL_MUSTACHE_INCLUDE_DIR kainjow/mustache.hpp REQUIRED)
mark_as_advanced(WARPSCHOOL_MUSTACHE_INCLUDE_DIR)
add_library(warpschool_mustache INTERFACE)
add_library(warpschool::mustache ALIAS warpschool_mustache)
target_include_directories(warpschool_mustache SYSTEM INTERFACE "${WARPSCHOOL_MUSTACHE_INCLUDE_DIR}")

# The HTML report's plots: a script copied beside the report at run time. Without it the report shows tables.
find_file(WARPSCHOOL_CHART_JS NAMES chart.umd.min.js chart.umd.js chart.min.js Chart.min.js chart.js
  PATHS /usr/share/javascript/chart.js /usr/share/nodejs/chart.js/dist NO_DEFAULT_PATH)
mark_as_advanced(WARPSCHOOL_CHART_JS)
if(NOT WARPSCHOOL_CHART_JS)
  message(STATUS "Chart.js not found (package libjs-chart.js): reports will have tables instead of plots")
  set(WARPSCHOOL_CHART_JS "" CACHE FILEPATH "Chart.js for the HTML report" FORCE)
endif()
