// What the text of a source says of a place or a name, without compiling it.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace warpschool::simcc {

/// What macros without parameters stand for, in words.
using Macros = std::map<std::string, std::vector<std::string>>;

/// Adds those of `text`; of several definitions of a name the words of all.
void add_macros(const std::string& text, Macros& macros);

/// The words of the declaration of the __device__, __constant__ or __managed__ variable `name`, up
/// to its name; none if `text` has no such declaration. The first of several. A macro is followed
/// by its words.
std::vector<std::string> declaration_of(const std::string& text, const std::string& name,
                                        const Macros& macros = {});

/// Where in `text` the definition or declaration of the function `name` begins, outside of all
/// other functions; npos if there is none. The first of several.
std::size_t function_in(const std::string& text, const std::string& name);

/// Does the place in `text` (line and column from 1) lie inside of braces before which __global__
/// or __device__ stands?
bool is_in_device_code(const std::string& text, unsigned line, unsigned column);

}  // namespace warpschool::simcc
