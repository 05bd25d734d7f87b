// SPDX-License-Identifier: MIT
// `--capacity`: how many matched edges a vertex may lie in.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>

#include "command.hpp"
#include "hypermatch/array.hpp"
#include "hypermatch/capacities.hpp"
#include "hypermatch/capacities_io.hpp"
#include "hypermatch/instance_io.hpp"
#include "result_json.hpp"

namespace hypermatch::cli {

/// The default, and what stands for the plain matching.
inline constexpr const char* k_capacity_one = "1";

/// Capacities of the vertices, which own what they refer to.
struct VertexCapacities {
  std::uint32_t common = 1;
  Array<std::uint32_t> each;  ///< size n, or empty
  std::string note;           ///< how a file of them was read, or empty

  [[nodiscard]] Capacities view() const { return {.common = common, .each = each.view()}; }
};

/// A capacity of requests whose capacities are not known yet.
inline constexpr std::uint32_t k_some_capacity = 2;

/// `more`: what the help adds.
void add_capacity_flag(Command& command, std::string& capacity, const std::string& more = {});
void add_cover_flag(Command& command, bool& cover);
/// Refuses, before anything is read, what no instance could have. @throws Error{invalid_option}
void check_capacity(const std::string& given);
/// The file that it names; empty: none.
[[nodiscard]] std::string capacity_file(const std::string& given);
/// Whether all capacities may be 1, as far as the flag tells: a file, or the weights of vertices,
/// may hold ones only. Of what `check_capacity` has not refused.
[[nodiscard]] bool may_be_ones(const std::string& given);
/// Refuses capacities from standard input if that is one of the `others`, too.
/// @throws Error{invalid_option}
void check_read_once(const std::string& given, std::initializer_list<std::string> others);
/// What it stands for. @throws as `io::read_capacities`; Error{invalid_input} where vertices carry
/// no weight, several, or a negative one
[[nodiscard]] VertexCapacities load_capacities(const Context& context, const std::string& given,
                                               const io::Instance& instance,
                                               const std::string& file);
/// Capacities of things without weights: a number, a file or random ones.
[[nodiscard]] VertexCapacities load_capacities(const Context& context, const std::string& given,
                                               const io::NamedVertices& things);
/// The capacities of vertices that have become numbers[v].
void renumber(VertexCapacities& capacities, std::span<const VertexId> numbers);

/// As reports show it: a number, or the text that was given.
[[nodiscard]] Json capacity_json(const std::string& given);

}  // namespace hypermatch::cli
