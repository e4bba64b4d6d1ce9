// Writes zip archives with libarchive.
#include "handout/zip.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <stdexcept>
#include <system_error>

namespace warpschool::grader {
namespace {

constexpr std::time_t kNoTime = 315532800;  // 1 January 1980, UTC: the first day that a zip knows

}  // namespace

void ZipFile::Close::operator()(archive* open) const {
  archive_write_free(open);
}

void ZipFile::fail() const {
  const char* const why = archive_error_string(archive_.get());
  throw std::runtime_error(file_.string() + ": " + (why == nullptr ? "cannot be written" : why));
}

ZipFile::ZipFile(const std::filesystem::path& file)
    : file_(file), beside_(file), archive_(archive_write_new()) {
  beside_ += ".part";
  const bool is_open = archive_ != nullptr &&
                       archive_write_set_format_zip(archive_.get()) == ARCHIVE_OK &&
                       archive_write_open_filename(archive_.get(), beside_.c_str()) == ARCHIVE_OK;
  if (!is_open) {
    fail();
  }
}

ZipFile::~ZipFile() {
  if (archive_ != nullptr) {
    archive_.reset();
    std::error_code ignored;  // what is left says by its name that it is a part
    std::filesystem::remove(beside_, ignored);
  }
}

void ZipFile::add(const std::string& name, std::string_view bytes, bool executable) {
  const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                       &archive_entry_free);
  archive_entry_set_pathname(entry.get(), name.c_str());
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes.size()));
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), executable ? 0755 : 0644);
  archive_entry_set_mtime(entry.get(), kNoTime, 0);
  const bool written = archive_write_header(archive_.get(), entry.get()) == ARCHIVE_OK &&
                       archive_write_data(archive_.get(), bytes.data(), bytes.size()) ==
                           static_cast<la_ssize_t>(bytes.size());
  if (!written) {
    fail();
  }
}

void ZipFile::finish() {
  if (archive_write_close(archive_.get()) != ARCHIVE_OK) {
    fail();
  }
  archive_.reset();
  std::error_code error;
  std::filesystem::rename(beside_, file_, error);
  if (error) {
    throw std::runtime_error(file_.string() + ": " + error.message());
  }
}

}  // namespace warpschool::grader
