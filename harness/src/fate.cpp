// Turns what happened to a worker into a finding.
#include "fate.hpp"

#include "simulator_report.hpp"
#include "warpschool/screen/figures.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

namespace warpschool::harness {
namespace {

using nlohmann::json;

/// There is no GPU, or no driver that fits: anything else that keeps CUDA from starting is a
/// machine out of order.
bool no_device(int code) {
  // cudaErrorInsufficientDriver, NoDevice, SystemDriverMismatch, CompatNotSupportedOnDevice
  return code == 35 || code == 100 || code == 803 || code == 804;
}

bool is_memory_error(int code) {
  // cudaErrorHardwareStackError, ...IllegalAddress, MisalignedAddress, InvalidAddressSpace,
  // InvalidPc, LaunchFailure
  constexpr std::array kCodes{700, 714, 716, 717, 718, 719};
  return std::find(kCodes.begin(), kCodes.end(), code) != kCodes.end();
}

Finding finding_of_api_error(const WorkerReport& report) {
  constexpr int kLaunchTimeout = 702;
  constexpr int kAssert = 710;
  constexpr int kIllegalInstruction = 715;
  const std::string message = fmt::format(
      "{}: {}.", report.function.empty() ? "Before the call" : report.function, report.message);
  if (is_memory_error(report.error_code)) {
    return {Verdict::kMemoryFault, message,
            "The kernel used an address that it must not: check every index against the size."};
  }
  switch (report.error_code) {
    case kLaunchTimeout:
      return {Verdict::kTimeout, message, "The kernel ran too long: does every loop in it end?"};
    case kAssert:
    case kIllegalInstruction:
      return {Verdict::kCrash, message, "The kernel stopped itself."};
    default:
      return {Verdict::kWrong, message,
              "A CUDA call failed: look at this error before anything else."};
  }
}

/// What a call's arguments have to do with its error.
const char* hint_on_error(int code) {
  constexpr int kInvalidValue = 1, kOutOfMemory = 2, kInvalidConfiguration = 9, kInvalidPitch = 12;
  constexpr int kInvalidSymbol = 13, kInvalidDirection = 21, kInvalidHandle = 400, kNotReady = 600;
  switch (code) {
    case kInvalidValue:
      return "Which call is it? Its pointers must be of the kind of memory that it wants, and its "
             "sizes must lie within.";
    case kOutOfMemory:
      return "How many bytes are asked for, for this size?";
    case kInvalidConfiguration:
      return "Blocks and threads must be at least 1, and a block has at most 1024 threads: what "
             "are they for this size?";
    case kInvalidPitch:
      return "A pitch is the distance of rows in bytes, on its own side of the copy: it is not "
             "below the width, which is in bytes, too.";
    case kInvalidSymbol:
      return "A symbol is the variable itself, as it was declared: neither its address nor a "
             "pointer to it.";
    case kInvalidDirection:
      return "Where do source and destination lie, on the host or on the device?";
    case kInvalidHandle:
      return "Was this stream or event created, and not destroyed before?";
    case kNotReady:
      return "It asks for what is not done yet: wait for it before (cudaEventSynchronize).";
    default:
      return "Which call is it, and what does it get?";
  }
}

/// @param place of the call that did it; empty: not known
std::string words_of_given_back(const std::string& function, const std::string& place) {
  return fmt::format(
      "{} gave back memory that its caller had made{}: by cudaFree of an array that it was given, "
      "or by cudaDeviceReset, which gives back all there is on the device. Free only what your own "
      "code allocated, and leave the device as it is.",
      function.empty() ? "Your program" : function, place.empty() ? "" : ", at " + place);
}

/// A call failed, and the submission's own check of it made an exception of that.
Finding finding_of_failed_call(const WorkerReport& report) {
  const std::string name = report.function.empty() ? "Your program" : report.function;
  Finding finding{
      is_memory_error(report.error_code) ? Verdict::kMemoryFault : Verdict::kWrong,
      fmt::format("{}: a CUDA call failed, and an exception was made of its error: {}{}.", name,
                  report.message, report.place.empty() ? "" : ", thrown at " + report.place),
      hint_on_error(report.error_code)};
  return finding;
}

Finding finding_of_trouble(const WorkerReport& report) {
  const std::string& name = report.function;
  switch (report.trouble) {
    case Trouble::kNone:
      return {Verdict::kPassed, {}};
    case Trouble::kNoDevice:
      return {no_device(report.error_code) ? Verdict::kSkipped : Verdict::kInternalError,
              "This machine cannot run CUDA: " + report.message + "."};
    case Trouble::kCannotLoad:
      return {Verdict::kWrong, "Your program does not load: " + report.message + ".",
              "A function that is declared and used must also be defined."};
    case Trouble::kMissingSymbol:
      return {Verdict::kWrong,
              fmt::format("Your file must define extern \"C\" {}.", report.message),
              "Keep the name, and include the exercise's header: it declares the function extern "
              "\"C\"."};
    case Trouble::kLaunchError:
      return {Verdict::kWrong, fmt::format("{}: a kernel launch failed: {}.", name, report.message),
              "Blocks and threads must be at least 1, and a block has at most 1024 threads: what "
              "are they for this size?"};
    case Trouble::kApiError:
      return finding_of_api_error(report);
    case Trouble::kException:
      if (report.error_code != 0) {
        return finding_of_failed_call(report);
      }
      return {Verdict::kCrash,
              fmt::format("{} threw an exception{}{}.", name.empty() ? "Your program" : name,
                          report.place.empty() ? "" : " at " + report.place,
                          report.message.empty() ? "" : ": " + report.message),
              ""};
    case Trouble::kGuardDamaged:
      return {Verdict::kMemoryFault, report.message,
              "Threads without an element must do nothing: compare the index with the size."};
    case Trouble::kInputChanged:
      return {Verdict::kWrong, report.message, "Write results to the output array only."};
    case Trouble::kGivenBack:
      return {Verdict::kMemoryFault, words_of_given_back(name, {}), {}};
  }
  return finding_of_forgery("its report names a trouble that does not exist");
}

/// An unsuccessful launch is an API error; it is noted as such and is no fault of its own.
constexpr const char* kInvalidLaunch = "invalid_launch";

/// What an exercise may call up on purpose (CALL_TO_FAIL): the program sees it as a cudaError_t.
bool is_expected(const WorkerReport& report, const std::string& kind) {
  const Verdict verdict = verdict_of_fault(kind);
  return report.errors_expected && (verdict == Verdict::kMemoryFault || verdict == Verdict::kCrash);
}

std::string verbatim(const json& fault) {
  return fault.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::vector<json> faults_of(const WorkerReport& report) {
  const json& parsed = parsed_report(report.simulator_report);
  std::vector<json> faults;
  if (!parsed.is_object() || !parsed.contains("faults") || !parsed["faults"].is_array()) {
    return faults;
  }
  for (const json& fault : parsed["faults"]) {
    if (!fault.is_object()) {
      continue;
    }
    const std::string kind = fault.value("kind", std::string());
    if (kind != kInvalidLaunch && !is_expected(report, kind)) {
      faults.push_back(fault);
    }
  }
  return faults;
}

/// The place where the call gave back memory that the harness had made for it, as far as this fault
/// tells; nothing where the fault is another one. What the program makes itself has an origin.
std::optional<std::string> callers_memory_freed(const json& fault) {
  const std::string kind = fault.value("kind", std::string());
  const auto found = fault.find("allocation");
  if ((kind != "use_after_free" && kind != "invalid_free") || found == fault.end() ||
      !found->is_object()) {
    return std::nullopt;
  }
  const auto text = [&](const char* key) {
    const auto field = found->find(key);
    return field != found->end() && field->is_string() ? field->get<std::string>() : std::string();
  };
  const bool is_callers =
      text("name").empty() && text("origin").empty() && !text("freed_at").empty();
  return is_callers ? std::optional(text("freed_at")) : std::nullopt;
}

std::string told(const json& fault, const std::string& function) {
  const std::optional<std::string> place = callers_memory_freed(fault);
  return place ? words_of_given_back(function, *place) : fault.value("text", verbatim(fault));
}

}  // namespace

Finding finding_of_forgery(const std::string& why) {
  return {
      Verdict::kSuspicious,
      "The answer is not the one of a worker that nobody tampered with: " + why + ".",
      "Look in host code for writes beyond arrays: something overwrote the memory of the program "
      "that runs your code, or your code wrote this answer itself. A person has to look."};
}

Finding finding_of_too_much_work(const std::string& function,
                                 std::optional<std::uint64_t> launches) {
  const std::string who = function.empty() ? "One call" : function;
  return {Verdict::kTimeout,
          launches ? fmt::format("{} launched {} kernels, more than anybody can look through.", who,
                                 screen::count_text(*launches))
                   : fmt::format("{} launched or copied so often, tens of thousands of times, that "
                                 "nobody can look through the simulator's report of it.",
                                 who),
          "Is a kernel launched, or a copy made, for every element? The number of launches should "
          "not grow with n, or with its logarithm only.",
          {},
          {}};
}

Finding finding_of_dead_device() {
  return {Verdict::kCrash, "The simulated device was lost while your code ran.",
          "Look for code that writes into the memory of the CUDA runtime, or far outside of its "
          "arrays."};
}

Finding finding_of_lost_workers() {
  return {Verdict::kSuspicious,
          "The program that runs your code was killed or stopped from inside while your code ran, "
          "so nothing more could be asked.",
          "Code that signals other processes cannot be judged. A person has to look."};
}

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::kInternalError:
      return "internal_error";
    case Verdict::kSuspicious:
      return "suspicious";
    case Verdict::kTimeout:
      return "timeout";
    case Verdict::kDeadlock:
      return "deadlock";
    case Verdict::kCrash:
      return "crash";
    case Verdict::kMemoryFault:
      return "memory_fault";
    case Verdict::kRace:
      return "race";
    case Verdict::kWrong:
      return "wrong";
    case Verdict::kSlow:
      return "slow";
    case Verdict::kCounters:
      return "counters";
    case Verdict::kInconclusive:
      return "inconclusive";
    case Verdict::kPassed:
      return "passed";
    case Verdict::kSkipped:
      return "skipped";
  }
  return "internal_error";
}

