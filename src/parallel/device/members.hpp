// SPDX-License-Identifier: MIT
// Several devices of one host at work on one instance: steps on each, copies from each to each, and
// what went which way.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "hypermatch/matching.hpp"
#include "parallel/device/peers.hpp"
#include "parallel/device/runtime.hpp"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::parallel {

/// `Member` has device(), stream(), its number `index`, and an event `copied`.
template <class Member>
class Members {
 public:
  /// Constructed while its device is the current one.
  template <class... Arguments>
  void add(int device, Arguments&&... arguments) {
    const DeviceScope scope(device);
    members_.push_back(std::make_unique<Member>(std::forward<Arguments>(arguments)...));
    ++traffic_.devices;
  }
  [[nodiscard]] std::size_t size() const { return members_.size(); }
  [[nodiscard]] Member& operator[](std::size_t i) const { return *members_[i]; }
  /// Pointers.
  [[nodiscard]] auto begin() const { return members_.begin(); }
  [[nodiscard]] auto end() const { return members_.end(); }

  /// body(member) for each, its device being the current one.
  template <class Body>
  void on_each(const Body& body) const {
    for (const auto& member : members_) {
      const DeviceScope scope(member->device());
      body(*member);
    }
  }
  void drain() const {
    on_each([](Member& member) { runtime::synchronize(member.stream()); });
  }

  /// fetch(to, from) for each two enqueues copies on the stream of `to`, of what is complete:
  /// streams are drained before it, unless there are no copies. What follows on any stream waits
  /// for all that was enqueued on the others.
  template <class Fetch>
  void exchange(const Fetch& fetch) {
    ++traffic_.exchanges;
    on_each([&](Member& to) {
      for (const auto& from : members_) {
        if (from.get() != &to) fetch(to, *from);
      }
      to.copied.record(to.stream());
    });
    on_each([&](Member& member) {
      for (const auto& other : members_) {
        if (other.get() != &member) other->copied.hold(member.stream());
      }
    });
  }
  /// In `fetch`.
  template <class T>
  void copy(Member& to, T* target, const Member& from, const T* source, std::uint64_t items) {
    const std::uint64_t bytes = items * sizeof(T);
    if (bytes == 0) return;
    copy_between_devices(target, to.device(), source, from.device(), bytes, to.stream());
    traffic_.bytes += bytes;
    traffic_.received[to.index] += bytes;
    if (!can_reach(from.device(), to.device())) traffic_.staged_bytes += bytes;
  }
  /// In place of `copy`, where loops of `to` read the memory of another device where it is.
  void count_read(const Member& to, std::uint64_t bytes) {
    traffic_.bytes += bytes;
    traffic_.received[to.index] += bytes;
  }
  [[nodiscard]] const DeviceTraffic& traffic() const { return traffic_; }

 private:
  std::vector<std::unique_ptr<Member>> members_;
  DeviceTraffic traffic_;
};

}  // namespace hypermatch::detail::parallel
