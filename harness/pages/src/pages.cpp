// Lets a program print its own pages.
#include "warpschool/pages/pages.hpp"

#include <CLI/CLI.hpp>

namespace warpschool::pages {
namespace {

void add_page(CLI::App& app, const char* option,
              std::string (*make)(const CLI::App&, const std::string&),
              const std::string& version) {
  app.add_flag_callback(option,
                        [&app, make, version] {
                          throw CLI::CallForVersion(make(app, version),
                                                    0);  // prints it and ends well
                        })
      ->group("");  // no line in the help
}

}  // namespace

void add_pages(CLI::App& app, const std::string& version) {
  add_page(app, "--print-manual", &manual, version);
  add_page(
      app, "--print-completion",
      [](const CLI::App& of, const std::string&) { return completion(of); }, version);
}

}  // namespace warpschool::pages