Verdict verdict_of_fault(const std::string& kind) {
  static const std::map<std::string, Verdict> kVerdicts{
      {"out_of_bounds", Verdict::kMemoryFault},
      {"misaligned", Verdict::kMemoryFault},
      {"use_after_free", Verdict::kMemoryFault},
      {"host_pointer", Verdict::kMemoryFault},
      {"uninitialised_read", Verdict::kWrong},  // as on a GPU, which computes with rubbish
      {"host_access", Verdict::kMemoryFault},
      {"invalid_copy", Verdict::kMemoryFault},
      {"invalid_free", Verdict::kMemoryFault},
      {"unsynchronised_access", Verdict::kMemoryFault},
      {"race", Verdict::kRace},
      {"divergent_barrier", Verdict::kWrong},
      {"invalid_lane_mask", Verdict::kWrong},
      {"invalid_handle", Verdict::kWrong},  // as on a GPU, which reads zeros
      {"deadlock", Verdict::kDeadlock},
      {"work_limit", Verdict::kTimeout},
      {"trap", Verdict::kCrash},
      {"assert", Verdict::kCrash},
      {"stack_overflow", Verdict::kCrash},
      {"invalid_instruction", Verdict::kCrash}};
  const auto found = kVerdicts.find(kind);
  return found == kVerdicts.end() ? Verdict::kWrong : found->second;
}

Finding finding_of_report(const WorkerReport& report) {
  Finding finding = finding_of_trouble(report);
  const std::vector<json> faults = faults_of(report);
  if (faults.empty()) {
    return finding;
  }
  Finding worst{Verdict::kSkipped, {}};
  for (const json& fault : faults) {
    const Verdict verdict = verdict_of_fault(fault.value("kind", std::string()));
    if (verdict < worst.verdict) {
      worst.verdict = verdict;
      worst.message = told(fault, report.function);
    }
    worst.faults.push_back(verbatim(fault));
  }
  const bool are_one_mistake = std::all_of(faults.begin(), faults.end(), [](const json& fault) {
    return callers_memory_freed(fault).has_value();  // each array that was given back is told
  });
  if (faults.size() > 1 && !are_one_mistake) {
    worst.message += fmt::format("\n({} faults in all.)", faults.size());
  }
  return worst;
}

}  // namespace warpschool::harness
