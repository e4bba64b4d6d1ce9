# Targets of an exercise on one backend: student_ID and reference_ID (modules that a worker loads), judge_ID (the test
# program) and exercise_ID (all three). A backend is a name and these variables, set by cmake/Backends.cmake:
#   WARPSCHOOL_<backend>_COMPILER   list: the compiler's command up to the file-independent flags
#   WARPSCHOOL_<backend>_SHARED     list: flags that make a loadable module
#   WARPSCHOOL_<backend>_TOOLS      targets whose change makes every module out of date
#   WARPSCHOOL_<backend>_NEEDS      targets that must be there, but whose change leaves modules up to date
#   WARPSCHOOL_<backend>_HEADERS    beginning of the same for exercises whose stub includes <algorithm>, <stdexcept> or both
#                                   (headers_with_algorithm_and_stdexcept); empty: none
#   WARPSCHOOL_<backend>_RUNTIME    CMake target of the CUDA runtime
#   WARPSCHOOL_<backend>_SUFFIX     of target and program names; empty for the preset's own backend
#   WARPSCHOOL_<backend>_LIB        folder of its modules

# Sets `out` to the reference's module.
function(warpschool_reference_module out id backend)
  set(${out} "${WARPSCHOOL_${backend}_LIB}/reference/${id}.so" PARENT_SCOPE)
  if(WARPSCHOOL_TOOLS)
    set(${out} "${WARPSCHOOL_TOOLS}/lib/reference/${backend}/${id}.so" PARENT_SCOPE)
  endif()
endfunction()

# One loadable module from CUDA sources. Several sources are compiled apart, because a compiler writes one dependency
# file for one source. Nothing of our own flags (sanitizers, warnings, standard) reaches the student's code.
function(_warpschool_add_module target backend output folder)
  set(compiler ${WARPSCHOOL_${backend}_COMPILER} -I "${folder}")
  list(LENGTH ARGN number)
  cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE shown)
  if(number EQUAL 1)
    _warpschool_compile("${backend}" "${output}" "${ARGN}" "${shown}" ${compiler} ${WARPSCHOOL_${backend}_SHARED})
  else()
    set(objects)
    foreach(source IN LISTS ARGN)
      cmake_path(GET source STEM stem)
      set(object "${PROJECT_BINARY_DIR}/course/${target}/${stem}.o")
      _warpschool_compile("${backend}" "${object}" "${source}" "${shown}" ${compiler} -Xcompiler -fPIC -c)
      list(APPEND objects "${object}")
    endforeach()
    add_custom_command(OUTPUT "${output}"
      COMMAND ${compiler} ${WARPSCHOOL_${backend}_SHARED} -o "${output}" ${objects}
      DEPENDS ${objects} COMMENT "Linking ${shown}" VERBATIM)
  endif()
  add_custom_target(${target} DEPENDS "${output}")
  foreach(needed IN LISTS WARPSCHOOL_${backend}_NEEDS)
    add_dependencies(${target} ${needed})
  endforeach()
endfunction()

function(_warpschool_compile backend output source shown)
  cmake_path(GET output PARENT_PATH parent)
  file(MAKE_DIRECTORY "${parent}" "${PROJECT_BINARY_DIR}/course/depends")
  cmake_path(GET source FILENAME name)
  string(MD5 depfile "${output}")
  set(depfile "${PROJECT_BINARY_DIR}/course/depends/${depfile}.d")
  add_custom_command(OUTPUT "${output}"
    COMMAND ${ARGN} -MD -MF "${depfile}" -MT "${output}" -o "${output}" "${source}"
    DEPENDS "${source}" ${WARPSCHOOL_${backend}_TOOLS}
    DEPFILE "${depfile}"
    COMMENT "Compiling ${shown}/${name}" VERBATIM)
endfunction()

