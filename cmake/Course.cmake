# The course: every exercise of course.yaml becomes targets and tests. No exercise has a CMakeLists.txt, and adding one
# touches nothing but course.yaml and its own folder.
# In a students' tree (docs/RELEASE.md) judges, references and programs are there already, in the folder WARPSCHOOL_TOOLS.
include(Backends)
include(CourseTool)
if(NOT WARPSCHOOL_TOOLS)
  include(Dist)
endif()
include(ExerciseTargets)
include(ExerciseTests)
include(Manifest)

warpschool_read_course()
warpschool_find_clang()
warpschool_find_backends()

add_subdirectory(cmake/exercises)

# Read before the list of tests, whatever test is asked for.
configure_file(cmake/refresh_course.cmake.in "${PROJECT_BINARY_DIR}/refresh_course.cmake" @ONLY)
set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY TEST_INCLUDE_FILES "${PROJECT_BINARY_DIR}/refresh_course.cmake")

# The table of points before and after a run; the project's own tests (preset self) have none.
if(NOT WARPSCHOOL_BUILD_TESTS)
  configure_file(cmake/CTestCustom.cmake.in "${PROJECT_BINARY_DIR}/CTestCustom.cmake" @ONLY)
endif()
