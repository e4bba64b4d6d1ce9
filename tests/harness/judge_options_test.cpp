// How a judge is called, as one process among others: its options, its end, what it leaves behind.
#include "judge_process.hpp"
#include "warpschool/harness/catch.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace warpschool::tests;
using nlohmann::json;

namespace {

/// A zombie that nobody has collected yet is gone.
bool alive(int pid) {
  const std::string stat = read_file("/proc/" + std::to_string(pid) + "/stat");
  const std::size_t close = stat.rfind(')');
  return close != std::string::npos && close + 2 < stat.size() && stat[close + 2] != 'Z';
}

bool ends(int pid) {
  return comes_true([=] { return !alive(pid); });
}

int first_child_of(int pid) {
  const std::string id = std::to_string(pid);
  return std::atoi(read_file("/proc/" + id + "/task/" + id + "/children").c_str());
}
}  // namespace

TEST_CASE("a result goes to an inherited descriptor that no worker holds", "[harness][judge]") {
  const Scratch scratch;
  const std::string path = scratch.path() + "/inherited";
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT, 0600);
  REQUIRE(::dup2(file, 42) == 42);
  const JudgeRun run = run_judge("writes_descriptors", Backend::kGpu,
                                 {"--kind", "correctness", "--result", "/dev/fd/42"});
  ::close(42);
  ::close(file);
  const json result = json::parse(read_file(path));
  CHECK(result["complete"] == true);
  CHECK(run.result.is_null());
}

TEST_CASE("on a machine without a device nothing is judged", "[harness][judge]") {
  ::setenv("FAKE_NO_DEVICE", "1", 1);
  const JudgeRun run = run_judge("wrong", Backend::kGpu);
  ::unsetenv("FAKE_NO_DEVICE");
  INFO(run.printed);
  CHECK(run.status == 77);
  CHECK(run.check(kDoubles)["verdict"] == "skipped");
  CHECK(run.check(kFast)["verdict"] == "skipped");
  CHECK(run.result["points"]["possible"] == 0.0);
}

TEST_CASE("bad usage is told from failure", "[harness][judge]") {
  CHECK(run_judge("right", Backend::kGpu, {"--kind", "beauty"}).status == 2);
  CHECK(run_judge("right", Backend::kGpu, {"--task", "7", "--kind", "timing"}).status == 77);
}

TEST_CASE("a submission learns no secret of its ancestors", "[harness][judge][security]") {
  const JudgeRun run = run_judge("spies", Backend::kGpu, kCorrectness);
  const std::string output = run.check(kDoubles)["output"];
  CHECK_THAT(output, Catch::Contains("spied"));
  CHECK_THAT(output, !Catch::Contains("secret"));
}

TEST_CASE("the judge ends what a submission left behind in another session", "[harness][judge]") {
  const Scratch scratch;
  const CallTrace trace(scratch);
  run_judge("leaves_child", Backend::kGpu, kCorrectness);
  const int child = trace.number();
  // Where libseccomp is there, a worker cannot start one.
  CHECK((child == 0 || ends(child)));
}

TEST_CASE("a killed judge leaves no result and no process", "[harness][judge]") {
  const int signal = GENERATE(SIGINT, SIGKILL);
  const Scratch scratch;
  const CallTrace trace(scratch);
  const int pid =
      start(judge_command(scratch, "endless", Backend::kGpu), scratch.path() + "/printed");
  REQUIRE(comes_true([&] { return !trace.text().empty(); }));
  const int worker = trace.number();
  const int zygote = first_child_of(pid);
  REQUIRE(zygote > 0);
  ::kill(pid, signal);
  int status = 0;
  ::waitpid(pid, &status, 0);
  CHECK(WIFSIGNALED(status));
  CHECK(ends(zygote));
  CHECK(ends(worker));
  CHECK_FALSE(std::filesystem::exists(scratch.path() + "/result.json"));
}

