// SPDX-License-Identifier: MIT
#include "on_device.hpp"

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include "hypermatch/as.hpp"
#include "hypermatch/error.hpp"
#include "results.hpp"

namespace hypermatch::python {

using namespace nb::literals;

namespace {

template <class T>
bool holds(const DeviceNumbers& array) {
  return array.dtype() == nb::dtype<T>();
}

template <class T>
DeviceSpan<const T> items_of(const DeviceNumbers& array) {
  return {static_cast<const T*>(array.data()), array.size()};
}

[[noreturn]] void refuse_type(const char* name, const char* expected) {
  throw Error(ErrorCode::invalid_input, std::string(name) + " must hold " + expected);
}

// An array in memory of this device, or in managed memory that devices share.
DeviceNumbers device_numbers_of(const char* name, nb::handle object, int device) {
  constexpr std::size_t k_most_items = std::size_t{1} << 44;  // more than any memory holds
  DeviceNumbers array;
  if (!nb::try_cast(object, array, false)) refuse_type(name, "numbers in a row without gaps");
  const bool is_managed = array.device_type() == nb::device::cuda_managed::value;
  if (!is_managed &&
      (array.device_type() != nb::device::cuda::value || array.device_id() != device)) {
    refuse_type(name, "numbers in memory of the device that it names");
  }
  if (array.size() > k_most_items || (array.data() == nullptr && array.size() != 0)) {
    refuse_type(name, "as many numbers as it has memory for");
  }
  // Host memory that is called device memory would end the process's use of the device.
  if (array.size() != 0) (void)device_of(array.data());
  if (reinterpret_cast<std::uintptr_t>(array.data()) % (array.itemsize()) != 0) {
    refuse_type(name, "numbers at addresses that their type may have");
  }
  return array;
}

DeviceIntegersView integers_of(const char* name, nb::handle object, int device) {
  const DeviceNumbers array = device_numbers_of(name, object, device);
  if (holds<std::int32_t>(array)) return items_of<std::int32_t>(array);
  if (holds<std::int64_t>(array)) return items_of<std::int64_t>(array);
  if (holds<std::uint32_t>(array)) return items_of<std::uint32_t>(array);
  if (holds<std::uint64_t>(array)) return items_of<std::uint64_t>(array);
  refuse_type(name, "integers of 32 or 64 bits");
}

DeviceWeightsView weights_of(const char* name, nb::handle object, int device) {
  if (object.is_none()) return {};
  const DeviceNumbers array = device_numbers_of(name, object, device);
  if (holds<double>(array)) return items_of<double>(array);
  if (holds<float>(array)) return items_of<float>(array);
  if (holds<std::int32_t>(array)) return items_of<std::int32_t>(array);
  if (holds<std::int64_t>(array)) return items_of<std::int64_t>(array);
  refuse_type(name, "numbers of type int32, int64, float32 or float64");
}

// Without the interpreter's lock.
template <class Make>
auto made(const Make& make) {
  const nb::gil_scoped_release unlocked;
  return make();
}

template <class Held>
std::unique_ptr<DeviceInstance> instance_of(const OpenDevice& device, Held held) {
  auto instance = std::make_unique<DeviceInstance>();
  instance->device = device.context().device();
  if constexpr (requires { held.copied_bytes; }) instance->copied_bytes = held.copied_bytes;
  instance->held = std::move(held);
  return instance;
}

// `arrays`: offsets, columns, and a weight per entry or None.
DeviceCsr matrix_of(const OpenDevice& device, std::uint64_t rows,
                    std::optional<std::uint64_t> columns, const nb::tuple& arrays) {
  DeviceCsr matrix;
  matrix.num_rows = rows;
  matrix.num_columns = columns;
  const int place = device.context().device();
  matrix.offsets = integers_of("offsets", arrays[0], place);
  matrix.columns = integers_of("columns", arrays[1], place);
  return matrix;
}

std::unique_ptr<DeviceInstance> graph_of_rows(const OpenDevice& device, std::uint64_t vertices,
                                              const nb::tuple& arrays) {
  DeviceCsr matrix = matrix_of(device, vertices, vertices, arrays);
  matrix.values = weights_of("values", arrays[2], device.context().device());
  return instance_of(device, made([&] { return graph_of(device.context(), matrix); }));
}

// `arrays`: first ends, second ends, and weights or None.
std::unique_ptr<DeviceInstance> graph_of_ends(const OpenDevice& device,
                                              std::optional<std::uint64_t> vertices,
                                              const nb::tuple& arrays) {
  const DeviceEnds ends{vertices, integers_of("u", arrays[0], device.context().device()),
                        integers_of("v", arrays[1], device.context().device()),
                        weights_of("weights", arrays[2], device.context().device())};
  auto rows = made([&] {
    const DeviceEdgeList list = edges_of(device.context(), ends);
    return rows_of(device.context(), list.view());
  });
  return instance_of(device, std::move(rows));
}

// `arrays`: offsets, pins, and weights per hyperedge or None.
std::unique_ptr<DeviceInstance> hypergraph_of_rows(const OpenDevice& device,
                                                   std::optional<std::uint64_t> vertices,
                                                   const nb::tuple& arrays) {
  DeviceCsr matrix = matrix_of(device, 0, vertices, arrays);
  matrix.num_rows = matrix.offsets.size() == 0 ? 0 : matrix.offsets.size() - 1;
  const DeviceWeightsView weights = weights_of("weights", arrays[2], device.context().device());
  return instance_of(device,
                     made([&] { return hypergraph_of(device.context(), matrix, weights); }));
}

std::unique_ptr<DeviceInstance> bipartite_of_rows(const OpenDevice& device, std::uint64_t rows,
                                                  std::uint64_t columns, const nb::tuple& arrays) {
  const DeviceCsr matrix = matrix_of(device, rows, columns, arrays);
  return instance_of(device, made([&] { return bipartite_of(device.context(), matrix); }));
}

std::string kind_of(const DeviceInstance& instance) {
  switch (instance.held.index()) {
    case 2:
      return "hypergraph";
    case 3:
      return "bipartite";
    default:
      return "graph";
  }
}

[[noreturn]] void refuse_kind(const DeviceInstance& instance, const char* expected) {
  throw Error(ErrorCode::invalid_input,
              "the instance is of kind " + kind_of(instance) + ", must be of kind " + expected);
}

nb::tuple shape_of(const DeviceInstance& instance) {
  return std::visit(
      PerAlternative{[](const AdoptedOnDevice<DeviceGraphView>& held) {
                       return nb::make_tuple(held.view.num_vertices, held.view.num_vertices);
                     },
                     [](const DeviceGraph& held) {
                       return nb::make_tuple(held.num_vertices, held.num_vertices);
                     },
                     [](const AdoptedOnDevice<DeviceHypergraphView>& held) {
                       return nb::make_tuple(held.view.num_edges(), held.view.num_vertices);
                     },
                     [](const AdoptedOnDevice<DeviceBipartiteView>& held) {
                       return nb::make_tuple(held.view.num_rows, held.view.num_columns);
                     }},
      instance.held);
}

std::uint64_t num_edges(const DeviceInstance& instance) {
  if (const auto* held = std::get_if<AdoptedOnDevice<DeviceHypergraphView>>(&instance.held)) {
    return held->view.num_edges();
  }
  return instance.num_entries() / (kind_of(instance) == "graph" ? 2 : 1);
}

bool is_weighted(const DeviceInstance& instance) {
  if (kind_of(instance) == "bipartite") return false;
  return kind_of(instance) == "graph" ? instance.graph().is_weighted()
                                      : instance.hypergraph().is_weighted();
}

// A capsule of DLPack.
nb::object exchanged(const DeviceBlock& block) {
  return nb::cast(nb::ndarray<nb::ro, nb::device::cuda>(block.data, {block.size}, block.owner, {},
                                                        block.type, nb::device::cuda::value,
                                                        block.device));
}

nb::object to_host(const DeviceBlock& block) {
  const auto copy = [&]<class T>(T) -> nb::object {
    std::vector<T> host(block.size);
    {
      const nb::gil_scoped_release unlocked;
      const OpenDevice device(block.device, 0);
      detail::copy_to_host(device.context(), host.data(), block.data, block.size * sizeof(T));
    }
    return owning_array(std::move(host));
  };
  if (block.type == nb::dtype<std::int32_t>()) return copy(std::int32_t{});
  if (block.type == nb::dtype<std::uint32_t>()) return copy(std::uint32_t{});
  return copy(std::uint64_t{});
}

std::string typestr_of(const DeviceBlock& block) {
  const bool is_signed = block.type.code == static_cast<std::uint8_t>(nb::dlpack::dtype_code::Int);
  return std::string(is_signed ? "<i" : "<u") + std::to_string(block.type.bits / 8);
}

// The array behind an address, of a library that has no DLPack. `type`: as of NumPy, such as <f8.
nb::object array_at(std::uint64_t address, std::size_t size, const std::string& type,
                    nb::handle owner) {
  const auto* const data = reinterpret_cast<const void*>(address);
  // Empty arrays have no address.
  const int device = size == 0 ? 0 : device_of(data);
  const auto code = [&] {
    switch (type.size() == 3 ? type[1] : '?') {
      case 'i':
        return nb::dlpack::dtype_code::Int;
      case 'u':
        return nb::dlpack::dtype_code::UInt;
      case 'f':
        return nb::dlpack::dtype_code::Float;
      default:
        throw Error(ErrorCode::invalid_input, "an array holds " + type + ", must hold numbers");
    }
  }();
  const nb::dlpack::dtype of_items{static_cast<std::uint8_t>(code),
                                   static_cast<std::uint8_t>((type[2] - '0') * 8), 1};
  return nb::cast(nb::ndarray<nb::ro, nb::device::cuda>(data, {size}, owner, {}, of_items,
                                                        nb::device::cuda::value, device));
}

// A handle; those of CUDA's default streams are 1 and 2.
DeviceStream stream_at(std::uint64_t handle) {
  return reinterpret_cast<DeviceStream>(handle);
}

const Context& one_thread() {
  static const Context* const context = new Context({.threads = 1});
  return *context;
}

}  // namespace

DeviceGraphView DeviceInstance::graph() const {
  if (const auto* adopted = std::get_if<AdoptedOnDevice<DeviceGraphView>>(&held)) {
    return adopted->view;
  }
  if (const auto* made_rows = std::get_if<DeviceGraph>(&held)) return made_rows->view();
  refuse_kind(*this, "graph");
}

const DeviceHypergraphView& DeviceInstance::hypergraph() const {
  const auto* found = std::get_if<AdoptedOnDevice<DeviceHypergraphView>>(&held);
  if (found == nullptr) refuse_kind(*this, "hypergraph");
  return found->view;
}

const DeviceBipartiteView& DeviceInstance::bipartite() const {
  const auto* found = std::get_if<AdoptedOnDevice<DeviceBipartiteView>>(&held);
  if (found == nullptr) refuse_kind(*this, "bipartite");
  return found->view;
}

std::uint64_t DeviceInstance::num_entries() const {
  if (kind_of(*this) == "graph") return graph().num_arcs();
  return kind_of(*this) == "hypergraph" ? hypergraph().num_pins() : bipartite().num_entries();
}

OpenDevice::OpenDevice(int ordinal, std::uint64_t stream)
    : devices_({ordinal}, stream_at(stream), one_thread(), {}) {}

RunSettings take_place(Options& options) {
  RunSettings settings = take_settings(options);
  const bool is_given = !options.take_object("device").is_none();
  const std::string device = options.take_text("device");
  settings.stream = stream_at(options.take_whole("stream", 0));
  if (device == "cuda:all") {
    settings.devices = all_device_ordinals();
  } else if (device == "kokkos:device") {
    settings.in_kokkos = true;
  } else if (is_given && device != "cpu") {
    const auto ordinals = device_ordinals_of(device);
    if (!ordinals) {
      throw Error(ErrorCode::invalid_option, "device is '" + device +
                                                 "', must be cpu, cuda, cuda:I, cuda:I,J,.., "
                                                 "cuda:all or kokkos:device");
    }
    settings.devices = *ordinals;
  }
  if (settings.stream != nullptr && settings.devices.size() != 1) {
    throw Error(ErrorCode::invalid_option, "a stream is of one device: name it by device");
  }
  return settings;
}

void bind_on_device(nb::module_& module) {
  nb::class_<DeviceInstance>(module, "DeviceInstance")
      .def_prop_ro("kind", kind_of)
      .def_prop_ro("shape", shape_of)
      .def_prop_ro("num_edges", num_edges)
      .def_prop_ro("num_entries", &DeviceInstance::num_entries)
      .def_prop_ro("is_weighted", is_weighted)
      .def_ro("copied_bytes", &DeviceInstance::copied_bytes)
      .def_ro("device", &DeviceInstance::device)
      .def("keep", [](DeviceInstance& self, const nb::tuple& arrays) { self.arrays = arrays; });
  nb::class_<DeviceBlock>(module, "DeviceBlock")
      .def_prop_ro(
          "address",
          [](const DeviceBlock& self) { return reinterpret_cast<std::uint64_t>(self.data); })
      .def_ro("size", &DeviceBlock::size)
      .def_ro("device", &DeviceBlock::device)
      .def_prop_ro("typestr", typestr_of)
      .def("exchanged", exchanged)
      .def("to_host", to_host);
  nb::class_<OpenDevice>(module, "OpenDevice")
      .def(nb::init<int, std::uint64_t>(), "ordinal"_a, "stream"_a)
      .def_prop_ro("stream",
                   [](const OpenDevice& self) {
                     return reinterpret_cast<std::uint64_t>(self.context().stream());
                   })
      .def("wait_for",
           [](const OpenDevice& self, std::uint64_t stream) {
             wait_for_stream(self.context(), stream_at(stream));
           })
      .def("close", &OpenDevice::close)
      .def("graph_of_rows", graph_of_rows, "vertices"_a, "arrays"_a)
      .def("graph_of_ends", graph_of_ends, "vertices"_a.none(), "arrays"_a)
      .def("hypergraph_of_rows", hypergraph_of_rows, "vertices"_a.none(), "arrays"_a)
      .def("bipartite_of_rows", bipartite_of_rows, "rows"_a, "columns"_a, "arrays"_a);
  module.def("use_device_library", [](const std::string& file) { use_device_library(file); });
  module.def("devices", [] {
    nb::list all;
    for (const DeviceInfo& device : available_devices().devices) {
      nb::dict facts;
      facts["device"] = "cuda:" + std::to_string(device.ordinal);
      facts["name"] = device.name;
      facts["memory"] = device.memory;
      facts["multiprocessors"] = device.multiprocessors;
      all.append(facts);
    }
    return all;
  });
  module.def("array_at", array_at, "address"_a, "size"_a, "type"_a, "owner"_a);
  module.def("device_of", [](std::uint64_t address) {
    return device_of(reinterpret_cast<const void*>(address));
  });
}

}  // namespace hypermatch::python
