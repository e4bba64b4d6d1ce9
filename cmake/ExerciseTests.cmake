# The ctest tests of an exercise. ctest builds what it runs:
#   framework.build   fixture: simulator, harness and tools; the first time it takes minutes, and no student pays
#   ID.build          fixture: the student's module, the reference and the judge
#   ID.check          all kinds on all backends through warp, which prints one screen; fails until the marks are full
# A stub that does not compile fails alone: its ID.build fails, its ID.check is "Not Run", other exercises go on.

# Judges stop themselves at the course's limits; this only catches a judge that hangs.
set(WARPSCHOOL_JUDGE_TIMEOUT 900)

# Targets: judging is what all judges need, framework is that and the command of students.
function(warpschool_add_framework_test)
  add_custom_target(judging)
  add_custom_target(framework)
  add_dependencies(framework judging warp_program)
  if(TARGET warpschool_harness)
    add_dependencies(judging warpschool_harness)
  endif()
  foreach(backend IN LISTS WARPSCHOOL_BACKENDS)
    if(TARGET warpschool_harness_device_${backend}_objects)
      add_dependencies(judging warpschool_harness_device_${backend}_objects)
    endif()
    foreach(needed IN LISTS WARPSCHOOL_${backend}_TOOLS WARPSCHOOL_${backend}_NEEDS)
      add_dependencies(judging ${needed})
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

  add_test(NAME ${id}.check COMMAND "$<TARGET_FILE:warp_program>" check ${id} --no-build
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  list(LENGTH ARGN backends)
  math(EXPR timeout "${WARPSCHOOL_JUDGE_TIMEOUT} * ${backends} * 2")
  set_tests_properties(${id}.check PROPERTIES FIXTURES_REQUIRED "${id}.built;framework.built" SKIP_RETURN_CODE 77
    LABELS "${labels}" TIMEOUT ${timeout})
  if(WARPSCHOOL_TOOLS)  # warp and judges were linked elsewhere: they know neither this build nor where the CUDA Toolkit is
    set_tests_properties(${id}.check PROPERTIES ENVIRONMENT "WARPSCHOOL_BUILD=${PROJECT_BINARY_DIR}"
      ENVIRONMENT_MODIFICATION "LD_LIBRARY_PATH=path_list_append:${CUDAToolkit_LIBRARY_DIR}")
  endif()
  if("gpu" IN_LIST ARGN)
    set_tests_properties(${id}.check PROPERTIES RESOURCE_LOCK gpu)
    if("timing" IN_LIST WARPSCHOOL_${id}_KINDS)
      set_tests_properties(${id}.check PROPERTIES RUN_SERIAL ON)
    endif()
  endif()
endfunction()

# The stubs as they lie here when the build is configured first, before anybody has worked on them: `warp reset` puts them
# back where git does not know better (harness/warp/src/stubs.hpp).
function(warpschool_keep_stubs id)
  foreach(file IN LISTS WARPSCHOOL_${id}_FILES)
    set(kept "${PROJECT_BINARY_DIR}/stubs/${id}/${file}")
    set(stub "${PROJECT_SOURCE_DIR}/exercises/${WARPSCHOOL_${id}_MODULE}/${id}/${file}")
    if(EXISTS "${stub}" AND NOT EXISTS "${kept}")
      configure_file("${stub}" "${kept}" COPYONLY)
    endif()
  endforeach()
endfunction()
