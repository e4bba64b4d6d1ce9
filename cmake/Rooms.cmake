# Rooms: folders of a part of the project, each a target whose link edges say which other rooms its files may include.
# cmake/check_layers.cmake reads them and fails where an #include goes against them (test "architecture: ...").

define_property(GLOBAL PROPERTY WARPSCHOOL_ROOMS BRIEF_DOCS "targets made by warpschool_add_room")

# warpschool_add_room(<target> [SOURCES ...] [HEADERS ...] [DEPS ...] [PRIVATE_DEPS ...] [OPTIONS ...])
# Files are named from the folder of the CMakeLists.txt. Without SOURCES the target is an INTERFACE library: headers that
# several rooms share. With them it is an OBJECT library, which a library of the part takes in. WARPSCHOOL_ROOM_INCLUDES: the folders
# that the part's includes are named from.
function(warpschool_add_room name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;HEADERS;DEPS;PRIVATE_DEPS;OPTIONS")
  _warpschool_reject_unknown("warpschool_add_room(${name})" ${ARG_UNPARSED_ARGUMENTS})
  if(ARG_SOURCES)
    add_library(${name} OBJECT ${ARG_SOURCES})
    set(public PUBLIC)
    target_compile_options(${name} PRIVATE ${ARG_OPTIONS})
    set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
    target_link_libraries(${name} PRIVATE ${ARG_PRIVATE_DEPS} warpschool_warnings warpschool_sanitizers)
    warpschool_use_std_headers(${name})
  else()
    add_library(${name} INTERFACE)
    set(public INTERFACE)
  endif()
  target_compile_features(${name} ${public} cxx_std_20)
  target_include_directories(${name} ${public} ${WARPSCHOOL_ROOM_INCLUDES})
  target_link_libraries(${name} ${public} ${ARG_DEPS})
  warpschool_record_room(${name} FILES ${ARG_SOURCES} ${ARG_HEADERS} DEPS ${ARG_DEPS} ${ARG_PRIVATE_DEPS})
endfunction()

# warpschool_record_room(<target> FILES ... DEPS ...): for targets that are made elsewhere.
function(warpschool_record_room name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "FILES;DEPS")
  list(TRANSFORM ARG_FILES PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  list(TRANSFORM ARG_DEPS REPLACE "^warpschool::" "warpschool_")
  set_property(GLOBAL APPEND PROPERTY WARPSCHOOL_ROOMS ${name})
  set_property(GLOBAL PROPERTY WARPSCHOOL_ROOM_FILES_${name} ${ARG_FILES})
  set_property(GLOBAL PROPERTY WARPSCHOOL_ROOM_DEPS_${name} ${ARG_DEPS})
endfunction()

# Writes what check_layers.cmake reads. Call it when all rooms are there.
function(warpschool_write_rooms file)
  get_property(rooms GLOBAL PROPERTY WARPSCHOOL_ROOMS)
  set(text "set(rooms ${rooms})\n")
  foreach(room IN LISTS rooms)
    get_property(files GLOBAL PROPERTY WARPSCHOOL_ROOM_FILES_${room})
    get_property(deps GLOBAL PROPERTY WARPSCHOOL_ROOM_DEPS_${room})
    string(APPEND text "set(files_${room} ${files})\nset(deps_${room} ${deps})\n")
  endforeach()
  file(CONFIGURE OUTPUT "${file}" CONTENT "${text}")
endfunction()
