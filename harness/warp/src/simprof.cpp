// simprof: runs a program that simcc made and shows what its kernels did and what limits them.
#include "profile_run.hpp"
#include "warpschool/screen/screen.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <unistd.h>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;

constexpr int kBadUsage = 2;

int start(int argc, char** argv) {
  CLI::App app{"Runs a program made by simcc and shows what its kernels did and what limits them."};
  app.set_version_flag("--version", WARPSCHOOL_VERSION);
  std::string program, page, sources;
  bool no_page = false;
  app.add_option("-o,--page", page, "where the page goes; default: PROGRAM.profile.html");
  app.add_flag("--no-page", no_page, "only the text");
  app.add_option("--sources", sources, "a folder with the sources, if they were moved");
  app.add_option("PROGRAM", program, "with its arguments behind it")
      ->required()
      ->check(CLI::ExistingFile);
  app.prefix_command();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kBadUsage;
  }
  const fs::path path = fs::absolute(program);
  ProfileOptions options;
  options.colour = screen::wants_colour(STDOUT_FILENO);
  if (!no_page) {
    options.page = page.empty() ? path.filename().string() + ".profile.html" : page;
  }
  const ProfileReport report =
      profile_program(path, app.remaining(), path.filename().string(),
                      sources.empty() ? path.parent_path() : fs::path(sources), options);
  std::fputs(report.text.c_str(), stdout);
  return report.status;
}

}  // namespace
}  // namespace warpschool::warp

int main(int argc, char** argv) {
  try {
    return warpschool::warp::start(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "simprof: %s\n", error.what());
    return 3;
  }
}
