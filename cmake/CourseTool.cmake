# bin/course_tool, built while CMake configures: CMake reads course.yaml through it, so that one parser with one set of
# messages serves CMake, judges and grader. Rebuilt only when one of its sources is newer.

# warpschool_build_course_tool(<out-var>): sets the variable to the program's path.
function(warpschool_build_course_tool out)
  if(WARPSCHOOL_TOOLS)
    set(${out} "${WARPSCHOOL_TOOLS}/bin/course_tool" PARENT_SCOPE)
    return()
  endif()
  set(tool "${PROJECT_BINARY_DIR}/bin/course_tool")
  set(folder "${PROJECT_SOURCE_DIR}/harness/course")
  file(GLOB sources "${folder}/src/*.cpp" "${folder}/tool/*.cpp")
  file(GLOB headers "${folder}/src/*.hpp" "${folder}/include/warpschool/course/*.hpp")
  set(harness "${PROJECT_SOURCE_DIR}/harness")  # its names of counters and metrics
  list(APPEND sources "${harness}/src/counter_names.cpp" "${harness}/src/metrics.cpp")
  list(APPEND headers "${harness}/include/warpschool/harness/metrics.hpp")
  set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources} ${headers})
  set(${out} "${tool}" PARENT_SCOPE)

  set(fresh TRUE)
  foreach(file IN LISTS sources headers)
    if("${file}" IS_NEWER_THAN "${tool}")  # also true when there is no tool yet
      set(fresh FALSE)
    endif()
  endforeach()
  if(fresh)
    return()
  endif()

  message(STATUS "Building course_tool, which reads course.yaml")
  # A relinked file keeps the old time stamp if the copy is skipped; so it is made anew.
  file(REMOVE "${tool}")
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  set(yaml yaml-cpp::yaml-cpp)  # try_compile passes imported targets on, but not our alias of yaml-cpp 0.7's
  get_target_property(aliased yaml-cpp::yaml-cpp ALIASED_TARGET)
  if(aliased)
    set(yaml "${aliased}")
  endif()
  set(CMAKE_TRY_COMPILE_CONFIGURATION Debug)  # it runs for milliseconds; what counts is how fast it builds
  set(CMAKE_CXX_FLAGS_DEBUG "-O0")
  try_compile(built "${PROJECT_BINARY_DIR}/course_tool"
    SOURCES ${sources}
    CMAKE_FLAGS -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=9 "-DINCLUDE_DIRECTORIES=${folder}/include;${folder}/src;${harness}/include;${PROJECT_SOURCE_DIR}/simulator/support/include"
    LINK_LIBRARIES ${yaml}
    CXX_STANDARD 20 CXX_STANDARD_REQUIRED TRUE CXX_EXTENSIONS FALSE
    OUTPUT_VARIABLE log
    COPY_FILE "${tool}" COPY_FILE_ERROR copy_error)
  unset(built CACHE)
  if(NOT EXISTS "${tool}")
    message(FATAL_ERROR "course_tool does not build:\n${log}\n${copy_error}")
  endif()
  file(TOUCH "${tool}")
endfunction()

# warpschool_read_course(): includes what course.yaml says as variables (emit_cmake.hpp lists them), or stops with all of
# its mistakes as file:line:column lines.
macro(warpschool_read_course)
  warpschool_build_course_tool(warpschool_course_tool)
  set(warpschool_course_yaml "${PROJECT_SOURCE_DIR}/course.yaml")
  set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${warpschool_course_yaml}")
  execute_process(
    COMMAND "${warpschool_course_tool}" cmake course.yaml "${PROJECT_BINARY_DIR}/course.cmake"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    RESULT_VARIABLE warpschool_course_status ERROR_VARIABLE warpschool_course_errors)
  if(NOT warpschool_course_status EQUAL 0)
    message("${warpschool_course_errors}")  # apart, because CMake folds the lines of an error
    message(FATAL_ERROR "course.yaml has mistakes; they are listed above")
  endif()
  include("${PROJECT_BINARY_DIR}/course.cmake")
endmacro()
