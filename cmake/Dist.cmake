# Prebuilt tools for a students' tree (docs/RELEASE.md): what this build has, linked so that it runs wherever it is unpacked.
# `grader release` builds these targets and takes what it needs from the folder dist of the build:
#   dist                      programs and libraries; `cmake --install BUILD --component tools` copies them with the libraries
#                             of the distribution that few machines have, stripped, and the toolkit's headers
#   dist_autograder           what Gradescope's autograder needs; component "autograder"
#   dist_full_judge_ID        a judge with its checks for grading day, where it has some
#   dist_judge_ID[_BACKEND]   dist/bin: a judge without what all judges have in common
#   dist_reference_ID_BACKEND dist/lib/reference/BACKEND: compiled by names alone, so that no folder of this machine is in it
# None of them is built but for a release; all are links of objects that the build has anyway.

# What every Debian and Ubuntu with a C++ compiler has, in versions that only grow, and what is installed by other rules.
set(WARPSCHOOL_NOT_SHIPPED "^(libc|libm|libdl|librt|libpthread|libstdc\\+\\+|libgcc_s|libz|liblzma|libbz2|libzstd)\\.so" "^ld-linux"
    "^libcudart" "^libwarpschool")
set(WARPSCHOOL_DIST_RPATH "$ORIGIN/../lib")
if(WARPSCHOOL_DEVICE_PROCESS)  # judges take the runtime that has no device
  list(PREPEND WARPSCHOOL_DIST_RPATH "$ORIGIN/../lib/graded")
endif()

# Catch2 3 is an archive compiled for programs, which no shared library can take in: each judge has what it needs of it, and what
# the library of all judges needs. 2.13 is headers alone.
set(WARPSCHOOL_CATCH_OF_JUDGES)
if(TARGET Catch2::Catch2)
  get_target_property(warpschool_catch_type Catch2::Catch2 TYPE)
  if(warpschool_catch_type STREQUAL STATIC_LIBRARY)
    set(WARPSCHOOL_CATCH_OF_JUDGES Catch2::Catch2)
  endif()
endif()

# warpschool_judge_<backend>: all of a judge but its harness.cpp, main() included. A judge alone has 4 MB.
function(_warpschool_add_shared_judge backend)
  set(target warpschool_judge_${backend})
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/dist/empty.cpp" CONTENT "// A shared library needs a source of its own.\n")
  add_library(${target} SHARED EXCLUDE_FROM_ALL "${PROJECT_BINARY_DIR}/dist/empty.cpp")
  set(whole warpschool_harness warpschool_harness_core warpschool_catch_runner)
  set(needed)
  if(WARPSCHOOL_CATCH_OF_JUDGES)  # so not by way of these targets, which would bring it
    add_dependencies(${target} ${whole})
    list(TRANSFORM whole REPLACE ".+" "$<TARGET_FILE:\\0>")
    set(needed warpschool::confine warpschool::course warpschool::limits warpschool::metrics warpschool::profile warpschool::screen
      warpschool::support fmt::fmt warpschool::libdw ${CMAKE_DL_LIBS})
  endif()
  target_link_libraries(${target} PRIVATE -Wl,--whole-archive ${whole} -Wl,--no-whole-archive ${needed}
    warpschool_harness_device_${backend} warpschool_sanitizers)
  # The judges' programs name no runtime themselves: it is this library that needs one, so its path decides which.
  set(build_rpath "$ORIGIN;$ORIGIN/../../lib")
  set(install_rpath "$ORIGIN")
  if(WARPSCHOOL_DEVICE_PROCESS AND backend STREQUAL sim)
    list(PREPEND build_rpath "$ORIGIN/../../lib/graded")
    list(PREPEND install_rpath "$ORIGIN/graded")
  endif()
  set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/dist/lib"
    BUILD_RPATH "${build_rpath}" INSTALL_RPATH "${install_rpath}")
endfunction()

# A program of the build, linked once more. Where it was made is in none of them.
function(_warpschool_add_dist_program target name)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "" "SOURCES;DEPS")
  add_executable(${target} EXCLUDE_FROM_ALL ${ARG_SOURCES})
  target_link_libraries(${target} PRIVATE ${ARG_DEPS} warpschool_sanitizers)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME "${name}" RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/dist/bin"
    BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "${WARPSCHOOL_DIST_RPATH}")
endfunction()

