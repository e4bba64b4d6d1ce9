# Manual pages and shell completion, written by the programs themselves as soon as they are linked:
#   BUILD/share/man/man1/NAME.1                     man -M BUILD/share/man NAME
#   BUILD/share/bash-completion/completions/NAME    source it in bash
#
#   warpschool_add_pages(<target> <name>)           a program with warpschool::pages
#   warpschool_add_manual_of_help(<target> <name> <one line>)  a program whose --help is the text of the page
# This same file, run as a script (cmake -P), writes the pages of one program.

if(CMAKE_SCRIPT_MODE_FILE)
  function(_write file)
    execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    file(WRITE "${file}" "${text}")
  endfunction()
  set(page "${SHARE}/man/man1/${NAME}.1")
  if(HELP)
    execute_process(COMMAND ${PROGRAM} --help OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    string(REPLACE "\\" "\\e" text "${text}")
    string(REPLACE "-" "\\-" text "${text}")
    string(REGEX REPLACE "(^|\n)([.'])" "\\1\\\\&\\2" text "${text}")
    string(TOUPPER "${NAME}" title)
    file(WRITE "${page}" ".TH ${title} 1 \"\" \"Warpschool ${VERSION}\" \"Warpschool\"\n.SH NAME\n${NAME} \\- ${HELP}\n"
      ".SH DESCRIPTION\n.nf\n${text}.fi\n")
  else()
    _write("${page}" --print-manual)
    _write("${SHARE}/bash-completion/completions/${NAME}" --print-completion)
  endif()
  return()
endif()

set(_warpschool_pages_script "${CMAKE_CURRENT_LIST_FILE}")

function(warpschool_add_pages target name)
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND "${CMAKE_COMMAND}" "-DPROGRAM=$<TARGET_FILE:${target}>" "-DNAME=${name}" "-DSHARE=${PROJECT_BINARY_DIR}/share"
      -P "${_warpschool_pages_script}" VERBATIM)
endfunction()

function(warpschool_add_manual_of_help target name what)
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND "${CMAKE_COMMAND}" "-DPROGRAM=$<TARGET_FILE:${target}>" "-DNAME=${name}" "-DSHARE=${PROJECT_BINARY_DIR}/share"
      "-DHELP=${what}" "-DVERSION=${PROJECT_VERSION}" -P "${_warpschool_pages_script}" VERBATIM)
endfunction()
