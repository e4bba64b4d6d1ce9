# cuda_runtime.h as clang has read it, made once by simcc: a student's file then compiles in half the time
# (simulator/simcc/precompiled_headers.hpp). Options that fit no such header work without.

# warpschool_precompile_cuda(<target> <more> <simcc options...>)
# Files compiled with these options, and no others that matter to the header, find it. lib/precompiled holds them all.
# <more>: "", or a list with commas that simcc knows, for files that begin with these headers. <stdexcept> takes longer to read than
# cuda_runtime.h.
function(warpschool_precompile_cuda target more)
  set(stamp "${PROJECT_BINARY_DIR}/lib/precompiled/${target}.stamp")
  set(word --precompile-headers)
  set(headers cuda_runtime.h)
  if(more)
    string(APPEND word "=${more}")
    string(APPEND headers " and ${more}")
  endif()
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/lib/precompiled")
  add_custom_command(OUTPUT "${stamp}"
    COMMAND simcc ${word} ${ARGN} -MD -MF "${stamp}.d" -o "${stamp}"
    DEPENDS simcc DEPFILE "${stamp}.d" COMMENT "Precompiling ${headers} for ${ARGN}" VERBATIM)
  add_custom_target(${target} ALL DEPENDS "${stamp}")
endfunction()
