// Tries images of several PTX texts.
#include "runtime/driver_api/ptx_images.hpp"

#include "warpschool/harness/catch.hpp"

namespace warpschool::sim::runtime {
namespace {

TEST_CASE("texts that were joined to an image come apart again", "[runtime]") {
  const std::vector<ImagePart> parts = {
      {".version 6.0\nfirst", "a b.ptx"}, {"", "empty"}, {"x", "c"}};
  const std::vector<ImagePart> split = split_image(join_image(parts));
  REQUIRE(split.size() == parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    CHECK(split[i].text == parts[i].text);
    CHECK(split[i].name == parts[i].name);
  }
}

TEST_CASE("a text that is no image, or a part of one, has no parts", "[runtime]") {
  CHECK(split_image("").empty());
  CHECK(split_image(".version 6.0").empty());
  const std::string image = join_image({{"0123456789", "name"}});
  for (std::size_t bytes = 0; bytes < image.size(); ++bytes) {
    CHECK(split_image(image.substr(0, bytes)).empty());
  }
  CHECK(split_image("//@warpschool part 18446744073709551615 name\ntext\n").empty());
  CHECK(split_image("//@warpschool part x name\ntext\n").empty());
}

}  // namespace
}  // namespace warpschool::sim::runtime
