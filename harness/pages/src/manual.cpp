// Writes a manual page in troff.
#include "declarations.hpp"
#include "warpschool/pages/pages.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::pages {
namespace {

/// What troff would take for itself: a backslash, a '-' that is to be a hyphen-minus, and a dot or
/// quote at the beginning of a line.
std::string roff(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = i == 0 || text[i - 1] == '\n';
    if (begins && (text[i] == '.' || text[i] == '\'')) {
      result += "\\&";
    }
    result += text[i] == '\\' ? "\\e" : text[i] == '-' ? "\\-" : std::string(1, text[i]);
  }
  return result;
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return text;
}

/// "-j, --jobs N", in troff.
std::string names_of(const CLI::Option& option) {
  std::string names;
  for (const std::string& name : option.get_snames()) {
    names += fmt::format("{}\\fB\\-{}\\fR", names.empty() ? "" : ", ", roff(name));
  }
  for (const std::string& name : option.get_lnames()) {
    names += fmt::format("{}\\fB\\-\\-{}\\fR", names.empty() ? "" : ", ", roff(name));
  }
  if (names.empty()) {
    return "\\fI" + roff(option.get_name(true)) + "\\fR";
  }
  const bool takes_value = option.get_items_expected_max() > 0;
  return names + (takes_value ? " \\fI" + roff(option.get_type_name()) + "\\fR" : "");
}

std::string entry(const CLI::Option& option) {
  const std::string required = option.get_required() ? " (required)" : "";
  return fmt::format(".TP\n{}\n{}{}\n", names_of(option), roff(option.get_description()), required);
}

std::string options_text(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : options_of(app)) {
    text += entry(*option);
  }
  return text;
}

/// "export --out DIR [OPTIONS]": what must be given.
std::string synopsis(const CLI::App& command) {
  std::string text = "\\fB" + roff(command.get_name()) + "\\fR";
  for (const CLI::Option* option : options_of(command)) {
    const bool positional = option->get_snames().empty() && option->get_lnames().empty();
    if (positional || option->get_required()) {
      const char* const open = option->get_required() ? "" : "[";
      const char* const close = option->get_required() ? "" : "]";
      text += fmt::format(" {}{}{}", open, names_of(*option), close);
    }
  }
  return text + " [\\fIOPTIONS\\fR]";
}

}  // namespace

std::string manual(const CLI::App& app, const std::string& version) {
  const std::string name = roff(app.get_name());
  std::string text = fmt::format(
      ".TH {} 1 \"\" \"Warpschool {}\" \"Warpschool\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n",
      upper(name), roff(version), name, roff(app.get_description()));
  text += fmt::format("\\fB{}\\fR [\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]\n", name);
  text += ".SH OPTIONS\n" + options_text(app);
  text += ".SH COMMANDS\n";
  for (const CLI::App* command : commands_of(app)) {
    text += fmt::format(".SS {}\n{}\n.PP\n{}\n", roff(command->get_name()), synopsis(*command),
                        roff(command->get_description()));
    text += options_text(*command);
  }
  if (!app.get_footer().empty()) {
    text += ".SH EXIT STATUS\n" +
            roff(app.get_footer().substr(app.get_footer().find_first_not_of('\n'))) + "\n";
  }
  return text;
}

}  // namespace warpschool::pages
