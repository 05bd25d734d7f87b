// SPDX-License-Identifier: MIT
// Weights that are appended to while a text is read window after window: int32 while all fit, else
// int64, else double, widened on the way.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hypermatch/array.hpp"
#include "hypermatch/weights.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

class GrowingWeights {
 public:
  enum class Kind { int32, int64, real };

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] std::size_t size() const;
  /// Room for `capacity` weights in all, of the present kind. @throws Error{resources}
  void reserve(std::size_t capacity);
  void push(const Number& number);
  /// Only while `kind()` is int32: the narrow column, for loops that fill it in place.
  [[nodiscard]] Array<std::int32_t>& narrow() { return int32_; }
  /// Forgets the weights, keeps their room; from now on they are of `kind`.
  void clear(Kind kind = Kind::int32);
  void resize(std::size_t size);
  /// Widens to `kind` if that is wider.
  void widen(Kind kind);
  /// Copies `other`, which is no wider, to place `at`.
  void copy_from(const GrowingWeights& other, std::size_t at);
  [[nodiscard]] Number at(std::size_t i) const;
  /// Hands the column out, and goes on with the room that `weights` had if it was of that kind.
  void exchange(Weights& weights);
  /// The finished column; nothing is left.
  [[nodiscard]] Weights take();

 private:
  Kind kind_ = Kind::int32;
  Array<std::int32_t> int32_;
  Array<std::int64_t> int64_;
  Array<double> real_;
};

}  // namespace hypermatch::detail::io
