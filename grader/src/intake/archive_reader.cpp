// Reads one zip or tar archive with libarchive, and stops where a limit is reached.
#include "intake/archive_reader.hpp"

#include "intake/foreign_names.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

namespace warpschool::grader::intake {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kRatioCountsFrom = std::uint64_t{16} << 20;

}  // namespace

void ArchiveReader::Close::operator()(archive* opened) const {
  archive_read_free(opened);
}

ArchiveReader::ArchiveReader(Budget& budget) : budget_(budget), reader_(archive_read_new()) {}

bool ArchiveReader::open(const ArchiveSource& source) {
  // The streaming reader of zip would believe what an archive says before its directory does.
  archive_read_support_format_zip_seekable(reader_.get());
  archive_read_support_format_tar(reader_.get());
  archive_read_support_filter_gzip(reader_.get());
  archive_read_support_filter_bzip2(reader_.get());
  archive_read_support_filter_xz(reader_.get());
  archive_read_support_filter_zstd(reader_.get());
  std::error_code failure;
  packed_bytes_ = source.file.empty() ? source.bytes.size() : fs::file_size(source.file, failure);
  const int opened =
      source.file.empty()
          ? archive_read_open_memory(reader_.get(), source.bytes.data(), source.bytes.size())
          : archive_read_open_filename(reader_.get(), source.file.c_str(), 65536);
  if (opened != ARCHIVE_OK || packed_bytes_ == 0) {
    problem_ = packed_bytes_ == 0 ? "is an empty file" : damage();
    return false;
  }
  return true;
}

archive_entry* ArchiveReader::next() {
  archive_entry* entry = nullptr;
  if (!problem_.empty()) {
    return nullptr;
  }
  const int status = archive_read_next_header(reader_.get(), &entry);
  if (status == ARCHIVE_EOF) {
    return nullptr;
  }
  if (status == ARCHIVE_FATAL || status == ARCHIVE_RETRY) {
    problem_ = damage();
    return nullptr;
  }
  if (++budget_.files > budget_.limits.files) {
    problem_ =
        fmt::format("holds more than {} files: the rest was not looked at", budget_.limits.files);
    return nullptr;
  }
  return entry;
}

bool ArchiveReader::is_zip() const {
  return (archive_format(reader_.get()) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP;
}

int ArchiveReader::each_block(const Take& take) {
  const void* block = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  for (;;) {
    const int status = archive_read_data_block(reader_.get(), &block, &size, &offset);
    if (status != ARCHIVE_OK) {
      if (status == ARCHIVE_FATAL && problem_.empty()) {
        problem_ = damage();
      }
      return status;
    }
    if (!within_limits(size)) {
      return ARCHIVE_FAILED;
    }
    if (!take(std::string_view(static_cast<const char*>(block), size),
              static_cast<std::uint64_t>(offset))) {
      return ARCHIVE_OK;
    }
  }
}

void ArchiveReader::skip() {
  if (!is_zip()) {
    each_block([](std::string_view, std::uint64_t) { return true; });
  }
}

bool ArchiveReader::within_limits(std::size_t more) {
  own_bytes_ += more;
  budget_.bytes += more;
  const UnpackLimits& limits = budget_.limits;
  if (budget_.bytes > limits.bytes) {
    problem_ =
        fmt::format("unpacks to more than {} MiB: the rest was not read", limits.bytes >> 20);
  } else if (limits.ratio > 0 && own_bytes_ > kRatioCountsFrom &&
             own_bytes_ / limits.ratio > packed_bytes_) {
    problem_ =
        fmt::format("unpacks to more than {} times its size: the rest was not read", limits.ratio);
  }
  return problem_.empty();
}

std::string ArchiveReader::damage() const {
  const char* text = archive_error_string(reader_.get());
  return fmt::format("is damaged or cut short{}{}", text == nullptr ? "" : ": ",
                     text == nullptr ? "" : decode_name(text, CodePage::kWindows).text);
}

}  // namespace warpschool::grader::intake
