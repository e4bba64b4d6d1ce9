# The ctest tests of an exercise. ctest builds what it runs:
#   framework.build        fixture: simulator, harness and tools; the first time it takes minutes, and no student pays
#   ID.build               fixture: the student's module, the reference and the judge
#   ID.correctness|timing|counters   the judge, one kind each
#   ID.points              what they add up to; fails until the marks are full
# A stub that does not compile fails alone: its ID.build fails, its kinds are "Not Run", other exercises go on.

# Judges stop themselves at the course's limits; this only catches a judge that hangs.
set(WARPSCHOOL_JUDGE_TIMEOUT 900)

function(warpschool_add_framework_test)
  add_custom_target(framework)
  add_dependencies(framework course_points)
  if(TARGET warpschool_harness)
    add_dependencies(framework warpschool_harness)
  endif()
  foreach(backend IN LISTS WARPSCHOOL_BACKENDS)
    if(TARGET warpschool_harness_device_${backend}_objects)
      add_dependencies(framework warpschool_harness_device_${backend}_objects)
    endif()
    foreach(needed IN LISTS WARPSCHOOL_${backend}_TOOLS WARPSCHOOL_${backend}_NEEDS)
      add_dependencies(framework ${needed})
    endforeach()
  endforeach()
  add_test(NAME framework.build
    COMMAND "${PROJECT_SOURCE_DIR}/cmake/build_framework.sh" "${CMAKE_COMMAND}" "${PROJECT_BINARY_DIR}")
  set_tests_properties(framework.build PROPERTIES
    FIXTURES_SETUP framework.built RESOURCE_LOCK build_tree LABELS course TIMEOUT 3600)
endfunction()

# warpschool_add_exercise_tests(<id> <backends...>)
function(warpschool_add_exercise_tests id)
  set(labels course ${WARPSCHOOL_${id}_MODULE} ${id})
  add_test(NAME ${id}.build
    COMMAND "${PROJECT_SOURCE_DIR}/cmake/build_exercise.sh"
      "${CMAKE_COMMAND}" "${PROJECT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}" ${id})
  # The limit is one compilation's; up to four run here, and ctest's own time limit shows no compiler message.
  math(EXPR timeout "${WARPSCHOOL_${id}_BUILD_SECONDS} * 4 + 60")
  set_tests_properties(${id}.build PROPERTIES FIXTURES_SETUP ${id}.built FIXTURES_REQUIRED framework.built
    RESOURCE_LOCK build_tree LABELS "${labels}" TIMEOUT ${timeout})

  set(judged)
  foreach(backend IN LISTS ARGN)
    foreach(kind IN LISTS WARPSCHOOL_${id}_KINDS)
      _warpschool_add_kind_test(name ${id} ${backend} ${kind})
      list(APPEND judged ${name})
    endforeach()
  endforeach()

  add_test(NAME ${id}.points
    COMMAND "$<TARGET_FILE:course_points>" "${PROJECT_BINARY_DIR}/warpschool-build.json" ${id})
  set_tests_properties(${id}.points PROPERTIES DEPENDS "${id}.build;${judged}" FIXTURES_REQUIRED framework.built
    LABELS "${labels}" TIMEOUT 60 SKIP_RETURN_CODE 77)
endfunction()

# Sets `out` to the test's name, or to nothing where the backend cannot judge the kind.
function(_warpschool_add_kind_test out id backend kind)
  set(${out} "" PARENT_SCOPE)
  if(NOT kind IN_LIST WARPSCHOOL_${backend}_KINDS OR (kind STREQUAL timing AND NOT backend IN_LIST WARPSCHOOL_${id}_TIMED_ON))
    return()
  endif()
  # A second backend's test and result carry its name where the first judges the same kind.
  list(GET WARPSCHOOL_BACKENDS 0 first)
  set(name ${kind})
  if(NOT backend STREQUAL first AND kind IN_LIST WARPSCHOOL_${first}_KINDS)
    set(name ${kind}_${backend})
  endif()
  set(suffix "${WARPSCHOOL_${backend}_SUFFIX}")
  set(results "${PROJECT_BINARY_DIR}/results/${id}")
  file(MAKE_DIRECTORY "${results}")
  warpschool_reference_module(reference ${id} ${backend})
  add_test(NAME ${id}.${name}
    COMMAND "$<TARGET_FILE:judge_${id}${suffix}>"
      --student "${WARPSCHOOL_${backend}_LIB}/student/${id}.so" --reference "${reference}"
      --course "${PROJECT_SOURCE_DIR}/course.yaml" --exercise ${id} --backend ${backend} --kind ${kind}
      --result "${results}/${name}.json"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(${id}.${name} PROPERTIES FIXTURES_REQUIRED "${id}.built;framework.built" SKIP_RETURN_CODE 77
    LABELS "course;${WARPSCHOOL_${id}_MODULE};${id}" TIMEOUT ${WARPSCHOOL_JUDGE_TIMEOUT})
  if(backend STREQUAL gpu)
    set_tests_properties(${id}.${name} PROPERTIES RESOURCE_LOCK gpu)
    if(WARPSCHOOL_TOOLS)  # a judge that was linked elsewhere does not know where this machine's CUDA Toolkit is
      set_tests_properties(${id}.${name} PROPERTIES
        ENVIRONMENT_MODIFICATION "LD_LIBRARY_PATH=path_list_append:${CUDAToolkit_LIBRARY_DIR}")
    endif()
    if(kind STREQUAL timing)
      set_tests_properties(${id}.${name} PROPERTIES RUN_SERIAL ON)
    endif()
  endif()
  set(${out} "${id}.${name}" PARENT_SCOPE)
endfunction()
