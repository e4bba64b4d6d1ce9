// Lists all checks of a result with what the short screen leaves out.
#include "verbose.hpp"

#include "explanation.hpp"
#include "measured.hpp"
#include "warpschool/screen/figures.hpp"
#include "warpschool/screen/tasks.hpp"

#include <fmt/format.h>

namespace warpschool::screen {
namespace {

/// The ratio of a race that is won, and counters that the message does not name already.
std::string figures_beside(const Check& check) {
  std::string text = check.passed() && check.ratio ? "  " + race_text(check) + "\n" : std::string();
  for (const auto& [name, value] : check.counters) {
    if (("\n" + check.message).find("\n" + name + ": ") == std::string::npos) {
      text += fmt::format("  {}: {}\n", name, figure_of(name, value));
    }
  }
  return text;
}

/// Without line breaks at its begin and with one at its end.
std::string trimmed_block(const std::string& text) {
  const std::size_t begin = text.find_first_not_of('\n');
  return begin == std::string::npos
             ? std::string()
             : text.substr(begin, text.find_last_not_of('\n') + 1 - begin) + "\n";
}

}  // namespace

std::string everything_else(const JudgeResult& result, const Check* told, const Context& context,
                            const Above& above) {
  std::string text = "\n";
  bool is_apart = true;  // behind an empty line
  for (const Check& check : result.checks) {
    const bool is_told = &check == told;
    std::string body = is_told ? "" : explanation(check, above.look, above.text + text);
    body += told != nullptr ? figures_beside(check) : "";  // of a pass they are told above
    body = trimmed_block(body);
    text += is_apart || body.empty() ? "" : "\n";
    text += fmt::format("{}, {}: {}{}\n", word_of(check), check.kind, check.name,
                        is_told ? " (told above)" : "");
    is_apart = !body.empty();
    text += body + (is_apart ? "\n" : "");
  }
  text += fmt::format("{}Seed {} on {}.\n", is_apart ? "" : "\n", result.seed, result.device);
  return text + (context.again.empty() ? "" : "The same inputs again:\n  " + context.again + "\n");
}

}  // namespace warpschool::screen