TEST_CASE("with --until-lost a judge asks nothing after the first check that does not pass",
          "[harness][judge]") {
  const JudgeRun lost = run_judge("wrong", Backend::kGpu, {"--until-lost"});
  INFO(lost.printed);
  CHECK(lost.status == 1);
  CHECK(lost.result["complete"] == true);
  CHECK(lost.check(kDoubles)["verdict"] == "wrong");
  for (const std::string& later : {kTriples, kFast, kSectors}) {
    CHECK(lost.check(later)["verdict"] == "skipped");
  }
  const JudgeRun won = run_judge("right", Backend::kGpu, {"--until-lost", "--kind", "correctness"});
  CHECK(won.check(kDoubles)["verdict"] == "passed");
  CHECK(won.check(kTriples)["verdict"] == "passed");
}

TEST_CASE("with --stop-at-hang a judge asks nothing after a hang, and says so",
          "[harness][judge]") {
  const JudgeRun hung =
      run_judge("endless", Backend::kGpu, {"--stop-at-hang", "--run-limit", "200"});
  INFO(hung.printed);
  CHECK(hung.status == 1);
  CHECK(hung.result["complete"] == true);
  CHECK(hung.check(kDoubles)["verdict"] == "timeout");
  CHECK(hung.check(kTriples)["verdict"] == "skipped");
  CHECK_THAT(hung.check(kTriples)["message"].get<std::string>(), Catch::StartsWith("Not asked"));
  const JudgeRun wrong = run_judge("wrong", Backend::kGpu, {"--stop-at-hang"});
  CHECK(wrong.check(kTriples)["verdict"] != "skipped");
}

TEST_CASE("judges that share the checks say together what one says", "[harness][judge]") {
  const JudgeRun whole = run_judge("wrong", Backend::kGpu);
  const json& all = whole.result["checks"];
  REQUIRE(all.size() > 2);
  std::array<std::string, 2> places;
  for (std::size_t i = 0; i < all.size(); ++i) {
    places[i % 2] += (places[i % 2].empty() ? "" : ",") + std::to_string(i + 1);
  }
  const std::string number = "/" + std::to_string(all.size());
  const JudgeRun first = run_judge("wrong", Backend::kGpu, {"--checks", places[0] + number});
  const JudgeRun second = run_judge("wrong", Backend::kGpu, {"--checks", places[1] + number});
  CHECK(first.result["checks"].size() + second.result["checks"].size() == all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const json& shared = (i % 2 == 0 ? first : second).result["checks"][i / 2];
    INFO(all[i]["name"]);
    CHECK(shared["name"] == all[i]["name"]);
    CHECK(shared["verdict"] == all[i]["verdict"]);
    CHECK(shared["points"] == all[i]["points"]);
    CHECK(shared["message"] == all[i]["message"]);
  }
  for (const char* bad :
       {"0/2", "3/2", "2", "1/", "1/2x", "-1/2", "1,/2", ",1/2", "1,3/2", "1/0"}) {
    INFO(bad);
    CHECK(run_judge("right", Backend::kGpu, {"--checks", bad}).status == 2);
  }
  // Of other checks than it has, a judge judges none.
  CHECK(run_judge("right", Backend::kGpu, {"--checks", "1/" + std::to_string(all.size() + 1)})
            .status == 3);
}

TEST_CASE("seed and command are told with --verbose alone", "[harness][judge]") {
  const std::vector<std::string> extra{"--kind", "correctness", "--verbose"};
  CHECK_THAT(run_judge("right", Backend::kGpu, extra).printed,
             Catch::Contains("Seed 424242") && Catch::Contains("--seed 424242"));
  CHECK_THAT(run_judge("right", Backend::kGpu, kCorrectness).printed, !Catch::Contains("424242"));
}

TEST_CASE("a run limit shortens a question, never lengthens it", "[harness][judge]") {
  const JudgeRun shorter =
      run_judge("endless", Backend::kGpu, {"--task", "1", "--until-lost", "--run-limit", "200"});
  INFO(shorter.printed);
  CHECK(shorter.check(kDoubles)["verdict"] == "timeout");
  CHECK_THAT(shorter.printed, Catch::Contains("within 0.2 s"));
  // Of processor time: by the clock both take longer where others run.
  const JudgeRun usual = run_judge("endless", Backend::kGpu, {"--task", "1", "--until-lost"});
  CHECK_THAT(usual.printed, Catch::Contains("within 1 s"));
  CHECK(shorter.seconds < usual.seconds);
}
