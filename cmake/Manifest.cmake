# warpschool-build.json: what was built, with what, and where it lies. The grader and warp read it; the schema
# is described in docs/formats.md.

function(_warpschool_json_string out text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  set(${out} "\"${text}\"" PARENT_SCOPE)
endfunction()

function(_warpschool_json_list out)
  set(items "")
  foreach(item IN LISTS ARGN)
    _warpschool_json_string(item "${item}")
    string(APPEND items ", ${item}")
  endforeach()
  string(REGEX REPLACE "^, " "" items "${items}")
  set(${out} "[${items}]" PARENT_SCOPE)
endfunction()

# "null" for what is not there.
function(_warpschool_json_optional out text)
  if(text)
    _warpschool_json_string(quoted "${text}")
    set(${out} "${quoted}" PARENT_SCOPE)
  else()
    set(${out} null PARENT_SCOPE)
  endif()
endfunction()

function(_warpschool_json_exercise out id backend)
  _warpschool_json_string(judge "$<TARGET_FILE:judge_${id}${WARPSCHOOL_${backend}_SUFFIX}>")
  warpschool_reference_module(reference ${id} ${backend})
  _warpschool_json_string(reference "${reference}")
  _warpschool_json_string(student "${WARPSCHOOL_${backend}_LIB}/student/${id}.so")
  _warpschool_json_list(include "${PROJECT_SOURCE_DIR}/exercises/${WARPSCHOOL_${id}_MODULE}/${id}")
  set(${out} "\"${id}\": {\"judge\": ${judge}, \"reference\": ${reference}, \"student\": ${student}, \"include\": ${include}}"
    PARENT_SCOPE)
endfunction()

function(_warpschool_json_backend out backend)
  _warpschool_json_list(compiler ${WARPSCHOOL_${backend}_COMPILER})
  _warpschool_json_list(shared ${WARPSCHOOL_${backend}_SHARED})
  _warpschool_json_list(kinds ${WARPSCHOOL_${backend}_KINDS})
  _warpschool_json_list(read_only ${WARPSCHOOL_${backend}_READ_ONLY})
  set(exercises "")
  foreach(id IN LISTS ARGN)
    _warpschool_json_exercise(entry ${id} ${backend})
    string(APPEND exercises ",\n      ${entry}")
  endforeach()
  string(REGEX REPLACE "^," "" exercises "${exercises}")
  set(${out} "{\"name\": \"${backend}\", \"compiler\": ${compiler}, \"shared_flags\": ${shared}, \"kinds\": ${kinds},
     \"read_only_paths\": ${read_only},
     \"exercises\": {${exercises}}}" PARENT_SCOPE)
endfunction()

# warpschool_write_manifest(<exercise ids...>)
function(warpschool_write_manifest)
  cmake_path(GET PROJECT_BINARY_DIR FILENAME preset)
  _warpschool_json_string(preset "${preset}")
  _warpschool_json_string(source "${PROJECT_SOURCE_DIR}")
  _warpschool_json_string(course "${warpschool_course_yaml}")
  string(STRIP "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}" cxx)
  _warpschool_json_optional(cxx "${cxx}")  # a students' tree has no C++ of its own
  _warpschool_json_optional(clang "${WARPSCHOOL_CLANG_VERSION}")
  set(nvcc null)
  if(WARPSCHOOL_ENABLE_CUDA)
    _warpschool_json_optional(nvcc "${CUDAToolkit_VERSION}")
  endif()
  set(backends "")
  foreach(backend IN LISTS WARPSCHOOL_BACKENDS)
    _warpschool_json_backend(entry ${backend} ${ARGN})
    string(APPEND backends ",\n    ${entry}")
  endforeach()
  string(REGEX REPLACE "^," "" backends "${backends}")
  set(portable false)
  if(WARPSCHOOL_HAVE_BASELINE)
    set(portable true)
  endif()
  file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/warpschool-build.json" CONTENT
"{
  \"schema\": 1, \"preset\": ${preset}, \"source_dir\": ${source}, \"course\": ${course},
  \"toolchain\": {\"cxx\": ${cxx}, \"clang\": ${clang}, \"nvcc\": ${nvcc}, \"cmake\": \"${CMAKE_VERSION}\"},
  \"portable\": ${portable},
  \"backends\": [${backends}]
}
")
endfunction()
