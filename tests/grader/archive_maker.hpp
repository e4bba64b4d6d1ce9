// Makes archives for tests, also such as no decent program would.
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace warpschool::grader {

enum class Packing { kZip, kTar, kTarGz, kTarZst };

class ArchiveMaker {
 public:
  explicit ArchiveMaker(Packing packing, const char* password = nullptr)
      : buffer_(std::size_t{16} << 20, '\0'), archive_(archive_write_new()) {
    if (packing == Packing::kZip) {
      archive_write_set_format_zip(archive_);
      // Names go in as they are: neither checked nor converted.
      archive_write_set_options(archive_, "hdrcharset=BINARY");
    } else {
      archive_write_set_format_gnutar(archive_);
    }
    if (packing == Packing::kTarGz) {
      archive_write_add_filter_gzip(archive_);
    } else if (packing == Packing::kTarZst) {
      archive_write_add_filter_zstd(archive_);
    }
    if (password != nullptr) {
      archive_write_set_options(archive_, "zip:encryption=traditional");
      archive_write_set_passphrase(archive_, password);
    }
    archive_write_set_bytes_in_last_block(archive_, 1);
    check(archive_write_open_memory(archive_, buffer_.data(), buffer_.size(), &used_));
  }
  ~ArchiveMaker() {
    if (archive_ != nullptr) {
      archive_write_free(archive_);
    }
  }
  ArchiveMaker(const ArchiveMaker&) = delete;
  ArchiveMaker& operator=(const ArchiveMaker&) = delete;

  ArchiveMaker& file(const std::string& name, const std::string& bytes) {
    begin(name, AE_IFREG, static_cast<la_int64_t>(bytes.size()));
    if (archive_write_data(archive_, bytes.data(), bytes.size()) < 0) {
      throw std::runtime_error(archive_error_string(archive_));
    }
    return *this;
  }

  ArchiveMaker& zeros(const std::string& name, std::uint64_t size) {
    begin(name, AE_IFREG, static_cast<la_int64_t>(size));
    const std::string block(1 << 20, '\0');
    for (std::uint64_t done = 0; done < size; done += block.size()) {
      archive_write_data(archive_, block.data(), block.size());
    }
    return *this;
  }

  ArchiveMaker& folder(const std::string& name) {
    begin(name, AE_IFDIR, 0);
    return *this;
  }

  ArchiveMaker& special(const std::string& name, unsigned type) {
    begin(name, type, 0);
    return *this;
  }

  ArchiveMaker& symlink(const std::string& name, const std::string& target) {
    begin(name, AE_IFLNK, 0, target);
    return *this;
  }

  ArchiveMaker& hardlink(const std::string& name, const std::string& target) {
    begin(name, AE_IFREG, 0, {}, target);
    return *this;
  }

  std::string bytes() {
    check(archive_write_close(archive_));
    archive_write_free(archive_);
    archive_ = nullptr;
    return buffer_.substr(0, used_);
  }

 private:
  void begin(const std::string& name, unsigned type, la_int64_t size,
             const std::string& target = {}, const std::string& same_as = {}) {
    archive_entry* entry = archive_entry_new();
    archive_entry_copy_pathname(entry, name.c_str());
    archive_entry_set_filetype(entry, type);
    archive_entry_set_perm(entry, type == AE_IFDIR ? 0755 : 0644);
    archive_entry_set_size(entry, size);
    if (!target.empty()) {
      archive_entry_copy_symlink(entry, target.c_str());
    }
    if (!same_as.empty()) {
      archive_entry_copy_hardlink(entry, same_as.c_str());
    }
    const int status = archive_write_header(archive_, entry);
    archive_entry_free(entry);
    check(status);
  }

  void check(int status) {
    if (status < ARCHIVE_WARN) {
      throw std::runtime_error(archive_error_string(archive_));
    }
  }

  std::string buffer_;
  std::size_t used_ = 0;
  archive* archive_;
};

}  // namespace warpschool::grader
