// Writes a completion function for bash.
#include "declarations.hpp"
#include "warpschool/pages/pages.hpp"

#include <array>
#include <fmt/format.h>

namespace warpschool::pages {
namespace {

std::string names_of(const CLI::App& app) {
  std::string names;
  for (const CLI::Option* option : options_of(app)) {
    for (const std::string& name : option->get_lnames()) {
      names += fmt::format("{}--{}", names.empty() ? "" : " ", name);
    }
  }
  return names;
}

/// Options that take a word which is no file's name: nothing is proposed after them.
std::string words_of(const CLI::App& app) {
  constexpr std::array kFiles{"DIR", "FILE", "PATH", "ZIP", "CSV"};
  std::string names;
  for (const CLI::Option* option : options_of(app)) {
    bool is_file = option->get_items_expected_max() == 0;
    for (const char* const type : kFiles) {
      is_file = is_file || option->get_type_name() == type;
    }
    for (const std::string& name : option->get_lnames()) {
      names += is_file ? "" : fmt::format("{}--{}", names.empty() ? "" : " ", name);
    }
  }
  return names;
}

std::string lines_of(const char* variable, const std::string& words) {
  return fmt::format("      {}=\"{}\"\n", variable, words);
}

}  // namespace

std::string completion(const CLI::App& app) {
  const std::string& name = app.get_name();
  std::string commands;
  std::string cases;
  for (const CLI::App* command : commands_of(app)) {
    commands += (commands.empty() ? "" : " ") + command->get_name();
    cases +=
        fmt::format("    {})\n{}{}      ;;\n", command->get_name(),
                    lines_of("options", names_of(*command)), lines_of("words", words_of(*command)));
  }
  return fmt::format(R"(# bash completion for {0}, written by {0} --print-completion
_{0}_completion() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command="" options="" words="" i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ ${{COMP_WORDS[i]}} != -* ]]; then
      command=${{COMP_WORDS[i]}}
      break
    fi
  done
  case "$command" in
{1}    *)
      options="{2}"
      if [[ -z "$command" && $word != -* ]]; then
        COMPREPLY=($(compgen -W "{3}" -- "$word"))
        return
      fi
      ;;
  esac
  COMPREPLY=()
  if [[ " $words " == *" $before "* ]]; then
    return
  fi
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -F _{0}_completion {0}
)",
                     name, cases, names_of(app), commands);
}

}  // namespace warpschool::pages
