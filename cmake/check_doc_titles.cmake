# Fails unless every page of the documentation's site has a title: one without can be in no table of contents.
#   cmake -DROOT=<source folder> -P check_doc_titles.cmake
# The pages are those that docs/site/stage.py gathers.
cmake_minimum_required(VERSION 3.25)
file(GLOB pages "${ROOT}/README.md" "${ROOT}/exercises/*/README.md" "${ROOT}/exercises/*/*/README.md" "${ROOT}/docs/*.md")
file(GLOB_RECURSE measurements "${ROOT}/docs/measurements/*.md")
list(APPEND pages ${measurements})

set(without "")
foreach(page IN LISTS pages)
  file(STRINGS "${page}" titles REGEX "^#+ ." LIMIT_COUNT 1)
  if(NOT titles)
    list(APPEND without "${page}")
  endif()
endforeach()
list(LENGTH pages seen)
list(LENGTH without missing)
if(missing OR NOT seen)
  list(JOIN without "\n  " lines)
  message(FATAL_ERROR "${missing} of ${seen} pages have no title; write \"# Title\" as the first line of:\n  ${lines}")
endif()
message(STATUS "${seen} pages, each with a title")
