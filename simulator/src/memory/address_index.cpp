// Finds allocations by address.
#include "memory/address_index.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace warpschool::sim {
namespace {

constexpr std::size_t kMostInPiece = 512;

/// How many of the ascending `addresses` are at or before `address`.
std::size_t count_until(const std::vector<DeviceAddress>& addresses, DeviceAddress address) {
  return static_cast<std::size_t>(std::upper_bound(addresses.begin(), addresses.end(), address) -
                                  addresses.begin());
}

std::ptrdiff_t offset(std::size_t index) {
  return static_cast<std::ptrdiff_t>(index);
}

}  // namespace

/// The piece in which an allocation that begins there lies or belongs; 0 if there are none.
std::size_t AddressIndex::piece_of(DeviceAddress address) const {
  const std::size_t before = count_until(firsts_, address);
  return before == 0 ? 0 : before - 1;
}

Allocation* AddressIndex::last_at_or_before(DeviceAddress address) const {
  if (pieces_.empty()) {
    return nullptr;
  }
  const Piece& piece = pieces_[piece_of(address)];
  const std::size_t before = count_until(piece.begins, address);
  return before == 0 ? nullptr : piece.allocations[before - 1].get();
}

Allocation* AddressIndex::first_after(DeviceAddress address) const {
  if (pieces_.empty()) {
    return nullptr;
  }
  const std::size_t piece = piece_of(address);
  const std::size_t before = count_until(pieces_[piece].begins, address);
  if (before < pieces_[piece].begins.size()) {
    return pieces_[piece].allocations[before].get();
  }
  return piece + 1 < pieces_.size() ? pieces_[piece + 1].allocations.front().get() : nullptr;
}

Allocation* AddressIndex::overlapping(DeviceAddress begin, std::uint64_t bytes) const {
  Allocation* last = bytes == 0 ? nullptr : last_at_or_before(begin + bytes - 1);
  return last != nullptr && begin < last->begin + last->bytes ? last : nullptr;
}

Allocation* AddressIndex::insert(std::unique_ptr<Allocation> allocation) {
  Allocation* inserted = allocation.get();
  if (pieces_.empty()) {
    pieces_.emplace_back();
    firsts_.push_back(inserted->begin);
  }
  std::size_t at = piece_of(inserted->begin);
  if (at + 1 == pieces_.size() && pieces_[at].begins.size() == kMostInPiece &&
      pieces_[at].begins.back() < inserted->begin) {
    // Begins mostly ascend: pieces that were split would stay half empty.
    firsts_.push_back(inserted->begin);
    pieces_.emplace_back();
    ++at;
  }
  Piece& piece = pieces_[at];
  const std::ptrdiff_t place = offset(count_until(piece.begins, inserted->begin));
  piece.begins.insert(piece.begins.begin() + place, inserted->begin);
  piece.allocations.insert(piece.allocations.begin() + place, std::move(allocation));
  firsts_[at] = piece.begins.front();
  if (piece.begins.size() > kMostInPiece) {
    split(at);
  }
  return inserted;
}

std::unique_ptr<Allocation> AddressIndex::remove(DeviceAddress begin) {
  const Allocation* last = last_at_or_before(begin);
  if (last == nullptr || last->begin != begin) {
    return nullptr;
  }
  const std::size_t at = piece_of(begin);
  Piece& piece = pieces_[at];
  const std::ptrdiff_t place = offset(count_until(piece.begins, begin)) - 1;
  std::unique_ptr<Allocation> removed =
      std::move(piece.allocations[static_cast<std::size_t>(place)]);
  piece.allocations.erase(piece.allocations.begin() + place);
  piece.begins.erase(piece.begins.begin() + place);
  if (piece.begins.empty()) {
    pieces_.erase(pieces_.begin() + offset(at));
    firsts_.erase(firsts_.begin() + offset(at));
  } else {
    firsts_[at] = piece.begins.front();
  }
  return removed;
}

/// Its later half becomes a piece of its own.
void AddressIndex::split(std::size_t piece) {
  Piece& whole = pieces_[piece];
  const std::ptrdiff_t half = offset(whole.begins.size() / 2);
  Piece rest;
  rest.begins.assign(whole.begins.begin() + half, whole.begins.end());
  rest.allocations.assign(std::make_move_iterator(whole.allocations.begin() + half),
                          std::make_move_iterator(whole.allocations.end()));
  whole.begins.resize(static_cast<std::size_t>(half));
  whole.allocations.resize(static_cast<std::size_t>(half));
  firsts_.insert(firsts_.begin() + offset(piece) + 1, rest.begins.front());
  pieces_.insert(pieces_.begin() + offset(piece) + 1, std::move(rest));
}

void AddressIndex::clear() {
  firsts_.clear();
  pieces_.clear();
}

}  // namespace warpschool::sim
