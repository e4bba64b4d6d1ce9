// check_schema SCHEMA: is what comes on stdin as the schema says? Says what is not, and ends with
// 1 then.
#include "schema_validator.hpp"

#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: check_schema SCHEMA <FILE\n", stderr);
    return 2;
  }
  try {
    std::ifstream stream(argv[1]);
    const auto problems = warpschool::grader::Validator(warpschool::grader::json::parse(stream))
                              .problems(warpschool::grader::json::parse(std::cin));
    for (const std::string& problem : problems) {
      std::fprintf(stderr, "%s\n", problem.c_str());
    }
    return problems.empty() ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
