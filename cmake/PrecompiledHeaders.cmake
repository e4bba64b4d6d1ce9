# cuda_runtime.h as clang has read it, made once by simcc: a student's file then compiles in half the time
# (simulator/simcc/precompiled_headers.hpp). Options that fit no such header work without.

# warpschool_precompile_cuda(<target> <simcc options...>)
# Files compiled with these options, and no others that matter to the header, find it. lib/precompiled holds them all.
function(warpschool_precompile_cuda target)
  set(stamp "${PROJECT_BINARY_DIR}/lib/precompiled/${target}.stamp")
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/lib/precompiled")
  add_custom_command(OUTPUT "${stamp}"
    COMMAND simcc --precompile-headers ${ARGN} -MD -MF "${stamp}.d" -o "${stamp}"
    DEPENDS simcc DEPFILE "${stamp}.d" COMMENT "Precompiling cuda_runtime.h for ${ARGN}" VERBATIM)
  add_custom_target(${target} ALL DEPENDS "${stamp}")
endfunction()
