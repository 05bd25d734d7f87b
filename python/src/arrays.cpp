// SPDX-License-Identifier: MIT
#include "arrays.hpp"

#include <type_traits>
#include <variant>

#include "hypermatch/error.hpp"

namespace hypermatch::python {

namespace {

template <class T>
bool holds(const Numbers& array) {
  return array.dtype() == nb::dtype<T>();
}

[[noreturn]] void refuse_type(const char* name, const char* expected) {
  throw Error(ErrorCode::invalid_input, std::string(name) + " must hold " + expected);
}

}  // namespace

Numbers numbers_of(const char* name, nb::handle object) {
  Numbers array;
  if (!nb::try_cast(object, array, false)) refuse_type(name, "numbers in a row in host memory");
  return array;
}

IntegersView integers_of(const char* name, const Numbers& array) {
  if (holds<std::int32_t>(array)) return items_of<std::int32_t>(array);
  if (holds<std::int64_t>(array)) return items_of<std::int64_t>(array);
  if (holds<std::uint32_t>(array)) return items_of<std::uint32_t>(array);
  if (holds<std::uint64_t>(array)) return items_of<std::uint64_t>(array);
  refuse_type(name, "integers of 32 or 64 bits");
}

WeightsView weights_of(const char* name, const Numbers& array) {
  if (holds<double>(array)) return items_of<double>(array);
  if (holds<float>(array)) return items_of<float>(array);
  if (holds<std::int32_t>(array)) return items_of<std::int32_t>(array);
  if (holds<std::int64_t>(array)) return items_of<std::int64_t>(array);
  refuse_type(name, "numbers of type int32, int64, float32 or float64");
}

WeightsView weights_of(const char* name, const nb::object& array) {
  return array.is_none() ? WeightsView{} : weights_of(name, numbers_of(name, array));
}

template <class T>
std::span<const T> exact_items_of(const char* name, const Numbers& array) {
  if (!holds<T>(array)) refuse_type(name, sizeof(T) == 4 ? "uint32" : "64-bit integers");
  return items_of<T>(array);
}
template std::span<const std::uint32_t> exact_items_of(const char*, const Numbers&);
template std::span<const std::uint64_t> exact_items_of(const char*, const Numbers&);
template std::span<const std::int64_t> exact_items_of(const char*, const Numbers&);
template std::span<const double> exact_items_of(const char*, const Numbers&);

nb::object array_over(const WeightsView& weights, nb::handle owner) {
  return std::visit(
      [&]<class View>(const View& held) -> nb::object {
        if constexpr (std::is_same_v<View, std::monostate>) {
          return nb::none();
        } else {
          return array_over(held.data(), held.size(), owner);
        }
      },
      weights);
}

}  // namespace hypermatch::python
