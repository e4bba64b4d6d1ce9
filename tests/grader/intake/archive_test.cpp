// Archives, also hostile ones: each has a named outcome that harms nobody.
#include "intake/archive.hpp"

#include "../archive_maker.hpp"
#include "../small_course.hpp"
#include "../test_folder.hpp"
#include "intake/intake.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::grader::intake {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

Unpacked unpacked(const std::string& bytes, const UnpackLimits& limits = {}) {
  return unpack(
      {{}, bytes}, [](std::string_view) { return true; }, limits, limits);
}

const Entry& entry_at(const Unpacked& unpacked, const std::string& path) {
  static const Entry kNone{"not there", "not there", "", 0, {}, {}};
  for (const Entry& entry : unpacked.entries) {
    if (entry.path == path) {
      return entry;
    }
  }
  return kNone;
}

std::string bytes_at(const Unpacked& unpacked, const std::string& path) {
  return entry_at(unpacked, path).bytes.value_or("nothing");
}

/// A class of ada, whose vector_add.cu is right, and of boris, who handed in `archive`.
struct ClassWith {
  ClassWith(const std::string& name, const std::string& archive) {
    folder.add("class/ada/vector_add.cu", "right");
    folder.add("class/boris/" + name, archive);
    IntakeOptions options;
    options.submissions = {folder.path() / "class"};
    auto result = take_in(options, two_exercises());
    REQUIRE(result);
    taken = std::move(*result);
    CHECK(taken.folder.of("ada", "vector_add").files.at(0).bytes == "right");
    CHECK(taken.folder.students == std::vector<std::string>{"ada", "boris"});
  }

  std::string reason(const std::string& path) const {
    for (const UnmatchedFile& file : taken.folder.unmatched) {
      if (file.path == path) {
        return file.reason;
      }
    }
    return "matched";
  }
  const Submission& of_boris() const { return taken.folder.of("boris", "vector_add"); }
  bool boris_is_told(const std::string& words) const {
    for (const std::string& note : taken.folder.people.at("boris").notes) {
      if (note.find(words) != std::string::npos) {
        return true;
      }
    }
    return false;
  }

  ScratchFolder folder;
  Intake taken;
};

TEST_CASE("zip and tar, packed or not, are lists of files", "[intake]") {
  for (const Packing packing : {Packing::kZip, Packing::kTar, Packing::kTarGz, Packing::kTarZst}) {
    ArchiveMaker maker(packing);
    maker.folder("ada/").file("ada/vector_add.cu", "one").file("./boris/x y/transpose.cu", "two");
    const Unpacked result = unpacked(maker.bytes());
    CHECK(result.problem.empty());
    CHECK(result.folders == std::vector<std::string>{"ada"});
    CHECK(bytes_at(result, "ada/vector_add.cu") == "one");
    CHECK(bytes_at(result, "boris/x y/transpose.cu") == "two");
  }
}

TEST_CASE("a student's archive of any kind is opened in place", "[intake]") {
  const std::string inner = ArchiveMaker(Packing::kTarGz).file("src/vector_add.cu", "deep").bytes();
  const ClassWith made("week1.zip",
                       ArchiveMaker(Packing::kZip).file("more/inner.tar.gz", inner).bytes());
  CHECK(made.of_boris().files.at(0).bytes == "deep");
}

TEST_CASE("no name leads out of an archive", "[intake]") {
  const Unpacked result = unpacked(ArchiveMaker(Packing::kTar)
                                       .file("../ada/vector_add.cu", "evil")
                                       .file("/etc/passwd", "evil")
                                       .file("a/../../b.cu", "evil")
                                       .bytes());
  CHECK(result.entries.size() == 3);
  for (const Entry& entry : result.entries) {
    CHECK(entry.trouble.find("leads out of its archive") == 0);
    CHECK_FALSE(entry.bytes);
    CHECK(entry.path.find("..") == std::string::npos);
  }
  const ClassWith made("x.zip",
                       ArchiveMaker(Packing::kZip).file("..\\ada\\vector_add.cu", "evil").bytes());
  CHECK(made.of_boris().is_missing());
  CHECK(made.reason("boris/x.zip/ada/vector_add.cu").find("leads out") == 0);
}

