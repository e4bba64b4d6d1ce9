// main() of the project's own test programs.
#include "run_catch.hpp"

int main(int argc, char** argv) {
  return warpschool::run_catch(argc, argv);
}