# Sets `out` to the target that precompiles what the sources include; empty: there is none.
function(_warpschool_headers_for out backend)
  set(names)
  foreach(source IN LISTS ARGN)
    file(STRINGS "${source}" lines REGEX "^#include <(algorithm|stdexcept)>")
    list(TRANSFORM lines REPLACE "^#include <(.*)>.*" "\\1")
    list(APPEND names ${lines})
  endforeach()
  list(REMOVE_DUPLICATES names)
  list(SORT names)
  list(JOIN names "_and_" name)
  set(${out} "" PARENT_SCOPE)
  if(names AND WARPSCHOOL_${backend}_HEADERS)
    set(${out} "${WARPSCHOOL_${backend}_HEADERS}_${name}" PARENT_SCOPE)
  endif()
endfunction()

# warpschool_add_exercise_targets(<id> <backend>)
function(warpschool_add_exercise_targets id backend)
  set(folder "${PROJECT_SOURCE_DIR}/exercises/${WARPSCHOOL_${id}_MODULE}/${id}")
  set(suffix "${WARPSCHOOL_${backend}_SUFFIX}")
  set(lib "${WARPSCHOOL_${backend}_LIB}")

  set(sources ${WARPSCHOOL_${id}_FILES})
  list(FILTER sources INCLUDE REGEX "\\.(cu|cpp|cc)$")
  list(TRANSFORM sources PREPEND "${folder}/")
  _warpschool_add_module(student_${id}${suffix} ${backend} "${lib}/student/${id}.so" "${folder}" ${sources})

  _warpschool_headers_for(headers ${backend} ${sources})
  if(headers)
    add_dependencies(student_${id}${suffix} ${headers})
  endif()

  if(NOT TARGET exercise_${id})
    add_custom_target(exercise_${id})
  endif()
  add_dependencies(exercise_${id} student_${id}${suffix})
  if(WARPSCHOOL_TOOLS)
    _warpschool_import_judge(${id} ${backend})
    return()
  endif()

  set(reference "${folder}/reference.cu")
  if(NOT EXISTS "${reference}")
    set(reference "${folder}/reference.cpp")
  endif()
  warpschool_reference_module(module ${id} ${backend})
  _warpschool_add_module(reference_${id}${suffix} ${backend} "${module}" "${folder}" "${reference}")
  if(headers)  # the grader has only references built, and compiles students' files
    add_dependencies(reference_${id}${suffix} ${headers})
  endif()

  set(harnesses "${folder}/harness.cpp")
  if(EXISTS "${folder}/harness_hidden.cpp")  # the checks for grading day
    list(APPEND harnesses "${folder}/harness_hidden.cpp")
  endif()
  warpschool_add_executable(judge_${id}${suffix} SOURCES ${harnesses}
    DEPS warpschool::harness $<TARGET_NAME_IF_EXISTS:warpschool_harness_device_${backend}> ${WARPSCHOOL_${backend}_RUNTIME})
  target_include_directories(judge_${id}${suffix} PRIVATE "${folder}")
  warpschool_build_quickly(judge_${id}${suffix})
  warpschool_use_test_headers(judge_${id}${suffix})
  # The modules' symbols are found by dlsym in the module alone; the judge exports none of its own.
  set_target_properties(judge_${id}${suffix} PROPERTIES ENABLE_EXPORTS OFF EXCLUDE_FROM_ALL ON UNITY_BUILD OFF)

  add_dependencies(exercise_${id} reference_${id}${suffix} judge_${id}${suffix})
endfunction()

# The names of a release (cmake/Dist.cmake) do not depend on the preset.
function(_warpschool_import_judge id backend)
  set(target judge_${id}${WARPSCHOOL_${backend}_SUFFIX})
  set(name judge_${id})
  if(NOT backend STREQUAL sim)
    string(APPEND name _${backend})
  endif()
  add_executable(${target} IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION "${WARPSCHOOL_TOOLS}/bin/${name}")
endfunction()
