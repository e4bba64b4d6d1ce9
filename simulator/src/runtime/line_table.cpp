#include "runtime/line_table.hpp"

#include "runtime/byte_reader.hpp"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace warpschool::sim::runtime {
namespace {

// Names and numbers of DWARF 5, section 7.
enum Form : std::uint64_t {
  kFormBlock = 0x09,
  kFormData1 = 0x0b,
  kFormData2 = 0x05,
  kFormData4 = 0x06,
  kFormData8 = 0x07,
  kFormData16 = 0x1e,
  kFormUdata = 0x0f,
  kFormString = 0x08,
  kFormStrp = 0x0e,
  kFormLineStrp = 0x1f
};
enum Content : std::uint64_t { kContentPath = 1, kContentDirectory = 2 };
enum Standard : std::uint8_t {
  kExtended = 0,
  kCopy = 1,
  kAdvancePc = 2,
  kAdvanceLine = 3,
  kSetFile = 4,
  kSetColumn = 5,
  kConstAddPc = 8,
  kFixedAdvancePc = 9
};
enum Extended : std::uint8_t { kEndSequence = 1, kSetAddress = 2 };

struct Name {
  std::string_view path;
  std::uint64_t directory = 0;
};

struct Row {
  std::uint64_t address = 0;
  std::uint64_t file = 1, line = 1, column = 0;
};

/// One unit of .debug_line: its header, then the program that makes rows.
class Unit {
 public:
  Unit(const LineSections& sections, ByteReader unit) : sections_(sections), in_(unit) {}

  /// True if a row of this unit covers `wanted`; `found` is then that row.
  bool find(std::uint64_t wanted, SourceLocation& found);

 private:
  bool read_header();
  std::vector<Name> read_names();
  Name read_name(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& formats);
  void step(std::uint8_t opcode);
  void extended();
  void advance(std::uint64_t operations) { row_.address += operations * minimum_length_; }
  void emit(bool ends);
  SourceLocation location(const Row& row) const;

