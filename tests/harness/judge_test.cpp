// Every fate of a submission, end to end: judge, zygote, worker, verdict, points, result file.
#include "judge_process.hpp"
#include "warpschool/harness/catch.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <vector>

using namespace warpschool::tests;
using nlohmann::json;

namespace {

struct Fate {
  const char* name;
  const char* verdict;
  const char* word;  ///< must appear in the message
};

}  // namespace

TEST_CASE("a right submission wins all points of the kind", "[harness][judge]") {
  const JudgeRun run = run_judge("right", Backend::kGpu, {"--kind", "correctness", "--task", "1"});
  INFO(run.printed);
  CHECK(run.status == 0);
  CHECK(run.result["complete"] == true);
  CHECK(run.result["device"] == "Fake device");
  CHECK(run.result["seed"] == 424242);
  CHECK(run.check(kDoubles)["verdict"] == "passed");
  CHECK(run.check(kDoubles)["points"]["won"] == Approx(1.0));  // 6 over six checks
  CHECK(run.seconds < 1.0);
}

TEST_CASE("each fate costs its own check and the next question is answered",
          "[harness][judge][fates]") {
  const auto fate =
      GENERATE(values<Fate>({{"wrong", "wrong", "expected"},
                             {"drops_tail", "wrong", "computes element"},
                             {"untouched", "wrong", "expected"},
                             {"segv", "crash", "segmentation fault"},
                             {"aborts", "crash", "aborted"},
                             {"divides_by_zero", "crash", "division"},
                             {"heap_overflow", "crash", "aborted"},
                             {"stack_overflow", "crash", "segmentation fault"},
                             {"endless", "timeout", "within 1 s"},
                             {"exits", "crash", "exit status 0"},
                             {"exits_at_once", "crash", "exit status 0"},
                             {"closes_files", "crash", "judge"},
                             {"throws", "crash", "I give up"},
                             {"throws_int", "crash", "threw"},
                             {"stops_itself", "timeout", "within 1 s"},
                             {"leaves_child", "crash", "segmentation fault"},
                             {"eats_memory", "crash", "300 MiB"},
                             {"writes_past_end", "memory_fault", "behind the end"},
                             {"writes_before_begin", "memory_fault", "before the begin"},
                             {"changes_input", "wrong", "input"},
                             {"illegal_address", "memory_fault", "illegal memory access"},
                             {"bad_launch", "wrong", "invalid configuration"},
                             {"bad_launch_but_right", "wrong", "a kernel launch failed"},
                             {"forges_answer", "crash", ""}}));
  const JudgeRun run = run_judge(fate.name, Backend::kGpu, kCorrectness);
  INFO(fate.name << "\n" << run.printed);
  CHECK(run.status == 1);
  CHECK(run.result["complete"] == true);
  CHECK(run.check(kDoubles)["verdict"] == fate.verdict);
  CHECK_THAT(run.check(kDoubles)["message"].get<std::string>(), Catch::Contains(fate.word));
  CHECK(run.check(kDoubles)["points"]["won"] == 0.0);
  CHECK(run.check(kTriples)["verdict"] == "passed");
}

TEST_CASE("a submission that exits while it is loaded crashes every check",
          "[harness][judge][fates]") {
  const JudgeRun run = run_judge("exits_in_constructor", Backend::kGpu, kCorrectness);
  CHECK(run.status == 1);
  CHECK(run.check(kDoubles)["verdict"] == "crash");
  CHECK_THAT(run.check(kTriples)["message"].get<std::string>(),
             Catch::Contains("while it was being loaded"));
}

