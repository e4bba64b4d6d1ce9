// Restores the stubs of an exercise.
#include "reset.hpp"

#include "file_io.hpp"
#include "stubs.hpp"

#include <fmt/format.h>
#include <stdexcept>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;

fs::path free_name(const fs::path& folder, const std::string& file) {
  for (int number = 1;; ++number) {
    fs::path name = folder / fmt::format("{}.{}", file, number);
    if (!fs::exists(name)) {
      return name;
    }
  }
}

}  // namespace

std::vector<Reset> reset_exercise(const Tree& tree, const course::Exercise& exercise) {
  std::vector<std::string> stubs;
  for (const std::string& file : exercise.files) {
    std::optional<std::string> stub = stub_of(tree, exercise, file);
    if (!stub) {
      throw std::runtime_error("The stub of " + file + " is not to be found: neither git nor " +
                               (tree.build / "stubs").string() + " has it.");
    }
    stubs.push_back(*std::move(stub));
  }
  std::vector<Reset> done;
  for (std::size_t i = 0; i < stubs.size(); ++i) {
    const std::string& file = exercise.files[i];
    const fs::path path = tree.folder(exercise) / file;
    const std::optional<std::string> now = read_file(path);
    fs::path backup;
    if (now && *now != stubs[i]) {
      backup = free_name(tree.source / ".warp/backups" / exercise.id, file);
      write_file(backup, *now);
    }
    if (!now || *now != stubs[i]) {
      write_file(path, stubs[i]);
    }
    done.push_back({file, backup});
  }
  return done;
}

}  // namespace warpschool::warp
