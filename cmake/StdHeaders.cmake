# Headers that most files include, compiled once: those of the standard library and fmt for libraries, and those that tests and judges
# are written with. A fifth of the compile time less for the former, half for the latter.
#
# Files still include what they use: clang-tidy and the fuzzers, whose presets switch this off with CMake's own
# CMAKE_DISABLE_PRECOMPILE_HEADERS, show where one does not.

# GCC takes a precompiled header (80 MB) only with the options for its target that it was made with: all libraries have the same ones.
set(WARPSCHOOL_CODE_OPTIONS -fno-strict-aliasing)
# GCC clears structs of a hundred bytes with "rep stos", which takes longer than an access's other work.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND WARPSCHOOL_CODE_OPTIONS -mmemset-strategy=unrolled_loop:512:noalign,libcall:-1:noalign)
endif()
# GCC collects garbage from 128 MB on, again and again once a precompiled header of 80 MB is in. With 400 MB a twelfth of the compile time less.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND WARPSCHOOL_CODE_OPTIONS --param=ggc-min-heapsize=400000)
endif()

# GCC 13 takes the file for -O1 as made for other loops than -O2, and does without it: no reason for a warning.
set(CMAKE_PCH_WARN_INVALID OFF)

# Not <filesystem>, which few files need: 11 MB of each precompiled header.
set(_warpschool_std_headers
  <algorithm> <array> <atomic> <cstddef> <cstdint> <functional> <map> <memory> <mutex> <optional> <set>
  <string> <string_view> <tuple> <unordered_map> <utility> <variant> <vector> <fmt/format.h>)

# warpschool_use_std_headers(<target>)
# For libraries: executables are compiled with -fPIE, and GCC takes a precompiled header only for the code model it was made for.
function(warpschool_use_std_headers target)
  if(NOT TARGET warpschool_std_headers)
    _warpschool_compile_headers(warpschool_std_headers ${_warpschool_std_headers})
  endif()
  target_precompile_headers(${target} REUSE_FROM warpschool_std_headers)
  _warpschool_agree_with_headers(${target})
endfunction()

# warpschool_use_test_headers(<targets...>)
# For test programs and judges: <warpschool/harness.hpp>, with Catch2, beside those of the standard library. Where there are no test
# programs, judges do with the libraries' file: a second one takes 114 MB and five seconds, and an exercise's judge gains one.
function(warpschool_use_test_headers)
  if(NOT WARPSCHOOL_BUILD_TESTS)
    foreach(target IN LISTS ARGN)
      warpschool_use_std_headers(${target})
      set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${target} PRIVATE ${CMAKE_CXX_COMPILE_OPTIONS_PIC})  # not -fPIE: as the file was made
    endforeach()
    return()
  endif()
  if(NOT TARGET warpschool_test_headers)
    _warpschool_compile_headers(warpschool_test_headers ${_warpschool_std_headers} <fstream> <sstream> <warpschool/harness.hpp>)
    target_link_libraries(warpschool_test_headers PRIVATE $<TARGET_NAME_IF_EXISTS:warpschool_catch>)
    set_target_properties(warpschool_test_headers PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  endif()
  foreach(target IN LISTS ARGN)
    target_precompile_headers(${target} REUSE_FROM warpschool_test_headers)
    # Neither -fPIC nor -fPIE, but what the compiler does by itself.
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    _warpschool_agree_with_headers(${target})
  endforeach()
endfunction()

function(_warpschool_compile_headers owner)
  set(source "${PROJECT_BINARY_DIR}/std_headers/${owner}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "// A target has a source.\n")
  add_library(${owner} OBJECT "${source}")
  target_compile_features(${owner} PRIVATE cxx_std_20)
  set_target_properties(${owner} PROPERTIES CXX_EXTENSIONS OFF)
  target_link_libraries(${owner} PRIVATE warpschool_warnings warpschool_sanitizers)
  _warpschool_agree_with_headers(${owner})
  target_precompile_headers(${owner} PRIVATE ${ARGN})
endfunction()

# What must be the same where a file is made and where it is used.
function(_warpschool_agree_with_headers target)
  target_compile_options(${target} PRIVATE ${WARPSCHOOL_CODE_OPTIONS})
  target_compile_definitions(${target} PRIVATE $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)  # ccache needs it
  endif()
endfunction()