  const LineSections& sections_;
  ByteReader in_;
  std::uint64_t minimum_length_ = 1;
  std::int64_t line_base_ = 0;
  std::uint64_t line_range_ = 1, opcode_base_ = 1;
  std::vector<std::uint8_t> operand_counts_;
  std::vector<Name> directories_, files_;
  Row row_, before_;
  bool has_before_ = false, done_ = false;
  std::uint64_t wanted_ = 0;
  Row match_;
};

bool Unit::read_header() {
  const std::uint64_t version = in_.fixed(2);
  if (version != 5 || in_.fixed(1) != sizeof(void*) || in_.fixed(1) != 0) {
    return false;
  }
  in_.fixed(4);  // the header's length: read through instead
  minimum_length_ = in_.fixed(1);
  in_.fixed(1);  // operations an instruction: machines without VLIW have 1
  in_.fixed(1);  // is_stmt at first
  line_base_ = static_cast<std::int8_t>(in_.fixed(1));
  line_range_ = in_.fixed(1);
  opcode_base_ = in_.fixed(1);
  for (std::uint64_t i = 1; i < opcode_base_; ++i) {
    operand_counts_.push_back(static_cast<std::uint8_t>(in_.fixed(1)));
  }
  directories_ = read_names();
  files_ = read_names();
  return in_.good() && line_range_ != 0;
}

std::vector<Name> Unit::read_names() {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> formats(in_.fixed(1));
  for (auto& [content, form] : formats) {
    content = in_.unsigned_leb();
    form = in_.unsigned_leb();
  }
  std::vector<Name> names;
  for (std::uint64_t left = in_.unsigned_leb(); left > 0 && in_.good(); --left) {
    names.push_back(read_name(formats));
  }
  return names;
}

Name Unit::read_name(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& formats) {
  Name name;
  for (const auto& [content, form] : formats) {
    std::string_view text;
    std::uint64_t number = 0;
    switch (form) {
      case kFormString:
        text = in_.string();
        break;
      case kFormLineStrp:
        text = ByteReader(sections_.line_strings).string_at(in_.fixed(4));
        break;
      case kFormStrp:
        text = ByteReader(sections_.strings).string_at(in_.fixed(4));
        break;
      case kFormUdata:
        number = in_.unsigned_leb();
        break;
      case kFormData1:
        number = in_.fixed(1);
        break;
      case kFormData2:
        number = in_.fixed(2);
        break;
      case kFormData4:
        number = in_.fixed(4);
        break;
      case kFormData8:
        number = in_.fixed(8);
        break;
      case kFormData16:
        in_.skip(16);
        break;
      case kFormBlock:
        in_.skip(in_.unsigned_leb());
        break;
      default:
        in_.fail();
        return name;
    }
    if (content == kContentPath) {
      name.path = text;
    } else if (content == kContentDirectory) {
      name.directory = number;
    }
  }
  return name;
}

/// A row covers the addresses from its own to that of the next one of its sequence.
void Unit::emit(bool ends) {
  if (has_before_ && before_.address <= wanted_ && wanted_ < row_.address) {
    match_ = before_;
    done_ = true;
  }
  before_ = row_;
  has_before_ = !ends;
  if (ends) {
    row_ = Row();
  }
}

void Unit::extended() {
  const std::uint64_t length = in_.unsigned_leb();
  if (length == 0) {
    in_.fail();
    return;
  }
  const auto opcode = static_cast<std::uint8_t>(in_.fixed(1));
  if (opcode == kEndSequence) {
    emit(true);
  } else if (opcode == kSetAddress && length == 1 + sizeof(std::uint64_t)) {
    row_.address = in_.fixed(sizeof(std::uint64_t));
  } else {
    in_.skip(length - 1);
  }
}

void Unit::step(std::uint8_t opcode) {
  if (opcode >= opcode_base_) {
    const std::uint64_t adjusted = opcode - opcode_base_;
    advance(adjusted / line_range_);
    row_.line += static_cast<std::uint64_t>(line_base_) + adjusted % line_range_;
    emit(false);
    return;
  }
  switch (opcode) {
    case kExtended:
      extended();
      return;
    case kCopy:
      emit(false);
      return;
    case kAdvancePc:
      advance(in_.unsigned_leb());
      return;
    case kAdvanceLine:
      row_.line += static_cast<std::uint64_t>(in_.signed_leb());
      return;
    case kSetFile:
      row_.file = in_.unsigned_leb();
      return;
    case kSetColumn:
      row_.column = in_.unsigned_leb();
      return;
    case kConstAddPc:
      advance((255 - opcode_base_) / line_range_);
      return;
    case kFixedAdvancePc:
      row_.address += in_.fixed(2);
      return;
    default:
      for (unsigned i = 0; i < operand_counts_[opcode - 1U]; ++i) {
        in_.unsigned_leb();
      }
  }
}

SourceLocation Unit::location(const Row& row) const {
  SourceLocation where;
  if (row.file >= files_.size()) {
    return where;
  }
  const Name& name = files_[row.file];
  std::string path(name.path);
  // Directory 0 is the one that the compiler ran in; others may be relative to it.
  for (std::uint64_t d : {name.directory, std::uint64_t{0}}) {
    if (!path.empty() && path[0] != '/' && d < directories_.size()) {
      path = std::string(directories_[d].path) + "/" + path;
    }
  }
  where.file = std::move(path);
  where.line = static_cast<unsigned>(row.line);
  where.column = static_cast<unsigned>(row.column);
  return where;
}

bool Unit::find(std::uint64_t wanted, SourceLocation& found) {
  wanted_ = wanted;
  if (!read_header()) {
    return false;
  }
  while (!done_ && in_.good() && !in_.at_end()) {
    step(static_cast<std::uint8_t>(in_.fixed(1)));
  }
  if (done_) {
    found = location(match_);
  }
  return done_ && found.line != 0;
}

/// A file mapped for reading.
class MappedFile {
 public:
  explicit MappedFile(const char* path) {
    const int descriptor = ::open(path, O_RDONLY | O_CLOEXEC);
    struct stat info {};
    if (descriptor >= 0 && ::fstat(descriptor, &info) == 0 && info.st_size > 0) {
      bytes_ = static_cast<std::size_t>(info.st_size);
      data_ = ::mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE, descriptor, 0);
    }
    if (descriptor >= 0) {
      ::close(descriptor);
    }
  }
  ~MappedFile() {
    if (data_ != MAP_FAILED) {
      ::munmap(data_, bytes_);
    }
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const {
    return data_ == MAP_FAILED ? std::span<const std::byte>()
                               : std::span(static_cast<const std::byte*>(data_), bytes_);
  }

 private:
  void* data_ = MAP_FAILED;
  std::size_t bytes_ = 0;
};

LineSections sections_of(std::span<const std::byte> file) {
  LineSections sections;
  ByteReader reader(file);
  const auto header = reader.object_at<ElfW(Ehdr)>(0);
  if (!reader.good() || std::string_view(reinterpret_cast<const char*>(header.e_ident), SELFMAG) !=
                            std::string_view(ELFMAG, SELFMAG)) {
    return sections;
  }
  const auto section = [&](std::uint64_t index) {
    return reader.object_at<ElfW(Shdr)>(header.e_shoff + index * sizeof(ElfW(Shdr)));
  };
  const std::span<const std::byte> names =
      reader.part(section(header.e_shstrndx).sh_offset, section(header.e_shstrndx).sh_size);
  for (std::uint64_t i = 0; i < header.e_shnum && reader.good(); ++i) {
    const ElfW(Shdr) entry = section(i);
    const std::string_view name = ByteReader(names).string_at(entry.sh_name);
    if ((entry.sh_flags & SHF_COMPRESSED) != 0) {
      continue;
    }
    if (name == ".debug_line") {
      sections.line = reader.part(entry.sh_offset, entry.sh_size);
    } else if (name == ".debug_line_str") {
      sections.line_strings = reader.part(entry.sh_offset, entry.sh_size);
    } else if (name == ".debug_str") {
      sections.strings = reader.part(entry.sh_offset, entry.sh_size);
    }
  }
  return sections;
}

/// The loaded file that holds an address.
struct Loaded {
  std::uint64_t wanted = 0;
  std::uint64_t bias = 0;
  std::string path;
  bool found = false;
};

int look_into(dl_phdr_info* info, std::size_t, void* out) {
  auto& loaded = *static_cast<Loaded*>(out);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    const std::uint64_t begin = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && loaded.wanted >= begin &&
        loaded.wanted - begin < segment.p_memsz) {
      loaded.bias = info->dlpi_addr;
      loaded.path = info->dlpi_name[0] == '\0' ? "/proc/self/exe" : info->dlpi_name;
      loaded.found = true;
      return 1;
    }
  }
  return 0;
}

}  // namespace

SourceLocation find_line(const LineSections& sections, std::uint64_t address) {
  constexpr std::uint64_t kWideUnit = 0xffff'fff0;  // and above: 64-bit DWARF, which nobody makes
  ByteReader units(sections.line);
  SourceLocation found;
  while (units.good() && !units.at_end()) {
    const std::uint64_t length = units.fixed(4);
    if (length >= kWideUnit) {
      break;
    }
    Unit unit(sections, units.take(length));
    if (unit.find(address, found)) {
      return found;
    }
  }
  return {};
}

SourceLocation host_location(const void* pc) {
  Loaded loaded;
  loaded.wanted = reinterpret_cast<std::uintptr_t>(pc);
  ::dl_iterate_phdr(look_into, &loaded);
  if (!loaded.found) {
    return {};
  }
  const MappedFile file(loaded.path.c_str());
  return find_line(sections_of(file.bytes()), loaded.wanted - loaded.bias);
}

}  // namespace warpschool::sim::runtime
