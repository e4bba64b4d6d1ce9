# The headers of the standard library and fmt that most files include, compiled once: a fifth of the compile time less.
#
# Files still include what they use: clang-tidy and the fuzzers, whose presets switch this off with CMake's own
# CMAKE_DISABLE_PRECOMPILE_HEADERS, show where one does not.

# warpschool_use_std_headers(<target> [OPTIONS ...])
# For libraries: executables are compiled with -fPIE, and GCC takes a precompiled header only for the code model it was made for.
# OPTIONS are those with which the target is compiled, beside warnings and sanitizers: GCC takes a precompiled header only with
# the options it was made with, whatever -O is. Targets with equal ones share a file (80 MB).
function(warpschool_use_std_headers target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "OPTIONS")
  _warpschool_reject_unknown("warpschool_use_std_headers(${target})" ${ARG_UNPARSED_ARGUMENTS})
  list(FILTER ARG_OPTIONS EXCLUDE REGEX "^-O")
  set(owner warpschool_std_headers)
  if(ARG_OPTIONS)
    string(MD5 hash "${ARG_OPTIONS}")
    string(SUBSTRING "${hash}" 0 8 hash)
    string(APPEND owner "_${hash}")
  endif()
  if(NOT TARGET ${owner})
    _warpschool_compile_std_headers(${owner} ${ARG_OPTIONS})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
  _warpschool_agree_with_std_headers(${target})
endfunction()

function(_warpschool_compile_std_headers owner)
  set(source "${PROJECT_BINARY_DIR}/std_headers/${owner}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "// A target has a source.\n")
  add_library(${owner} OBJECT "${source}")
  target_compile_features(${owner} PRIVATE cxx_std_20)
  set_target_properties(${owner} PROPERTIES CXX_EXTENSIONS OFF)
  target_link_libraries(${owner} PRIVATE warpschool_warnings warpschool_sanitizers)
  target_compile_options(${owner} PRIVATE ${ARGN})
  _warpschool_agree_with_std_headers(${owner})
  target_precompile_headers(${owner} PRIVATE
    <algorithm> <array> <atomic> <cstddef> <cstdint> <filesystem> <functional> <map> <memory> <mutex> <optional> <set>
    <string> <string_view> <tuple> <unordered_map> <utility> <variant> <vector> <fmt/format.h>)
endfunction()

# What must be the same where a file is made and where it is used.
function(_warpschool_agree_with_std_headers target)
  target_compile_definitions(${target} PRIVATE $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)  # ccache needs it
  endif()
endfunction()
