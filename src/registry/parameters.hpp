// SPDX-License-Identifier: MIT
// The parameters of algorithms; the rows of the tables name theirs.
#pragma once

#include <array>
#include <concepts>
#include <type_traits>

#include "hypermatch/names.hpp"
#include "hypermatch/registry.hpp"
#include "hypermatch/registry_bipartite.hpp"

namespace hypermatch::registry {

/// The member at the end of a path of pointers to members.
template <auto first, auto... rest>
[[nodiscard]] constexpr auto& member_of(auto& object) {
  if constexpr (sizeof...(rest) == 0) {
    return object.*first;
  } else {
    return member_of<rest...>(object.*first);
  }
}

/// Where a type of request has a parameter.
template <class Request, auto... path>
consteval ParameterField<Request> field() {
  using T = std::remove_cvref_t<decltype(member_of<path...>(std::declval<Request&>()))>;
  return {.get = [](const Request& request) -> ParameterValue {
            const T& value = member_of<path...>(request);
            if constexpr (NamedEnum<T>) {
              return name_of(value);
            } else {
              return value;
            }
          },
          .set = [](Request& request, const ParameterValue& value) -> bool {
            if constexpr (NamedEnum<T>) {
              const auto* const name = std::get_if<std::string_view>(&value);
              const auto found = name == nullptr ? std::nullopt : value_of_name<T>(*name);
              if (found) member_of<path...>(request) = *found;
              return found.has_value();
            } else {
              const T* const given = std::get_if<T>(&value);
              if (given != nullptr) member_of<path...>(request) = *given;
              return given != nullptr;
            }
          }};
}

inline constexpr std::array k_parameters = {
    Parameter{.name = "ties",
              .kind = ParameterKind::choice,
              .help = "Ties among equal ratings: fixed once (default: the answer is the\n"
                      "greedy matching), or redrawn in each round",
              .names = joined_names<Ties>,
              .refusal = "does not redraw ties; ties must be fixed",
              .reported = Reported::always,
              .of_matching = field<MatchingRequest, &MatchingRequest::ties>()},
    Parameter{.name = "noise",
              .symbol = "A",
              .help = "Noise in [0, A) added to each rating, in each round; needs --ties redraw\n"
                      "(default 0)",
              .low = 0,
              .refusal = "takes no noise",
              .reported = Reported::always,
              .of_matching = field<MatchingRequest, &MatchingRequest::noise>()},
    Parameter{.name = "noise_generator",
              .kind = ParameterKind::choice,
              .help = "Where redrawn ties come from (default mix)",
              .names = joined_names<NoiseGenerator>,
              .refusal = "takes no other noise generator than mix",
              .reported = Reported::always,
              .of_matching = field<MatchingRequest, &MatchingRequest::noise_generator>()},
    Parameter{.name = "epsilon",
              .symbol = "E",
              .help = "Of stack_streaming (default 0.1)",
              .low = 0,
              .of_matching = field<MatchingRequest, &MatchingRequest::epsilon>()},
    Parameter{.name = "alpha",
              .symbol = "A",
              .help = "Of greedy_streaming (default: negative, the best known)",
              .automatic_below = 0,
              .of_matching = field<MatchingRequest, &MatchingRequest::alpha>()},
    Parameter{.name = "blue_share",
              .symbol = "P",
              .help = "Of red_blue: share of the vertices that propose (default 0.53406)",
              .low = 0,
              .high = 1,
              .open = true,
              .of_matching = field<MatchingRequest, &MatchingRequest::blue_share>()},
    Parameter{.name = "start",
              .kind = ParameterKind::choice,
              .help = "Where the search starts from (default: what suits the algorithm)",
              .names = joined_names<BipartiteStart>,
              .of_bipartite =
                  field<BipartiteRequest, &BipartiteRequest::options, &BipartiteOptions::start>()},
    Parameter{.name = "seed",
              .kind = ParameterKind::whole,
              .symbol = "S",
              .help = "Of the start's random choices (default 0)",
              .of_bipartite =
                  field<BipartiteRequest, &BipartiteRequest::options, &BipartiteOptions::seed>()},
};

inline constexpr std::span k_all_parameters(k_parameters);
inline constexpr std::span k_redraw_parameters = k_all_parameters.subspan<0, 3>();
inline constexpr std::span k_stack_streaming_parameters = k_all_parameters.subspan<3, 1>();
inline constexpr std::span k_greedy_streaming_parameters = k_all_parameters.subspan<4, 1>();
inline constexpr std::span k_red_blue_parameters = k_all_parameters.subspan<5, 1>();
inline constexpr std::span k_bipartite_parameters = k_all_parameters.subspan<6, 2>();

}  // namespace hypermatch::registry
