// Parses each embedded mustache template once.
#include "report/templates.hpp"

#include "embedded_texts.hpp"

#include <stdexcept>

namespace warpschool::grader::report {
namespace {

std::string with_partials(std::string_view name) {
  constexpr std::string_view kOpen = "{{> ";
  std::string text(embedded(std::string(name) + ".mustache"));
  for (std::size_t at = text.find(kOpen); at != std::string::npos; at = text.find(kOpen, at)) {
    const std::size_t end = text.find("}}", at);
    const std::string partial = text.substr(at + kOpen.size(), end - at - kOpen.size());
    text.replace(at, end + 2 - at, with_partials(partial));
  }
  return text;
}

}  // namespace

Template::Template(std::string_view name) : template_(with_partials(name)) {
  if (!template_.is_valid()) {
    throw std::logic_error(std::string(name) + ".mustache: " + template_.error_message());
  }
}

std::string Template::render(const Data& data) {
  return template_.render(data);
}

std::string_view embedded(std::string_view name) {
  const auto found = embedded_texts().find(name);
  if (found == embedded_texts().end()) {
    throw std::logic_error("no embedded file " + std::string(name));
  }
  return found->second;
}

std::string style_sheet() {
  std::string style;
  for (const char* const sheet : {"report.css", "class.css", "student.css"}) {
    style += embedded(sheet);
  }
  return style;
}

}  // namespace warpschool::grader::report
