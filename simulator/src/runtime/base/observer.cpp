// Keeps the list of the runtime's observers.
#include "runtime/base/observer.hpp"

namespace warpschool::sim::runtime {
namespace {

/// Used by constructors of static objects, and when destructors of such have run.
std::vector<RuntimeObserver*>& list() {
  static auto& observers = *new std::vector<RuntimeObserver*>;
  return observers;
}

}  // namespace

const std::vector<RuntimeObserver*>& observers() {
  return list();
}

void add_observer(RuntimeObserver& observer) {
  list().push_back(&observer);
}

void remove_observer(RuntimeObserver& observer) {
  std::erase(list(), &observer);
}

}  // namespace warpschool::sim::runtime
