// Lists options of nvcc that mean nothing here.
#include "simcc/options/ignored_options.hpp"

#include <algorithm>
#include <array>

namespace warpschool::simcc {
namespace {

constexpr std::array kWithValue = std::to_array<std::string_view>({"--Ofast-compile",
                                                                   "--archive-options",
                                                                   "--archiver-binary",
                                                                   "--compiler-bindir",
                                                                   "--cudadevrt",
                                                                   "--cudart",
                                                                   "--default-stream",
                                                                   "--diag-error",
                                                                   "--diag-suppress",
                                                                   "--diag-warn",
                                                                   "--dopt",
                                                                   "--drive-prefix",
                                                                   "--fatbin-options",
                                                                   "--gpu-code",
                                                                   "--input-drive-prefix",
                                                                   "--jump-table-density",
                                                                   "--keep-dir",
                                                                   "--libdevice-directory",
                                                                   "--machine",
                                                                   "--maxrregcount",
                                                                   "--nvlink-options",
                                                                   "--optimization-info",
                                                                   "--prec-div",
                                                                   "--prec-sqrt",
                                                                   "--ptxas-options",
                                                                   "--split-compile",
                                                                   "--static-global-template-stub",
                                                                   "--target-directory",
                                                                   "--threads",
                                                                   "--time",
                                                                   "-Ofast-compile",
                                                                   "-Xarchive",
                                                                   "-Xcudafe",
                                                                   "-Xfatbinary",
                                                                   "-Xnvlink",
                                                                   "-Xptxas",
                                                                   "-arbin",
                                                                   "-ccbin",
                                                                   "-code",
                                                                   "-cudadevrt",
                                                                   "-cudart",
                                                                   "-default-stream",
                                                                   "-diag-error",
                                                                   "-diag-suppress",
                                                                   "-diag-warn",
                                                                   "-dopt",
                                                                   "-jtd",
                                                                   "-keep-dir",
                                                                   "-ldir",
                                                                   "-m",
                                                                   "-maxrregcount",
                                                                   "-opt-info",
                                                                   "-prec-div",
                                                                   "-prec-sqrt",
                                                                   "-split-compile",
                                                                   "-static-global-template-stub",
                                                                   "-t",
                                                                   "-target-dir",
                                                                   "-time"});

constexpr std::array kWithoutValue =
    std::to_array<std::string_view>({"--Wno-deprecated-gpu-targets",
                                     "--allow-unsupported-compiler",
                                     "--brief-diagnostics",
                                     "--clean-targets",
                                     "--device-int128",
                                     "--device-stack-protector",
                                     "--display-error-number",
                                     "--dlink-time-opt",
                                     "--dont-use-profile",
                                     "--ewp",
                                     "--expt-extended-lambda",
                                     "--expt-relaxed-constexpr",
                                     "--extended-lambda",
                                     "--extensible-whole-program",
                                     "--extra-device-vectorization",
                                     "--forward-unknown-to-host-compiler",
                                     "--generate-line-info",
                                     "--link",
                                     "--lto",
                                     "--no-compress",
                                     "--no-device-link",
                                     "--no-display-error-number",
                                     "--no-host-device-initializer-list",
                                     "--no-host-device-move-forward",
                                     "--objdir-as-tempdir",
                                     "--profile",
                                     "--resource-usage",
                                     "--restrict",
                                     "--save-temps",
                                     "--source-in-ptx",
                                     "--use-local-env",
                                     "-Wdefault-stream-launch",
                                     "-Werror=cross-execution-space-call",
                                     "-Wext-lambda-captures-this",
                                     "-Wmissing-launch-bounds",
                                     "-Wno-default-stream-launch",
                                     "-Wno-deprecated-gpu-targets",
                                     "-Wreorder",
                                     "-allow-unsupported-compiler",
                                     "-brief-diag",
                                     "-clean",
                                     "-dlto",
                                     "-ewp",
                                     "-expt-extended-lambda",
                                     "-expt-relaxed-constexpr",
                                     "-extended-lambda",
                                     "-extra-device-vectorization",
                                     "-forward-unknown-to-host-compiler",
                                     "-lineinfo",
                                     "-link",
                                     "-lto",
                                     "-m64",
                                     "-no-compress",
                                     "-nodlink",
                                     "-nohdinitlist",
                                     "-nohdmoveforward",
                                     "-pg",
                                     "-res-usage",
                                     "-restrict",
                                     "-save-temps",
                                     "-src-in-ptx",
                                     "-use-local-env"});

}  // namespace

Ignored ignored_option(std::string_view word) {
  if (std::find(kWithoutValue.begin(), kWithoutValue.end(), word) != kWithoutValue.end()) {
    return Ignored::kWord;
  }
  const std::string_view name = word.substr(0, word.find('='));
  if (std::find(kWithValue.begin(), kWithValue.end(), name) != kWithValue.end()) {
    return name.size() == word.size() ? Ignored::kWordAndNext : Ignored::kWord;
  }
  // -t4: so many compilations at once
  const bool threads = word.rfind("-t", 0) == 0 && word.size() > 2 &&
                       word.find_first_not_of("0123456789", 2) == std::string_view::npos;
  return threads ? Ignored::kWord : Ignored::kNo;
}

}  // namespace warpschool::simcc
