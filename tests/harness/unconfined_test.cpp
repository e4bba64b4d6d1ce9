// A submission whose worker cannot be confined is not run, and nobody is blamed who is not at
// fault.
#include "judge_process.hpp"
#include "warpschool/harness/catch.hpp"
#include "without_call.hpp"

#include <sys/wait.h>
#include <unistd.h>

using namespace warpschool::tests;
using nlohmann::json;

#if WARPSCHOOL_HAS_SECCOMP
TEST_CASE("where a machine's rules keep a worker from being confined nothing of it is run",
          "[harness][judge][security]") {
#  if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  WARPSCHOOL_SKIP("a sanitizer needs calls and files that a confined worker has not");
#  endif
  const char* const call = GENERATE("landlock_restrict_self", "seccomp");
  const Scratch scratch;
  const CallTrace trace(scratch);
  const Backend backend = GENERATE(Backend::kGpu, Backend::kSim);
  std::vector<std::string> command = judge_command(scratch, "endless", backend);
  command.insert(command.end(), kCorrectness.begin(), kCorrectness.end());
  const pid_t shell = ::fork();
  if (shell == 0) {
    if (!lose_call(call)) {
      ::_exit(99);
    }
    int status = 0;
    ::waitpid(start(command, scratch.path() + "/printed"), &status, 0);
    ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 98);
  }
  int status = 0;
  REQUIRE(::waitpid(shell, &status, 0) == shell);
  const std::string printed = read_file(scratch.path() + "/printed");
  CAPTURE(call, printed);
  CHECK(WEXITSTATUS(status) == 3);
  CHECK(trace.text().empty());  // nothing ran
  const JudgeRun run{0, "", json::parse(read_file(scratch.path() + "/result.json")), 0};
  CHECK(run.check(kDoubles)["verdict"] == "internal_error");
  CHECK_THAT(run.check(kDoubles)["message"].get<std::string>(),
             Catch::Contains("could not be confined (" + std::string(call)));
}
#endif

TEST_CASE("a submission that ends as an unconfined worker would has crashed",
          "[harness][judge][security]") {
  const JudgeRun run = run_judge("exits_unconfined", Backend::kSim, kCorrectness);
  CHECK(run.check(kDoubles)["verdict"] == "crash");
  CHECK_THAT(run.check(kDoubles)["message"].get<std::string>(), Catch::Contains("exit status 95"));
}
