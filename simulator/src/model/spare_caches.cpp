// Keeps a few caches for whoever wants one of their size next.
#include "model/spare_caches.hpp"

#include <mutex>
#include <utility>
#include <vector>

namespace warpschool::sim {
namespace {

class SpareCaches {
 public:
  std::unique_ptr<SectorCache> take(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    for (auto spare = spares_.begin(); spare != spares_.end(); ++spare) {
      if ((*spare)->sets() == SectorCache::sets_for(bytes)) {
        std::unique_ptr<SectorCache> found = std::move(*spare);
        spares_.erase(spare);
        return found;
      }
    }
    return std::make_unique<SectorCache>(bytes);
  }

  void give_back(std::unique_ptr<SectorCache> cache) {
    const std::lock_guard lock(mutex_);
    if (spares_.size() < kMost) {
      spares_.push_back(std::move(cache));
    }
  }

 private:
  static constexpr std::size_t kMost = 12;
  std::mutex mutex_;
  std::vector<std::unique_ptr<SectorCache>> spares_;
};

SpareCaches& spare_caches() {
  static auto& spares = *new SpareCaches;  // launches come from static destructors, too
  return spares;
}

}  // namespace

std::unique_ptr<SectorCache> take_spare_cache(std::uint64_t bytes) {
  return spare_caches().take(bytes);
}

void give_back_cache(std::unique_ptr<SectorCache> cache) {
  if (cache != nullptr) {
    spare_caches().give_back(std::move(cache));
  }
}

}  // namespace warpschool::sim
