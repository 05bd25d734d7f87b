// SPDX-License-Identifier: MIT
// Files of points.
#pragma once

#include <string>
#include <vector>

#include "hypermatch/point_assignment.hpp"

namespace hypermatch::io {

/// Points that own their coordinates.
struct Points {
  std::size_t dimension = 1;
  std::vector<double> coordinates;  ///< one point behind the other

  [[nodiscard]] PointsView view() const { return {dimension, coordinates}; }
};

/// Reads one point per line: numbers between commas, semicolons or blanks, as many on each line.
/// Blank lines and lines that start with `%` or `#` do not count, nor does a first line without a
/// number, which names the coordinates. Or a file of NumPy (`.npy`: a row per point, or one number
/// per point; float64, float32, int64 or int32 in C order, little-endian). Packed files, too.
/// @throws Error{invalid_input} "FILE:LINE: what was expected and what was found";
/// Error{unsupported} for other types of NumPy; Error{io, resources}
[[nodiscard]] Points read_points(const std::string& path);

}  // namespace hypermatch::io
