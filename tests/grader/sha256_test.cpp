// Tries SHA-256 on published examples.
#include "support/sha256.hpp"

#include <string>
#include <string_view>
#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

// The examples of FIPS 180-4 and the NIST test vectors.
TEST_CASE("SHA-256 gives the published digests", "[grader]") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("a text in pieces has the digest of the whole", "[grader]") {
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text += std::to_string(i * i);
  }
  for (const std::size_t piece : {1U, 3U, 63U, 64U, 65U, 128U, 1000U}) {
    Sha256 hash;
    for (std::size_t at = 0; at < text.size(); at += piece) {
      hash.update(std::string_view(text).substr(at, piece));
    }
    CHECK(hash.finish() == sha256(text));
  }
  CHECK(sha256(text) == "bbba68304737d82c3fbfc1661ebb6af93c9f8325fccef1ea18704d27b6fe6168");
}

TEST_CASE("fields that run together give different digests", "[grader]") {
  Sha256 left, right;
  left.update_field("ab");
  left.update_field("c");
  right.update_field("a");
  right.update_field("bc");
  CHECK(left.finish() != right.finish());
}

}  // namespace
}  // namespace warpschool::grader
