// The same program in another dress: blank lines between all lines, and other names of variables.
//
// What a program does decides its verdict. How far apart two lines stand and what its variables are
// called must not.
#pragma once

#include <string>

namespace warpschool::faults_test {

/// `source` with blank lines behind each line, and with variables renamed where it is plain that a
/// name is one: declared with a type of the language, never called, and never a member's name.
/// Comments, and the marks in them, keep their lines; strings stay as they are.
std::string relaid(const std::string& source);

}  // namespace warpschool::faults_test
