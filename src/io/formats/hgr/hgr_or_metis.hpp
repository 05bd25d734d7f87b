// SPDX-License-Identifier: MIT
// hMETIS and METIS texts look alike: a header of two counts, then lines of numbers. Where neither
// name nor flag decides, the numbers themselves may: neighbours point back, pins do not.
#pragma once

#include <cstddef>
#include <string_view>

namespace hypermatch::detail::io {

enum class TwoFormats {
  empty,    ///< nothing but comments and blank lines
  neither,  ///< no such header, or lines that fit neither
  hmetis,
  metis,
  either,
};

/// Judges the text that begins with `front`; `whole`: that is all of it.
///
/// A format is out if its header is impossible, if more lines follow than it has, or if an eighth
/// of what can be judged contradicts it: hMETIS by pins beyond its vertices, METIS by neighbours
/// beyond its vertices or whose own line, where that is in `front`, does not name the vertex back.
/// More edges than pairs of vertices rule METIS out only if the whole text has too few neighbours
/// for them: parallel edges are legal.
/// A single contradiction is a mistake in a file, not another format.
[[nodiscard]] TwoFormats hgr_or_metis(std::string_view front, bool whole);

/// Bytes that are judged where fewer do not decide: enough lines that some of them name each other
/// in hypergraphs of 10^8 vertices.
inline constexpr std::size_t k_judged_bytes = std::size_t{4} << 20;

}  // namespace hypermatch::detail::io
