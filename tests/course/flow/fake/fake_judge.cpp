// Stands for the harness: a judge whose one check per kind wants answer() to be 42 and writes the
// result file.
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <map>
#include <string>

extern const int points_possible;  // each fake exercise's harness.cpp

int main(int argc, char** argv) {
  std::map<std::string, std::string> flags;
  for (int i = 1; i + 1 < argc; ++i) {
    flags[argv[i]] = argv[i + 1];
  }
  if (std::getenv("FLOW_NO_GPU") != nullptr) {
    return 77;
  }
  void* module = dlopen(flags["--student"].c_str(), RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr) {
    std::printf("%s\n", dlerror());
    return 3;
  }
  const auto answer = reinterpret_cast<int (*)()>(dlsym(module, "answer"));
  const int got = answer != nullptr ? answer() : 0;
  const bool right = got == 42;
  if (std::FILE* file = std::fopen(flags["--result"].c_str(), "w")) {
    std::fprintf(
        file,
        R"({"schema":1,"exercise":"%s","backend":"sim","seed":7,"complete":true,"points":{"won":%d,"possible":%d},)"
        R"("checks":[{"name":"the answer","task":1,"kind":"%s","verdict":"%s","points":{"won":%d,"possible":%d},"message":"expected 42, got %d","hint":""}]})",
        flags["--exercise"].c_str(), right ? points_possible : 0, points_possible, "correctness",
        right ? "passed" : "wrong", right ? points_possible : 0, points_possible, got);
    std::fclose(file);
  }
  std::printf(right ? "right\n" : "expected 42, got %d\n", got);
  return right ? 0 : 1;
}
