// SPDX-License-Identifier: MIT
#include "devices.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

namespace hypermatch::python {

namespace {

// Contexts that no call has, of which as many are kept as calls have needed at once. Never
// destroyed: the driver may be gone when the process ends.
struct IdleDevices {
  std::mutex mutex;
  std::vector<std::unique_ptr<KeptDevice>> all;
};
IdleDevices* idle_devices = new IdleDevices;
constexpr std::size_t k_most_idle = 8;

DeviceContextOptions options_of(int ordinal, DeviceStream stream) {
  DeviceContextOptions options;
  options.device = ordinal;
  options.stream = stream;
  return options;
}

std::unique_ptr<KeptDevice> take_idle(int ordinal, DeviceStream stream) {
  const std::lock_guard lock(idle_devices->mutex);
  auto& all = idle_devices->all;
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& each) {
    return each->ordinal == ordinal && each->stream == stream;
  });
  if (found == all.end()) return nullptr;
  auto taken = std::move(*found);
  all.erase(found);
  return taken;
}

std::unique_ptr<KeptDevice> take(int ordinal, DeviceStream stream) {
  if (auto kept = take_idle(ordinal, stream)) return kept;
  auto made = std::make_unique<KeptDevice>(KeptDevice{ordinal, stream});
  DeviceContextOptions options = options_of(ordinal, stream);
  options.progress = [device = made.get()](const Progress& progress) {
    if (device->host != nullptr) device->host->report(progress);
  };
  options.stop = made->stop.get_token();
  made->context.emplace(std::move(options));
  return made;
}

}  // namespace

CallDevices::CallDevices(const std::vector<int>& ordinals, DeviceStream stream, const Context& host,
                         const std::stop_token& stop)
    : host_(host) {
  if (ordinals.size() > 1) {
    std::vector<DeviceContext> contexts;
    for (const int ordinal : ordinals) {
      DeviceContextOptions options = options_of(ordinal, contexts.empty() ? stream : nullptr);
      options.progress = [&host](const Progress& progress) { host.report(progress); };
      options.stop = stop;
      contexts.emplace_back(std::move(options));
    }
    group_.emplace(std::move(contexts));
    return;
  }
  kept_ = take(ordinals.front(), stream);
  kept_->host = &host;
  forward_.emplace(stop, Stop{&kept_->stop});
}

CallDevices::~CallDevices() = default;

registry::Where CallDevices::where() const {
  return group_ ? registry::Where(*group_, host_) : registry::Where(*kept_->context, host_);
}

const DeviceContext& CallDevices::first() const {
  return group_ ? group_->front() : *kept_->context;
}

void CallDevices::keep() {
  forward_.reset();
  // A stop that came too late for the call would end the next one.
  if (kept_ == nullptr || kept_->stop.stop_requested()) return;
  kept_->host = nullptr;
  const std::lock_guard lock(idle_devices->mutex);
  auto& all = idle_devices->all;
  // The oldest one goes: streams of callers may be gone, too.
  if (all.size() == k_most_idle) all.erase(all.begin());
  all.push_back(std::move(kept_));
}

void forget_devices() {
  // The old ones are never given back: the driver does not know them in this process.
  idle_devices = new IdleDevices;
}

}  // namespace hypermatch::python
