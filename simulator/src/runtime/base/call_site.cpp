// Remembers which API call is being answered, and where it came from.
#include "runtime/base/call_site.hpp"

#include "runtime/base/call_limit.hpp"
#include "runtime/base/host_lines.hpp"
#include "runtime/base/remote_host.hpp"
#include "runtime/base/settings.hpp"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <utility>

namespace warpschool::sim::runtime {
namespace {

thread_local CallSite t_call;
std::atomic<bool> g_called = false;
std::atomic<std::uint64_t> g_calls_left = ~std::uint64_t{0};
std::atomic<void (*)(const void*)> g_reached = nullptr;
thread_local const void* t_launch = nullptr;
thread_local const char* t_origin_file = nullptr;
thread_local int t_origin_line = 0;
thread_local std::uint32_t t_element_bytes = 0;

/// Origins are short where they are shown; here is where they lie.
std::map<std::string, SourceLocation>& origin_places() {
  static auto& places = *new std::map<std::string, SourceLocation>;
  return places;
}

std::string short_place(const std::string& file, unsigned line) {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  std::string origin = fmt::format("{}:{}", std::filesystem::path(file).filename().string(), line);
  origin_places()[origin] = {file, line, 0};
  return origin;
}

}  // namespace

SourceLocation CallSite::where() const {
  // A return address is that of the instruction after the call.
  const char* after = static_cast<const char*>(return_address);
  return after == nullptr ? SourceLocation{} : host_location(after - 1);
}

SourceLocation CallSite::where_in_program() const {
  const char* after = static_cast<const char*>(return_address);
  return after == nullptr ? SourceLocation{} : program_location(after - 1);
}

ApiCall::ApiCall(const CallSite& site) : outer_(t_call) {
  if (!g_called.load(std::memory_order_relaxed)) {
    g_called.store(true, std::memory_order_relaxed);
  }
  if (!outer_.covers) {
    count_call(site.return_address);
    t_call = site;
    if (const void* caller = remote_caller(); caller != nullptr) {
      t_call.return_address = caller;
    }
  }
}

ApiCall::~ApiCall() {
  t_call = outer_;
  t_element_bytes = 0;
}

/// Calls of several threads at a time may count as one: who makes so many is found all the same.
void count_call(const void* return_address) {
  const std::uint64_t left = g_calls_left.load(std::memory_order_relaxed);
  g_calls_left.store(left - 1, std::memory_order_relaxed);
  if (left == 0) {
    if (void (*const reached)(const void*) = g_reached.exchange(nullptr); reached != nullptr) {
      reached(return_address);
    }
  }
}

void forgive_call() {
  g_calls_left.fetch_add(1, std::memory_order_relaxed);
}

void limit_calls(std::uint64_t calls, void (*reached)(const void*)) {
  g_reached = reached;
  g_calls_left = calls;
}

bool any_call_since_asked() {
  return g_called.exchange(false, std::memory_order_relaxed);
}

const CallSite& current_call() {
  return t_call;
}

void set_launch_site(const void* return_address) {
  t_launch = return_address;
}

CallSite launch_site(const CallSite& otherwise) {
  const void* site = std::exchange(t_launch, nullptr);
  return site == nullptr ? otherwise : CallSite{"<<<>>>", site};
}

void set_next_origin(const char* file, int line, std::size_t element_bytes) {
  constexpr std::size_t kLargest = 1 << 20;
  t_origin_file = file;
  t_origin_line = line;
  t_element_bytes = element_bytes <= kLargest ? static_cast<std::uint32_t>(element_bytes) : 0;
}

std::uint32_t next_element_bytes() {
  return t_element_bytes;
}

SourceLocation place_of_origin(const std::string& origin) {
  const auto found = origin_places().find(origin);
  return found == origin_places().end() ? SourceLocation{} : found->second;
}

std::string origin_of_call(const void* return_address) {
  const SourceLocation where = CallSite{"", return_address}.where_in_program();
  return where.line == 0 ? "" : short_place(where.file, where.line);
}

std::string take_origin() {
  SourceLocation said;
  if (const char* file = std::exchange(t_origin_file, nullptr); file != nullptr) {
    said = {file, static_cast<unsigned>(t_origin_line), 0};
    if (!is_in_a_library(said)) {
      return short_place(said.file, said.line);
    }
  }
  if (reports_as_json()) {
    return {};  // a harness allocates often, and its own lines are no news to anybody
  }
  const std::string found = origin_of_call(t_call.return_address);
  return found.empty() && said.line != 0 ? short_place(said.file, said.line) : found;
}

}  // namespace warpschool::sim::runtime
