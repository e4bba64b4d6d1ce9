// Tries what is told of a folder or a store that another program holds.
#include "support/locks.hpp"

#include "commands/folder_lock.hpp"
#include "store/store.hpp"
#include "support/write_trouble.hpp"
#include "test_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>
#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

bool hold(const std::filesystem::path& file) {
  const int fd = ::open(file.c_str(), O_CREAT | O_RDWR, 0600);
  return fd >= 0 && ::flock(fd, LOCK_EX) == 0;
}

bool hold_store(const std::filesystem::path& file) {
  sqlite3* database = nullptr;
  return sqlite3_open(file.c_str(), &database) == SQLITE_OK &&
         sqlite3_exec(database, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr) == SQLITE_OK;
}

/// A process that holds a lock as long as this lives.
class Holder {
 public:
  Holder(const std::filesystem::path& file, bool (*holding)(const std::filesystem::path&)) {
    int ready[2] = {-1, -1};
    REQUIRE(::pipe(ready) == 0);
    process_ = ::fork();
    if (process_ == 0) {
      if (!holding(file) || ::write(ready[1], "x", 1) != 1) {
        ::_exit(1);
      }
      ::pause();
      ::_exit(0);
    }
    char byte = 0;
    REQUIRE(::read(ready[0], &byte, 1) == 1);
    ::close(ready[0]);
    ::close(ready[1]);
  }
  ~Holder() {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  Holder(const Holder&) = delete;
  Holder& operator=(const Holder&) = delete;
  std::string number() const { return std::to_string(process_); }

 private:
  pid_t process_ = -1;
};

TEST_CASE("who holds a lock is told by name and number", "[grader]") {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.path() / ".lock";
  const Holder holder(file, hold);
  CHECK_THAT(lock_holder({folder.path() / "absent", file}),
             Catch::EndsWith("(process " + holder.number() + ")"));
  const FolderLock second(folder.path());
  CHECK_FALSE(second.is_held());
  CHECK_THAT(second.problem(),
             Catch::StartsWith("another grader works in ") && Catch::Contains(holder.number()));
}

TEST_CASE("a store that is locked can be read, and who keeps from writing is told",
          "[grader][store]") {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "grades.sqlite";
  constexpr int kWaitMs = 1000;
  Store store(file, kWaitMs);
  store.set_fact("word", "before");
  const Holder holder(file, hold_store);
  CHECK(store.fact("word") == "before");
  CHECK_THROWS_WITH(store.set_fact("word", "after"),
                    Catch::StartsWith(file.string() + " has been locked for 1 seconds by ") &&
                        Catch::Contains("(process " + holder.number() + ")") &&
                        Catch::Contains("give the same command again"));
}

TEST_CASE("a damaged store says so, and how to save what is left", "[grader][store]") {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "grades.sqlite";
  {
    Store store(file);
    store.set_fact("word", std::string(50'000, 'x'));
  }
  std::string bytes = read_file(file);
  std::fill(bytes.begin() + 4096, bytes.end(), 'x');
  write_file(file, bytes);
  CHECK_THROWS_WITH(Store(file).fact("word"), Catch::StartsWith(file.string() + " is damaged") &&
                                                  Catch::Contains(".recover"));
}

TEST_CASE("nobody else holds a lock of ours, and a folder that is not there is no lock",
          "[grader]") {
  const ScratchFolder folder;
  const FolderLock lock(folder.path());
  CHECK(lock.is_held());
  CHECK(lock_holder({folder.path() / ".lock"}).empty());
  const FolderLock nowhere(folder.path() / "absent");
  CHECK_FALSE(nowhere.is_held());
  CHECK_THAT(nowhere.problem(), Catch::StartsWith("cannot write into "));
}

TEST_CASE("what keeps from writing comes with its remedy", "[grader]") {
  CHECK_THAT(why_not_written(ENOSPC),
             Catch::Contains("no room left") && Catch::Contains("give the same command again"));
  CHECK_THAT(why_not_written(EROFS), Catch::Contains("read-only"));
  CHECK_THAT(why_not_written(EACCES), Catch::Contains("may not write there"));
  CHECK(why_not_written(EISDIR) == "Is a directory");
}

}  // namespace
}  // namespace warpschool::grader