TEST_CASE("a flood of prints does not make a right answer wrong", "[harness][judge][fates]") {
  const JudgeRun run = run_judge("floods", Backend::kGpu, kCorrectness);
  CHECK(run.check(kDoubles)["verdict"] == "passed");
  CHECK(run.printed.size() < 10'000);
  CHECK_FALSE(run.check(kDoubles)["output"].get<std::string>().empty());  // though it passed
}

TEST_CASE("a missing function is named", "[harness][judge]") {
  const JudgeRun run = run_judge("right", Backend::kGpu, kCorrectness);
  const json check = run.check("calls what is not there");
  CHECK(check["verdict"] == "wrong");
  // Nothing was given to it.
  CHECK(check["message"] == "Your file must define extern \"C\" undefined_function.");
}

TEST_CASE("a missing submission is the machine's fault", "[harness][judge]") {
  const JudgeRun run = run_judge("right", Backend::kGpu, {"--student", "/nonexistent.so"});
  CHECK(run.status == 3);
  CHECK(run.result.is_null());
}

TEST_CASE("all checks are of the module that was there when the judge began", "[harness][judge]") {
  const Scratch scratch;
  std::vector<std::string> command = judge_command(scratch, "endless", Backend::kSim);
  command.insert(command.end(), kCorrectness.begin(), kCorrectness.end());
  const CallTrace trace(scratch);
  const int judge = start(command, scratch.path() + "/printed");
  // The first check hangs for a second from now, then another worker is forked.
  REQUIRE(comes_true([&] { return !trace.text().empty(); }));
  std::ofstream(scratch.path() + "/new.so") << "no module at all";
  std::filesystem::rename(scratch.path() + "/new.so", scratch.submission("endless", Backend::kSim));
  ::waitpid(judge, nullptr, 0);
  const JudgeRun run{0, "", json::parse(read_file(scratch.path() + "/result.json")), 0};
  CHECK(run.check(kDoubles)["verdict"] == "timeout");
  CHECK(run.check(kTriples)["verdict"] == "passed");
}

TEST_CASE("what a student's code prints stands beside its check", "[harness][judge]") {
  const JudgeRun run = run_judge("prints", Backend::kGpu, kCorrectness);
  CHECK_THAT(run.check(kDoubles)["output"].get<std::string>(), Catch::Contains("n is 1"));
  CHECK_THAT(run.printed, Catch::Contains("| n is 1"));
}

TEST_CASE("a CUDA error that nobody looked at is a note beside a right answer",
          "[harness][judge]") {
  const JudgeRun run = run_judge("bad_call_but_right", Backend::kGpu, kCorrectness);
  CHECK(run.check(kDoubles)["verdict"] == "passed");
  CHECK_THAT(run.check(kDoubles)["notes"].dump(), Catch::Contains("invalid argument"));
  const JudgeRun wrong = run_judge("bad_call_and_wrong", Backend::kGpu, kCorrectness);
  CHECK_THAT(wrong.check(kDoubles)["message"].get<std::string>(),
             Catch::StartsWith("CUDA reported an error"));
}

TEST_CASE("errors that an exercise expects are no verdict, and a lost device costs a worker",
          "[harness][judge]") {
  const Backend backend = GENERATE(Backend::kGpu, Backend::kSim);
  const JudgeRun run = run_judge("right", backend, {"--kind", "correctness", "--task", "3"});
  INFO(run.printed);
  CHECK(run.check("fails as it is asked to")["verdict"] == "passed");
}

TEST_CASE("a test can judge what a submission prints", "[harness][judge]") {
  const JudgeRun run = run_judge("right", Backend::kGpu, {"--kind", "correctness", "--task", "4"});
  INFO(run.printed);
  CHECK(run.check("prints what it is asked to")["verdict"] == "passed");
}

TEST_CASE("the same seed gives the same inputs, and another seed others", "[harness][judge]") {
  const std::string first =
      run_judge("wrong", Backend::kGpu, kCorrectness).check(kDoubles)["message"];
  CHECK(first == run_judge("wrong", Backend::kGpu, kCorrectness)
                     .check(kDoubles)["message"]
                     .get<std::string>());
  CHECK(first != run_judge("wrong", Backend::kGpu, {"--kind", "correctness", "--seed", "7"})
                     .check(kDoubles)["message"]
                     .get<std::string>());
}

TEST_CASE("a race found by the simulator fails a right answer", "[harness][judge][sim]") {
  const JudgeRun run = run_judge("races", Backend::kSim, kCorrectness);
  const json check = run.check(kDoubles);
  CHECK(check["verdict"] == "race");
  CHECK_THAT(check["message"].get<std::string>(), Catch::Contains("Two threads write"));
  CHECK(check["faults"][0]["kind"] == "race");
  CHECK(run.check(kTriples)["verdict"] == "passed");
}

TEST_CASE("a fault explains the error that the runtime returned", "[harness][judge][sim]") {
  CHECK(run_judge("deadlocks", Backend::kSim, kCorrectness).check(kDoubles)["verdict"] ==
        "deadlock");
}

TEST_CASE("modelled times are compared exactly and points are shared out",
          "[harness][judge][timing]") {
  const JudgeRun slow = run_judge("slow", Backend::kSim, {"--kind", "timing"});
  const json check = slow.check(kFast);
  INFO(slow.printed);
  CHECK(check["verdict"] == "slow");
  CHECK(check["ratio"] == Approx(0.25));
  CHECK(check["points"]["won"] == Approx(0.0));
  const json right = run_judge("right", Backend::kSim, {"--kind", "timing"}).check(kFast);
  CHECK(right["verdict"] == "passed");
  CHECK(right["ratio"] == Approx(1.0));
  CHECK(right["points"]["won"] == 3.0);
  CHECK(run_judge("fast", Backend::kSim, {"--kind", "timing"}).check(kFast)["ratio"] ==
        Approx(2.0));
}

TEST_CASE("what the reference took in another judge on the simulator is not measured again",
          "[harness][judge][timing]") {
  const Scratch scratch;
  const auto judged = [&](const json& known, Backend backend, std::vector<std::string> extra = {}) {
    extra.insert(extra.end(), {"--kind", "timing", "--seed-on-stdin", "--reference-result", "-"});
    return run_judge("right", backend, extra, {}, "1\n" + known.dump());
  };
  json known = run_judge("right", Backend::kSim, {"--kind", "timing"}).result;
  REQUIRE(known["reference"][kFast]["n"] == 2000);
  known["reference"][kFast]["us"] = 4 * known["reference"][kFast]["us"].get<double>();
  known["device"] = "as told";

  const std::string crashes = scratch.submission("segv", Backend::kSim);
  const JudgeRun told = judged(known, Backend::kSim, {"--reference", crashes});  // nobody asks it
  INFO(told.printed);
  CHECK(told.check(kFast)["ratio"] == Approx(4.0));
  CHECK(told.result["device"] == "as told");
  CHECK(!told.result.contains("reference"));
  CHECK(judged(known, Backend::kGpu).check(kFast)["ratio"] < 3.0);

  known["reference"][kFast]["n"] = 1999;
  CHECK(judged(known, Backend::kSim).check(kFast)["ratio"] == Approx(1.0));
  CHECK(judged("no result", Backend::kSim).status == 3);
}

TEST_CASE("measured times are compared over interleaved pairs",
          "[harness][judge][timing][measured]") {
  const JudgeRun fast = run_judge("fast", Backend::kGpu, {"--kind", "timing"});
  INFO(fast.printed);
  CHECK(fast.check(kFast)["verdict"] == "passed");
  CHECK(fast.check(kFast)["ratio_low"] <= fast.check(kFast)["ratio"]);
  CHECK(run_judge("slow", Backend::kGpu, {"--kind", "timing"}).check(kFast)["verdict"] == "slow");
}

TEST_CASE("beside other programs on the GPU nothing is measured",
          "[harness][judge][timing][measured]") {
  const auto judged_beside_slices = [](const char* fate, const char* slice_us) {
    ::setenv("FAKE_GPU_SHARED", slice_us, 1);
    JudgeRun run = run_judge(fate, Backend::kGpu, {"--kind", "timing"});
    ::unsetenv("FAKE_GPU_SHARED");
    return run;
  };
  for (const char* fate : {"right", "fast", "slow"}) {
    const JudgeRun run = judged_beside_slices(fate, "2000");
    INFO(run.printed);
    CHECK(run.check(kFast)["verdict"] == "inconclusive");
    CHECK(run.check(kFast)["ratio"].is_null());
    CHECK(run.check(kFast)["points"]["won"] == 0.0);
    CHECK(run.check(kFast)["points"]["possible"] == 3.0);
    CHECK_THAT(run.check(kFast)["message"].get<std::string>(),
               Catch::Contains("other programs used the GPU in 8 of 8 measurements, once for"));
  }
  // What is wrong is wrong at any speed, and the usual pauses of a device are none.
  CHECK(judged_beside_slices("wrong", "2000").check(kFast)["verdict"] == "wrong");
  CHECK(judged_beside_slices("fast", "100").check(kFast)["verdict"] == "passed");
}

TEST_CASE("a wrong answer is not timed", "[harness][judge][timing]") {
  const JudgeRun wrong = run_judge("wrong", Backend::kSim, {"--kind", "timing"});
  CHECK(wrong.check(kFast)["verdict"] == "wrong");
  CHECK(!wrong.result.contains("reference"));
  CHECK(run_judge("segv", Backend::kSim, {"--kind", "timing"}).check(kFast)["verdict"] == "crash");
}

TEST_CASE("a call that leaves the device alone is no fault of the machine",
          "[harness][judge][timing]") {
  const json check = run_judge("too_fast", Backend::kSim, {"--kind", "timing"}).check(kFast);
  CHECK(check["verdict"] == "counters");
  CHECK(check["points"]["won"] == Approx(0.0));
}

TEST_CASE("a time below what memory allows is suspicious", "[harness][judge][timing]") {
  const JudgeRun run = run_judge("too_fast", Backend::kGpu, {"--kind", "timing"});
  INFO(run.printed);
  CHECK(run.check(kFast)["verdict"] == "suspicious");
}

TEST_CASE("counter rules hold or name the counter", "[harness][judge][counters]") {
  const json good = run_judge("counts_well", Backend::kSim, {"--kind", "counters"}).check(kSectors);
  CHECK(good["verdict"] == "passed");
  CHECK(good["counters"]["sectors_per_request"] == 4.0);
  const json bad = run_judge("counts_badly", Backend::kSim, {"--kind", "counters"}).check(kSectors);
  CHECK(bad["verdict"] == "counters");
  CHECK_THAT(bad["message"].get<std::string>(),
             Catch::Contains("sectors_per_request: 32, allowed at most 4.1"));
  CHECK_THAT(bad["message"].get<std::string>(),  // what the harness made itself
             Catch::Contains("sectors_of_ten: 32, allowed at most 4\n"
                             "  (global_load_sectors 320, divided by 10)"));
}

TEST_CASE("what a wrong answer counts is asked once, what a right one counts for every size",
          "[harness][judge][counters]") {
  const auto calls_of = [](const char* fate) {
    const Scratch scratch;
    const CallTrace trace(scratch);
    const JudgeRun run = run_judge(fate, Backend::kSim, {"--kind", "counters"});
    return std::pair{run.check(kSectors)["verdict"].get<std::string>(), trace.text()};
  };
  CHECK(calls_of("wrong_and_marks") == std::pair{std::string("wrong"), std::string("x")});
  CHECK(calls_of("counts_badly_and_marks") ==
        std::pair{std::string("counters"), std::string("xxx")});
}

TEST_CASE("what is counted begins in a fresh worker", "[harness][judge][counters]") {
  const JudgeRun run = run_judge("counts_well_the_first_time", Backend::kSim, {"--task", "1"});
  INFO(run.printed);
  CHECK(run.check(kDoubles)["verdict"] == "passed");
  CHECK(run.check(kSectors)["verdict"] == "passed");
}

TEST_CASE("an idle kernel does not dilute a ratio, and no launch passes no rule",
          "[harness][judge][counters]") {
  const json idle =
      run_judge("idles_beside", Backend::kSim, {"--kind", "counters"}).check(kSectors);
  CHECK(idle["verdict"] == "counters");
  CHECK(idle["counters"]["sectors_per_request"] == 32.0);
  const json none =
      run_judge("launches_nothing", Backend::kSim, {"--kind", "counters"}).check(kSectors);
  CHECK(none["verdict"] == "counters");
  CHECK_THAT(none["message"].get<std::string>(),
             Catch::Contains("sectors_per_request: nothing to count"));
}

TEST_CASE("data copied to the host inside a call costs the check, the harness's own does not",
          "[harness][judge][counters]") {
  const JudgeRun run = run_judge("works_on_the_host", Backend::kSim, kCorrectness);
  CHECK(run.check(kDoubles)["verdict"] == "counters");
  CHECK_THAT(run.check(kDoubles)["message"].get<std::string>(),
             Catch::Contains("to the host, where at most 256 may be"));
  CHECK(run_judge("counts_well", Backend::kSim, kCorrectness).check(kDoubles)["verdict"] ==
        "passed");
}

TEST_CASE("memory that host code reads as kernels do costs the check of an input on the device",
          "[harness][judge][counters]") {
  const JudgeRun run = run_judge("sees_what_kernels_see", Backend::kSim, kCorrectness);
  INFO(run.printed);
  CHECK(run.check(kDoubles)["verdict"] == "passed");  // the worker has these values anyway
  const json sealed = run.check("doubles what lies on the device");
  CHECK(sealed["verdict"] == "counters");
  CHECK_THAT(
      sealed["message"].get<std::string>(),
      Catch::Contains("used 4,096 bytes of managed, pinned or mapped memory (doubled.cu:7)"));
}

TEST_CASE("who gives back memory of the caller is told so", "[harness][judge][fates]") {
  const bool resets = GENERATE(true, false);
  const JudgeRun run =
      run_judge(resets ? "resets_the_device" : "frees_an_array", Backend::kSim, kCorrectness);
  INFO(run.printed);
  CHECK(run.check(kDoubles)["verdict"] == "memory_fault");
  CHECK_THAT(run.check(kDoubles)["message"].get<std::string>(),
             Catch::Contains("doubled gave back memory that its caller had made"));
}

TEST_CASE("counters are skipped on a backend that does not count", "[harness][judge][counters]") {
  const JudgeRun run = run_judge("right", Backend::kGpu, {"--kind", "counters"});
  CHECK(run.status == 77);
  CHECK(run.check(kSectors)["verdict"] == "skipped");
}

TEST_CASE("checks for grading day share points of their own", "[harness][judge]") {
  const JudgeRun whole = run_judge(
      "right", Backend::kSim, {"--exercise", "hidden", "--kind", "correctness"}, FAKE_JUDGE_HIDDEN);
  const double visible = 5.0 / 6;  // six TEST_CASEs in the other file
  CHECK(whole.check(kDoubles)["points"]["possible"] == visible);
  CHECK(whole.check("always right")["points"]["won"] == 0.5);
  CHECK(whole.check("always wrong")["points"]["won"] == 0);
  CHECK(whole.result["points"]["possible"] == 6);
}
