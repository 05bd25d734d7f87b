// SPDX-License-Identifier: MIT
// NumPy's arrays as views of the library, and results as arrays that own their memory.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hypermatch/array.hpp"
#include "hypermatch/solver_csr.hpp"
#include "hypermatch/types.hpp"
#include "hypermatch/weights.hpp"

namespace hypermatch::python {

namespace nb = nanobind;

/// A contiguous array of one dimension in host memory. The arguments of bindings take no other:
/// `_inputs.py` makes them.
using Numbers = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// The array of an object that is one: its memory lives as long as the object. `name` stands for it
/// in messages. @throws Error{invalid_input} for other objects
[[nodiscard]] Numbers numbers_of(const char* name, nb::handle object);
/// The items of an array whose type has been looked at.
template <class T>
[[nodiscard]] std::span<const T> items_of(const Numbers& array) {
  return {static_cast<const T*>(array.data()), array.size()};
}

/// `name` stands for the array in messages. @throws Error{invalid_input} for other types than
/// integers of 32 or 64 bits
[[nodiscard]] IntegersView integers_of(const char* name, const Numbers& array);
/// @throws Error{invalid_input} for other types than int32, int64, float32 and float64
[[nodiscard]] WeightsView weights_of(const char* name, const Numbers& array);
/// None is no weights. @throws as above
[[nodiscard]] WeightsView weights_of(const char* name, const nb::object& array);
/// Items of exactly this type. @throws Error{invalid_input} for others
template <class T>
[[nodiscard]] std::span<const T> exact_items_of(const char* name, const Numbers& array);

/// An array of so many items over memory that `owner` keeps alive.
template <class T>
[[nodiscard]] nb::object array_over(const T* items, std::size_t size, nb::handle owner) {
  return nb::cast(nb::ndarray<nb::numpy, const T, nb::ndim<1>>(items, {size}, owner));
}

/// An array that owns what `items` held; nothing is copied.
template <class Container>
[[nodiscard]] nb::object owning_array(Container&& items) {
  using Held = std::remove_cvref_t<Container>;
  using T = std::remove_cvref_t<decltype(*items.data())>;
  auto held = std::make_unique<Held>(std::forward<Container>(items));
  const std::size_t size = held->size();
  T* const data = held->data();
  nb::capsule owner(held.get(), [](void* all) noexcept { delete static_cast<Held*>(all); });
  (void)held.release();
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(data, {size}, owner));
}

/// Two numbers per item, as an array of two columns that owns what `pairs` held.
template <class T, class Pair>
[[nodiscard]] nb::object owning_pairs(std::vector<Pair>&& pairs) {
  static_assert(sizeof(Pair) == 2 * sizeof(T));
  auto held = std::make_unique<std::vector<Pair>>(std::move(pairs));
  const std::size_t size = held->size();
  auto* const data = reinterpret_cast<T*>(held->data());
  nb::capsule owner(held.get(),
                    [](void* all) noexcept { delete static_cast<std::vector<Pair>*>(all); });
  (void)held.release();
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<2>>(data, {size, 2}, owner));
}

/// The weights, or None.
[[nodiscard]] nb::object array_over(const WeightsView& weights, nb::handle owner);

}  // namespace hypermatch::python
