// Tries: to kill the judge, its parent's parent.
// May get: nothing
#include "vector_add.hpp"

#include <csignal>
#include <fstream>
#include <string>
#include <unistd.h>

/// Process ids of the parent's parent and beyond, from /proc.
static int parent_of(int process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  for (std::string word; file >> word;) {
    if (word == "PPid:") {
      int parent = 0;
      file >> parent;
      return parent;
    }
  }
  return 0;
}

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  ::kill(parent_of(::getppid()), SIGKILL);
}