TEST_CASE("links and devices in an archive are listed, not followed", "[intake]") {
  const Unpacked result = unpacked(ArchiveMaker(Packing::kTar)
                                       .symlink("vector_add.cu", "/etc/passwd")
                                       .hardlink("transpose.cu", "vector_add.cu")
                                       .special("pipe.cu", AE_IFIFO)
                                       .special("disk.cu", AE_IFBLK)
                                       .bytes());
  CHECK(entry_at(result, "vector_add.cu").trouble == "is a link: links are not followed");
  CHECK(entry_at(result, "transpose.cu").trouble == "is a link: links are not followed");
  CHECK(entry_at(result, "pipe.cu").trouble == "is no ordinary file");
  CHECK(entry_at(result, "disk.cu").trouble == "is no ordinary file");
  const ClassWith made("x.zip",
                       ArchiveMaker(Packing::kZip).symlink("vector_add.cu", "../ada").bytes());
  CHECK(made.of_boris().is_missing());
  CHECK(made.of_boris().notes ==
        std::vector<std::string>{"vector_add.cu is a link: links are not followed."});
}

TEST_CASE("of a name that stands twice the last one counts, and says so", "[intake]") {
  const ClassWith made("x.zip", ArchiveMaker(Packing::kZip)
                                    .file("vector_add.cu", "first")
                                    .file("vector_add.cu", "second")
                                    .bytes());
  CHECK(made.of_boris().files.at(0).bytes == "second");
  CHECK(made.of_boris().notes.at(0).find("several files named vector_add.cu") != std::string::npos);
}

TEST_CASE("names of old code pages are read, and said to be a guess", "[intake]") {
  const Unpacked zip =
      unpacked(ArchiveMaker(Packing::kZip).file("J\x94rg/vector_add.cu", "x").bytes());
  CHECK(bytes_at(zip, "J\xc3\xb6rg/vector_add.cu") == "x");
  CHECK(entry_at(zip, "J\xc3\xb6rg/vector_add.cu").remark.find("code page 437") !=
        std::string::npos);
  const Unpacked tar =
      unpacked(ArchiveMaker(Packing::kTar).file("J\xf6rg/vector_add.cu", "x").bytes());
  CHECK(bytes_at(tar, "J\xc3\xb6rg/vector_add.cu") == "x");
}

TEST_CASE("an encrypted archive of a student is told, and nothing else suffers", "[intake]") {
  const ClassWith made("x.zip",
                       ArchiveMaker(Packing::kZip, "secret").file("vector_add.cu", "x").bytes());
  CHECK(made.of_boris().is_missing());
  CHECK(made.of_boris().notes.at(0) ==
        "vector_add.cu is encrypted: hand it in again without a password.");
}

TEST_CASE("an archive that is cut short, garbage or empty is told", "[intake]") {
  std::string whole = ArchiveMaker(Packing::kZip)
                          .file("vector_add.cu", std::string(5000, 'x'))
                          .file("transpose.cu", std::string(5000, 'y'))
                          .bytes();
  const ClassWith cut_short("x.zip", whole.substr(0, whole.size() / 2));
  CHECK(cut_short.reason("boris/x.zip").find("is damaged or cut short") == 0);
  CHECK(cut_short.boris_is_told("x.zip is damaged or cut short"));
  CHECK(ClassWith("x.zip", "I am no archive").reason("boris/x.zip").find("is damaged") == 0);
  CHECK(ClassWith("x.tar.gz", "").reason("boris/x.tar.gz") == "is an empty file");
  std::string tar = ArchiveMaker(Packing::kTarGz).zeros("vector_add.cu", 3 * kMiB).bytes();
  CHECK(
      ClassWith("x.tgz", tar.substr(0, tar.size() / 2)).reason("boris/x.tgz").find("is damaged") ==
      0);
  CHECK(ClassWith("x.rar", "Rar!").reason("boris/x.rar").find("kind that is not opened") !=
        std::string::npos);
}

TEST_CASE("a file whose bytes are not what the archive promised is damaged", "[intake]") {
  std::string bytes = ArchiveMaker(Packing::kZip).file("vector_add.cu", "// a kernel").bytes();
  // Behind the local header of 30 bytes, the name, and the extra fields whose length it tells.
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
  const std::size_t data = 30U + byte(26) + byte(28) + 256U * byte(29);
  bytes[data + 4] = static_cast<char>(byte(data + 4) ^ 1U);
  const ClassWith made("x.zip", bytes);
  CHECK(made.of_boris().is_missing());
  CHECK(made.reason("boris/x.zip/vector_add.cu").find("is damaged in its archive") == 0);
}

