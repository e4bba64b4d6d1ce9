// What both pages ask CLI11 for.
#pragma once

#include <CLI/CLI.hpp>
#include <vector>

namespace warpschool::pages {

/// Those that help lists.
inline std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

inline std::vector<const CLI::Option*> options_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return !option->get_group().empty(); });
}

}  // namespace warpschool::pages
