# cmake -DBUILD=... -P build_framework.cmake
# Builds simulator, harness and tools before the first exercise. That takes minutes once, so progress goes to the
# terminal where there is one: ctest shows a test's output only when the test is over.
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${BUILD}" --target framework -- -n
  OUTPUT_VARIABLE plan ERROR_VARIABLE plan)
if(plan MATCHES "no work to do")
  return()
endif()

set(build "${CMAKE_COMMAND}" --build "${BUILD}" --target framework)
execute_process(COMMAND sh -c ": > /dev/tty" RESULT_VARIABLE no_terminal ERROR_QUIET OUTPUT_QUIET)
if(no_terminal EQUAL 0)
  set(build sh -c "echo 'Building the course framework. This happens once.' > /dev/tty && exec \"$@\" > /dev/tty 2>&1" sh ${build})
endif()
execute_process(COMMAND ${build} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "The course framework does not build. This is not your exercise's fault: tell your instructor.")
endif()