TEST_CASE("a bomb goes off harmlessly", "[intake]") {
  const auto bomb = ArchiveMaker(Packing::kZip)
                        .zeros("vector_add.cu", 256 * kMiB)
                        .file("transpose.cu", "fine")
                        .bytes();
  CHECK(bomb.size() < kMiB);
  const ClassWith in_zip("x.zip", bomb);
  CHECK(in_zip.of_boris().files.at(0).problem.find("larger than 1 MiB") != std::string::npos);
  CHECK(in_zip.taken.folder.of("boris", "transpose").files.at(0).bytes == "fine");

  const auto packed = ArchiveMaker(Packing::kTarGz).zeros("data.bin", 64 * kMiB).bytes();
  const ClassWith in_tar("x.tar.gz", packed);
  CHECK(in_tar.boris_is_told("unpacks to more than 200 times its size"));
}

TEST_CASE("limits of bytes, files and depth end the reading of one archive", "[intake]") {
  UnpackLimits limits;
  limits.bytes = 3 * kMiB;
  limits.ratio = 0;
  const auto large = ArchiveMaker(Packing::kTar).zeros("a", 2 * kMiB).zeros("b", 2 * kMiB).bytes();
  CHECK(unpacked(large, limits).problem.find("unpacks to more than 3 MiB") == 0);

  ArchiveMaker many(Packing::kZip);
  for (int i = 0; i < 10'050; ++i) {
    many.file("f" + std::to_string(i), "");
  }
  const ClassWith made("x.zip", many.bytes());
  CHECK(made.boris_is_told("holds more than 10000 files"));
  CHECK(made.taken.folder.unmatched.size() < 60);
  CHECK(made.reason("boris").find("more files that are not listed") != std::string::npos);

  std::string inner = ArchiveMaker(Packing::kZip).file("vector_add.cu", "x").bytes();
  for (int i = 0; i < 6; ++i) {
    inner = ArchiveMaker(Packing::kZip).file("again.zip", inner).bytes();
  }
  const ClassWith deep("x.zip", inner);
  CHECK(deep.of_boris().is_missing());
  CHECK(deep.boris_is_told("too many archives inside one another"));
}

TEST_CASE("limits count for one student's archive, not for all of them together", "[intake]") {
  UnpackLimits nested;
  nested.files = 3;
  const auto two = ArchiveMaker(Packing::kZip).file("a.cu", "1").file("b.cu", "2").bytes();
  const auto four =
      ArchiveMaker(Packing::kZip).file("a", "").file("b", "").file("c", "").file("d", "").bytes();
  const Unpacked result = unpack(
      {{},
       ArchiveMaker(Packing::kZip)
           .file("ada.zip", two)
           .file("boris.zip", four)
           .file("chen.zip", two)
           .bytes()},
      [](std::string_view) { return true; }, limits_of_a_class(), nested);
  CHECK(result.problem.empty());
  CHECK(bytes_at(result, "ada.zip/b.cu") == "2");
  CHECK(bytes_at(result, "chen.zip/b.cu") == "2");
  CHECK(entry_at(result, "boris.zip").trouble.find("holds more than 3 files") == 0);
}

TEST_CASE("names without end are cut and refused", "[intake]") {
  const std::string name(3000, 'x');
  const Unpacked result = unpacked(ArchiveMaker(Packing::kZip).file(name + ".cu", "x").bytes());
  REQUIRE(result.entries.size() == 1);
  CHECK(result.entries[0].path.size() <= 1024);
  CHECK(result.entries[0].trouble.find("has a name of more than") == 0);
}

TEST_CASE("a class's archive that is damaged or encrypted is an error, not half a class",
          "[intake]") {
  const ScratchFolder folder;
  ArchiveMaker maker(Packing::kTarGz);
  for (int i = 0; i < 50; ++i) {
    maker.file("s" + std::to_string(i) + "/vector_add.cu", std::to_string(i * 7919));
  }
  const std::string whole = maker.bytes();
  folder.add("cut.tar.gz", whole.substr(0, whole.size() * 2 / 3));
  folder.add("locked.zip",
             ArchiveMaker(Packing::kZip, "secret").file("ada/vector_add.cu", "x").bytes());
  folder.add("vector_add.cu", "x");
  const auto message = [&](const char* name) {
    IntakeOptions options;
    options.submissions = {folder.path() / name};
    const auto result = take_in(options, two_exercises());
    return result ? "" : to_string(result.diagnostics().front());
  };
  CHECK(message("cut.tar.gz").find("is damaged or cut short") != std::string::npos);
  CHECK(message("locked.zip").find("is encrypted") != std::string::npos);
  CHECK(message("vector_add.cu").find("neither a folder nor an archive") != std::string::npos);
  CHECK(message("absent.zip").find("is not there") != std::string::npos);
}

}  // namespace
}  // namespace warpschool::grader::intake
