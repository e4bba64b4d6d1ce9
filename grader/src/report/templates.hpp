// The embedded mustache templates, each parsed once.
#pragma once

#include <kainjow/mustache.hpp>
#include <string>
#include <string_view>

namespace warpschool::grader::report {

using Data = kainjow::mustache::data;
using Object = kainjow::mustache::object;
using List = kainjow::mustache::list;

/// A page's template. `{{> name}}` includes name.mustache; that happens here, once, since the
/// engine would parse a partial again for every item of a list. A name that a section does not
/// define is looked up in the sections around it, so every item sets every name that its section
/// uses.
class Template {
 public:
  /// Throws std::logic_error if there is no such template or it is malformed (our mistake).
  explicit Template(std::string_view name);

  std::string render(const Data& data);

 private:
  kainjow::mustache::mustache template_;
};

/// The text of an embedded file: "report.css".
std::string_view embedded(std::string_view name);

/// assets/report.css: the sheets of all pages, one after the other.
std::string style_sheet();

}  // namespace warpschool::grader::report
