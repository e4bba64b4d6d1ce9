# cmake -DFILE=module.so -P strip_module.cmake
# Takes away where a module found its libraries and what debuggers read: the program that loads it has the libraries already.
cmake_minimum_required(VERSION 3.25)
file(RPATH_REMOVE FILE "${FILE}")
execute_process(COMMAND strip --strip-unneeded "${FILE}" COMMAND_ERROR_IS_FATAL ANY)