# The device as a process of its own, and the runtime of those who use it: lib/graded, with all that they need, as a confined
# device sees no other folder of ours.
function(_warpschool_add_dist_device component)
  if(NOT WARPSCHOOL_DEVICE_PROCESS)
    return()
  endif()
  install(TARGETS warpschool_cudart_graded warpschool_device RUNTIME_DEPENDENCY_SET shipped_device_${component}
    RUNTIME DESTINATION lib/graded COMPONENT ${component} LIBRARY DESTINATION lib/graded COMPONENT ${component})
  install(RUNTIME_DEPENDENCY_SET shipped_device_${component}
    PRE_EXCLUDE_REGEXES ${WARPSCHOOL_NOT_SHIPPED} LIBRARY DESTINATION lib/graded COMPONENT ${component})
endfunction()

# The file's and its headers' names are relative in messages and line tables. A compiler's list of dependencies would be
# relative to another folder than ninja's, so the folder's headers stand for it.
function(_warpschool_add_dist_reference id backend)
  set(folder "${PROJECT_SOURCE_DIR}/exercises/${WARPSCHOOL_${id}_MODULE}/${id}")
  set(name reference.cu)
  if(NOT EXISTS "${folder}/${name}")
    set(name reference.cpp)
  endif()
  file(GLOB headers "${folder}/*.hpp" "${folder}/*.cuh" "${folder}/*.h")
  set(compiler ${WARPSCHOOL_${backend}_COMPILER})
  if(backend STREQUAL gpu)  # nvcc's line tables have whole paths
    list(REMOVE_ITEM compiler -lineinfo)
    list(TRANSFORM compiler REPLACE "^-arch=native$" "-arch=all-major")  # students' GPUs are others
  endif()
  set(output "${PROJECT_BINARY_DIR}/dist/lib/reference/${backend}/${id}.so")
  add_custom_command(OUTPUT "${output}"
    COMMAND ${compiler} -I . ${WARPSCHOOL_${backend}_SHARED} -Xcompiler "-ffile-prefix-map=${folder}=." -o "${output}" ${name}
    COMMAND "${CMAKE_COMMAND}" "-DFILE=${output}" -P "${PROJECT_SOURCE_DIR}/cmake/strip_module.cmake"
    DEPENDS "${folder}/${name}" ${headers} ${WARPSCHOOL_${backend}_TOOLS}
    WORKING_DIRECTORY "${folder}" COMMENT "Compiling the reference of ${id} for a release" VERBATIM)
  add_custom_target(dist_reference_${id}_${backend} DEPENDS "${output}")
  foreach(needed IN LISTS WARPSCHOOL_${backend}_NEEDS)
    add_dependencies(dist_reference_${id}_${backend} ${needed})
  endforeach()
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/dist/lib/reference/${backend}")
endfunction()

# warpschool_add_dist_exercise(<id> <backend>)
function(warpschool_add_dist_exercise id backend)
  set(suffix)
  if(NOT backend STREQUAL sim)
    set(suffix _${backend})
  endif()
  set(folder "${PROJECT_SOURCE_DIR}/exercises/${WARPSCHOOL_${id}_MODULE}/${id}")
  set(target dist_judge_${id}${suffix})
  set(sources $<TARGET_OBJECTS:judge_${id}${WARPSCHOOL_${backend}_SUFFIX}>)
  if(EXISTS "${folder}/harness_hidden.cpp")  # the build's judge has the checks for grading day in it
    set(sources "${folder}/harness.cpp")
  endif()
  _warpschool_add_dist_program(${target} judge_${id}${suffix} SOURCES ${sources}
    DEPS warpschool_judge_${backend} ${WARPSCHOOL_CATCH_OF_JUDGES} ${WARPSCHOOL_${backend}_RUNTIME})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  target_include_directories(${target} PRIVATE "${folder}" $<TARGET_PROPERTY:warpschool_harness,INTERFACE_INCLUDE_DIRECTORIES>)
  target_compile_features(${target} PRIVATE cxx_std_20)
  _warpschool_add_dist_reference(${id} ${backend})
  if(backend STREQUAL sim AND EXISTS "${folder}/harness_hidden.cpp")
    _warpschool_add_dist_program(dist_full_judge_${id} full_judge_${id}
      SOURCES $<TARGET_OBJECTS:judge_${id}${WARPSCHOOL_${backend}_SUFFIX}>
      DEPS warpschool_judge_${backend} ${WARPSCHOOL_CATCH_OF_JUDGES} ${WARPSCHOOL_${backend}_RUNTIME})
    set_target_properties(dist_full_judge_${id} PROPERTIES LINKER_LANGUAGE CXX)
  endif()
endfunction()

