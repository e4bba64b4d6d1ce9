// The one document of a YAML text: a second one, or text that belongs to none, is a mistake.
#include "document.hpp"

#include <yaml-cpp/eventhandler.h>

#include <sstream>
#include <vector>

namespace warpschool::course {
namespace {

/// Where documents begin, and nothing else of them.
class Beginnings : public YAML::EventHandler {
 public:
  const std::vector<YAML::Mark>& marks() const { return marks_; }
  void OnDocumentStart(const YAML::Mark& mark) override { marks_.push_back(mark); }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}

 private:
  std::vector<YAML::Mark> marks_;
};

/// Where a second document begins. YAML::LoadAll would tell, too, but never ends on text behind a
/// document that yaml-cpp takes for the begin of a next one and does not read (", x").
std::optional<YAML::Mark> second_document(const std::string& text) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  Beginnings beginnings;
  while (beginnings.marks().size() < 2 && parser.HandleNextDocument(beginnings)) {
  }
  return beginnings.marks().size() < 2 ? std::nullopt : std::optional(beginnings.marks()[1]);
}

bool is_marker(const std::string& text, const YAML::Mark& mark) {
  return text.compare(static_cast<std::size_t>(mark.pos), 3, "---") == 0;
}

}  // namespace

std::optional<YAML::Node> document_in(const std::string& text, Complaints& complaints,
                                      const char* needed) {
  const std::optional<YAML::Mark> second = second_document(text);
  if (second && is_marker(text, *second)) {
    complaints.add(*second, "a second document begins, which nobody would read",
                   "take out this line");
  } else if (second) {
    complaints.add(*second, "not valid YAML: what begins here belongs to nothing",
                   "take it out, or join it with what it belongs to");
    return std::nullopt;
  }
  const YAML::Node document = YAML::Load(text);
  if (document.IsNull() && needed != nullptr) {
    complaints.add(Place{1, 1}, "the course must be a mapping (key: value), but is empty", needed);
    return std::nullopt;
  }
  return document;
}

}  // namespace warpschool::course
