# Helpers that give every target the same warnings, sanitizers and layout. They reject what they do not know.

add_library(warpschool_warnings INTERFACE)
target_compile_options(warpschool_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual -Wdouble-promotion -Wimplicit-fallthrough
  -Werror=return-type -Werror=switch)

# Presets that build everything once compile files of a room together: headers are read once, templates instantiated once. Anonymous
# namespaces of one file then look to GCC like those of a header.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(warpschool_warnings INTERFACE -Wno-subobject-linkage)
endif()

add_library(warpschool_sanitizers INTERFACE)
if(WARPSCHOOL_SANITIZER)
  string(REPLACE ";" "," _sanitizers "${WARPSCHOOL_SANITIZER}")
  target_compile_options(warpschool_sanitizers INTERFACE
    -fsanitize=${_sanitizers} -fno-omit-frame-pointer -fno-sanitize-recover=all
    # Any int may come as one of CUDA's enums, from a C program or a forged message: functions of the API test for
    # that, and compilers keep such tests (there is no -fstrict-enums).
    -fno-sanitize=enum
    -Wno-maybe-uninitialized  # GCC 12 sees <regex> uninitialised once it is instrumented
    -Wno-array-bounds)        # GCC 13 sees assignments of one-element lists go too far
  target_link_options(warpschool_sanitizers INTERFACE -fsanitize=${_sanitizers})
endif()
if(WARPSCHOOL_BUILD_FUZZERS)  # coverage of our libraries is what guides a fuzzer
  target_compile_options(warpschool_sanitizers INTERFACE -fsanitize=fuzzer-no-link)
endif()

include(StdHeaders)

# warpschool_build_quickly(<targets...>)
# For what takes longer to compile than it ever runs: tests, the grader, simcc. A fifth of the compile time less; GCC's analyses of
# whole files are another tenth, for loops that nobody waits for.
set(_warpschool_quick_options -O1)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND _warpschool_quick_options -fno-ipa-modref -fno-ipa-pure-const -fno-ipa-reference -fno-tree-pta -fno-ivopts)
endif()
function(warpschool_build_quickly)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:${_warpschool_quick_options}>")
  endforeach()
endfunction()

# warpschool_compile_more_together(<targets...>)
# For large libraries of files that include much the same, and in which no loop is hot: 24 files at a time where presets compile eight, a
# seventh of the compile time less. Not for what launches run: which calls are inlined there depends on the files beside.
function(warpschool_compile_more_together)
  if(CMAKE_UNITY_BUILD)
    set_target_properties(${ARGN} PROPERTIES UNITY_BUILD_BATCH_SIZE 24)
  endif()
endfunction()

function(_warpschool_reject_unknown name)
  if(ARGN)
    message(FATAL_ERROR "${name}: unknown arguments: ${ARGN}")
  endif()
endfunction()

# warpschool_add_library(<name> SOURCES ... [HEADERS ...] [DEPS ...] [PRIVATE_DEPS ...])
# A static library warpschool_<name>, alias warpschool::<name>. Public headers lie under include/, all else beside
# its source under src/.
function(warpschool_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;HEADERS;DEPS;PRIVATE_DEPS")
  _warpschool_reject_unknown("warpschool_add_library(${name})" ${ARG_UNPARSED_ARGUMENTS})
  add_library(warpschool_${name} STATIC ${ARG_SOURCES})
  add_library(warpschool::${name} ALIAS warpschool_${name})
  target_sources(warpschool_${name} PUBLIC FILE_SET HEADERS
    BASE_DIRS "${CMAKE_CURRENT_SOURCE_DIR}/include" FILES ${ARG_HEADERS})
  target_include_directories(warpschool_${name} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/src")
  target_compile_features(warpschool_${name} PUBLIC cxx_std_20)
  set_target_properties(warpschool_${name} PROPERTIES CXX_EXTENSIONS OFF)
  target_link_libraries(warpschool_${name} PUBLIC ${ARG_DEPS}
    PRIVATE ${ARG_PRIVATE_DEPS} warpschool_warnings warpschool_sanitizers)
  warpschool_use_std_headers(warpschool_${name})
endfunction()

# warpschool_add_executable(<name> SOURCES ... [DEPS ...])
function(warpschool_add_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;DEPS")
  _warpschool_reject_unknown("warpschool_add_executable(${name})" ${ARG_UNPARSED_ARGUMENTS})
  add_executable(${name} ${ARG_SOURCES})
  target_compile_features(${name} PRIVATE cxx_std_20)
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} warpschool_warnings warpschool_sanitizers)
endfunction()

# warpschool_add_test(<name> SOURCES ... [DEPS ...] [INCLUDES ...] [LABELS ...] [TIMEOUT seconds] [ALONE tag])
# A Catch2 test program warpschool_test_<name>; every TEST_CASE becomes a ctest test. Include
# <warpschool/harness/catch.hpp>, never a Catch2 header: it has WARPSCHOOL_SKIP, for what cannot be tried here. ALONE: cases with
# this tag measure times, and run beside no other test.
function(warpschool_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "TIMEOUT;ALONE" "SOURCES;DEPS;INCLUDES;LABELS")
  _warpschool_reject_unknown("warpschool_add_test(${name})" ${ARG_UNPARSED_ARGUMENTS})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  warpschool_add_executable(warpschool_test_${name} SOURCES ${ARG_SOURCES}
    DEPS ${ARG_DEPS} warpschool::catch_main)
  warpschool_build_quickly(warpschool_test_${name})
  warpschool_use_test_headers(warpschool_test_${name})
  target_include_directories(warpschool_test_${name} PRIVATE ${ARG_INCLUDES})
  # catch_discover_tests tears a list of labels apart and takes the rest for other properties. One joined label serves
  # as well: ctest -L matches parts of it.
  list(JOIN ARG_LABELS "-" labels)
  include(Catch)
  set(properties LABELS "self-${labels}" TIMEOUT ${ARG_TIMEOUT} SKIP_REGULAR_EXPRESSION "test-skipped:")
  set(others)
  if(ARG_ALONE)
    catch_discover_tests(warpschool_test_${name} TEST_PREFIX "${name}: " TEST_SPEC "[${ARG_ALONE}]"
      PROPERTIES ${properties} RUN_SERIAL ON)
    set(others TEST_SPEC "~[${ARG_ALONE}]")
  endif()
  catch_discover_tests(warpschool_test_${name} TEST_PREFIX "${name}: " ${others}
    PROPERTIES ${properties})
endfunction()
