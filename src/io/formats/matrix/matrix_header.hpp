// SPDX-License-Identifier: MIT
// Banner and size line of Matrix Market files. Format: Boisvert, Pozo, Remington 1996, "The Matrix
// Market Exchange Formats: Initial Design", NISTIR 5935.
#pragma once

#include <cstdint>

#include "hypermatch/instance_io.hpp"
#include "io/text/text.hpp"

namespace hypermatch::detail::io {

inline constexpr const char* k_matrix_market_format = "matrix_market";

struct MatrixHeader {
  enum class Layout { coordinate, array };
  enum class Field { pattern, integer, unsigned_integer, real, complex };
  enum class Symmetry { general, symmetric, skew_symmetric, hermitian };

  Layout layout = Layout::coordinate;
  Field field = Field::pattern;
  Symmetry symmetry = Symmetry::general;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::uint64_t entries = 0;  ///< as many as the body of the file has
  const char* size_line = nullptr;
  std::uint64_t first_id = 1;

  [[nodiscard]] bool is_general() const { return symmetry == Symmetry::general; }
  [[nodiscard]] bool has_integers() const {
    return field == Field::integer || field == Field::unsigned_integer;
  }
  [[nodiscard]] bool has_weights() const { return has_integers() || field == Field::real; }
};

/// Reads up to the end of the size line; counts comments, blank lines, and what the banner has
/// beyond the rules. A banner with one percent sign, as some collections have it, is one. @throws
/// TextFailure
[[nodiscard]] MatrixHeader read_matrix_header(Cursor& cursor, hypermatch::io::ReadReport& report);

}  // namespace hypermatch::detail::io
