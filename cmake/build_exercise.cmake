# cmake -DBUILD=... -DSOURCE=... -DEXERCISE=id -P build_exercise.cmake
# Builds one exercise and shows what the compiler says about the student's lines, without ninja's noise around it.
execute_process(
  COMMAND "${CMAKE_COMMAND}" --build "${BUILD}" --target exercise_${EXERCISE} -- --quiet
  RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)

# A list would eat semicolons and brackets, which compilers write: cut line by line.
set(shown "")
while(NOT said STREQUAL "")
  string(FIND "${said}" "\n" end)
  if(end LESS 0)
    set(line "${said}")
    set(said "")
  else()
    string(SUBSTRING "${said}" 0 ${end} line)
    math(EXPR end "${end} + 1")
    string(SUBSTRING "${said}" ${end} -1 said)
  endif()
  # Progress, "FAILED: file", the command line itself, and "ninja: build stopped".
  if(NOT line MATCHES "^(\\[[0-9]+/[0-9]+\\] |FAILED: |cd [^ ]+ && |ninja: )" AND NOT line MATCHES "^/[^ ]+ .* -o ")
    string(APPEND shown "${line}\n")
  endif()
endwhile()
string(REPLACE "${SOURCE}/" "" shown "${shown}")
string(STRIP "${shown}" shown)
if(NOT shown STREQUAL "")
  message("${shown}")
endif()
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${EXERCISE} does not build; its tests cannot run")
endif()
