// SPDX-License-Identifier: MIT
// Instances and results in device memory.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <string>
#include <variant>

#include "devices.hpp"
#include "hypermatch/device_csr.hpp"

namespace hypermatch::python {

namespace nb = nanobind;

/// A contiguous array of one dimension, in memory of any kind.
using DeviceNumbers = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig>;

/// A graph, a hypergraph, or rows and columns in device memory.
struct DeviceInstance {
  int device = 0;
  std::variant<AdoptedOnDevice<DeviceGraphView>, DeviceGraph, AdoptedOnDevice<DeviceHypergraphView>,
               AdoptedOnDevice<DeviceBipartiteView>>
      held = {};
  std::uint64_t copied_bytes = 0;
  /// The caller's, which must live: what is exchanged of them is given back when it was looked at.
  nb::object arrays = {};

  /// @throws Error{invalid_input} for another kind
  [[nodiscard]] DeviceGraphView graph() const;
  [[nodiscard]] const DeviceHypergraphView& hypergraph() const;
  [[nodiscard]] const DeviceBipartiteView& bipartite() const;
  [[nodiscard]] std::uint64_t num_entries() const;
};

/// An array of a result, in device memory that it owns.
struct DeviceBlock {
  const void* data = nullptr;
  std::size_t size = 0;
  nb::dlpack::dtype type = {};
  int device = 0;
  nb::object owner = {};
};

/// A device that a caller brings arrays to: producers of arrays make its stream wait for them.
class OpenDevice {
 public:
  OpenDevice(int ordinal, std::uint64_t stream);

  [[nodiscard]] const DeviceContext& context() const { return devices_.first(); }
  /// Another call may have the device from now on.
  void close() { devices_.keep(); }

 private:
  CallDevices devices_;
};

}  // namespace hypermatch::python