# Target dist_autograder and component "autograder": what grades on a machine that has no build (Gradescope's). The libraries
# that its setup.sh installs stay out.
function(_warpschool_add_dist_autograder)
  _warpschool_add_dist_program(dist_grader grader SOURCES $<TARGET_OBJECTS:grader_program> DEPS warpschool::grader warpschool::pages CLI11::CLI11)
  set(parts dist_grader dist_simcc warpschool_cudart warpschool_judge_sim)
  add_custom_target(dist_autograder)
  add_dependencies(dist_autograder ${parts})
  if(WARPSCHOOL_DEVICE_PROCESS)
    add_dependencies(dist_autograder warpschool_cudart_graded warpschool_device)
  endif()
  install(TARGETS ${parts} RUNTIME_DEPENDENCY_SET shipped_autograder
    RUNTIME DESTINATION bin COMPONENT autograder LIBRARY DESTINATION lib COMPONENT autograder)
  install(RUNTIME_DEPENDENCY_SET shipped_autograder
    PRE_EXCLUDE_REGEXES ${WARPSCHOOL_NOT_SHIPPED} "^libarchive" "^libsqlite3"
    LIBRARY DESTINATION lib COMPONENT autograder)
  _warpschool_add_dist_device(autograder)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/simulator/toolkit/include/" DESTINATION include/warpschool/toolkit COMPONENT autograder)
endfunction()

# warpschool_add_dist(): target dist and the rules of component "tools".
function(warpschool_add_dist)
  set(libraries warpschool_cudart)
  foreach(backend IN LISTS WARPSCHOOL_BACKENDS)
    _warpschool_add_shared_judge(${backend})
    list(APPEND libraries warpschool_judge_${backend})
  endforeach()
  # simcc with no place configured: it looks beside itself.
  _warpschool_add_dist_program(dist_simcc simcc SOURCES "${PROJECT_SOURCE_DIR}/simulator/simcc/driver/no_configured_paths.cpp"
    $<TARGET_OBJECTS:simcc> DEPS warpschool::simcc_driver)
  _warpschool_add_dist_program(dist_warp warp SOURCES $<TARGET_OBJECTS:warp_program> DEPS warpschool::warp warpschool::pages)
  _warpschool_add_dist_program(dist_simprof simprof SOURCES $<TARGET_OBJECTS:simprof> DEPS warpschool::warp)
  _warpschool_add_dist_program(dist_course_tool course_tool SOURCES "${PROJECT_SOURCE_DIR}/harness/course/tool/main.cpp"
    DEPS warpschool::course)
  set(programs dist_simcc dist_warp dist_simprof dist_course_tool)
  add_custom_target(dist)
  add_dependencies(dist ${programs} ${libraries} warp_program simcc)  # the latter for their manual pages
  if(WARPSCHOOL_DEVICE_PROCESS)
    add_dependencies(dist warpschool_cudart_graded warpschool_device)
  endif()
  install(FILES "${PROJECT_BINARY_DIR}/share/man/man1/warp.1" "${PROJECT_BINARY_DIR}/share/man/man1/simcc.1"
    DESTINATION share/man/man1 COMPONENT tools)
  install(FILES "${PROJECT_BINARY_DIR}/share/bash-completion/completions/warp"
    DESTINATION share/bash-completion/completions COMPONENT tools)

  install(TARGETS ${programs} ${libraries} RUNTIME_DEPENDENCY_SET shipped
    RUNTIME DESTINATION bin COMPONENT tools LIBRARY DESTINATION lib COMPONENT tools)
  install(RUNTIME_DEPENDENCY_SET shipped
    PRE_EXCLUDE_REGEXES ${WARPSCHOOL_NOT_SHIPPED} LIBRARY DESTINATION lib COMPONENT tools)
  _warpschool_add_dist_device(tools)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/simulator/toolkit/include/" DESTINATION include/warpschool/toolkit COMPONENT tools)
  if(sim IN_LIST WARPSCHOOL_BACKENDS)
    _warpschool_add_dist_autograder()
  endif()
  install(DIRECTORY DESTINATION share COMPONENT tools)
  foreach(package IN ITEMS libdw1 libdw1t64 libelf1 libelf1t64 libfmt9 libyaml-cpp0.7 libyaml-cpp0.8)
    if(EXISTS "/usr/share/doc/${package}/copyright")
      install(FILES "/usr/share/doc/${package}/copyright" DESTINATION share RENAME "${package}.copyright" COMPONENT tools)
    endif()
  endforeach()
endfunction()
