// SPDX-License-Identifier: MIT
// The place where an entry of the registry runs: the cores of the host, a device, several devices,
// or an execution space of Kokkos.
#pragma once

#include "hypermatch/context.hpp"
#include "hypermatch/device_context.hpp"
#include "hypermatch/device_group.hpp"
#include "hypermatch/kokkos_context.hpp"

namespace hypermatch::registry {

/// The kinds of places. Looking up an entry needs no more than that.
enum class Place {
  host,          ///< cores
  device,        ///< an NVIDIA GPU
  device_group,  ///< several NVIDIA GPUs of one host
  kokkos,        ///< the default execution space of Kokkos
  ranks,         ///< ranks, each with its part (hypermatch/ranks_matching.hpp); no `Where` is there
};

/// The argument that says where an entry runs; cheap to copy. Refers to the contexts, which must
/// outlive it.
///
/// The host is always there: it rates, converts and checks, and runs what a device hands back, with
/// the threads of its context.
class Where {
 public:
  /// On the cores of `host`. Implicit: a context is a place.
  Where(const Context& host) : host_(&host) {}
  /// On `device`, with `host` beside it.
  Where(const DeviceContext& device, const Context& host) : host_(&host), device_(&device) {}
  /// On all devices of `group` together; a group of one is that device.
  Where(const DeviceGroup& group, const Context& host)
      : host_(&host),
        device_(group.size() == 1 ? &group.front() : nullptr),
        group_(group.size() == 1 ? nullptr : &group) {}

  /// In an execution space of Kokkos, with its host context beside it.
  Where(const KokkosContext& kokkos) : host_(&kokkos.host()), kokkos_(&kokkos) {}

  [[nodiscard]] Place place() const {
    if (kokkos_ != nullptr) return Place::kokkos;
    if (group_ != nullptr) return Place::device_group;
    return device_ == nullptr ? Place::host : Place::device;
  }
  [[nodiscard]] const Context& host() const { return *host_; }
  /// Null but on one device.
  [[nodiscard]] const DeviceContext* device() const { return device_; }
  /// Null but on several devices.
  [[nodiscard]] const DeviceGroup* group() const { return group_; }

  /// Null but in an execution space of Kokkos.
  [[nodiscard]] const KokkosContext* kokkos() const { return kokkos_; }

  /// `call` with the context of the host or the device, for functions that are overloaded by it.
  template <class Call>
  decltype(auto) visit(const Call& call) const {
    return device_ == nullptr ? call(*host_) : call(*device_);
  }

 private:
  const Context* host_;
  const DeviceContext* device_ = nullptr;
  const DeviceGroup* group_ = nullptr;
  const KokkosContext* kokkos_ = nullptr;
};

}  // namespace hypermatch::registry
