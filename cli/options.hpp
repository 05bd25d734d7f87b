// SPDX-License-Identifier: MIT
// Flags that several verbs share, so that each has one name, one meaning and one help text.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "hypermatch/clustering.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/device_group.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/verify_matching.hpp"
#include "hypermatch/where.hpp"
#include "interrupts.hpp"
#include "terminal.hpp"

namespace hypermatch::cli {

/// Where it runs and what it says.
struct RunOptions {
  std::string device = "cpu";
  std::uint64_t threads = 0;
  std::string json;  ///< empty: no report
  bool quiet = false;
  std::vector<std::string> notes = {};  ///< on the words of the call; the log begins with them
  ProgressMode progress = ProgressMode::automatic;
};

/// How an instance is read.
struct InputOptions {
  io::ReadOptions read;
  std::string weights = "file";
};

/// Where a verb runs. Verbs on cores take `--device cpu` as well, which their help does not show.
enum class Places { cores, cores_and_devices };

void add_run_flags(Command& command, RunOptions& options, Places places);
/// Without a value the report goes to standard output.
void add_json_flag(Command& command, std::string& json);

/// Whether a verb takes an instance as rows and columns, which its help offers then. The others
/// refuse it, with its reason, when they load the instance.
enum class RowsAndColumns { refused, taken };

/// Format and interpretation.
void add_read_flags(Command& command, io::ReadOptions& options, RowsAndColumns pairs);
void add_input_flags(Command& command, InputOptions& options, RowsAndColumns pairs);
void add_weights_flag(Command& command, std::string& weights);
/// Objective, rating (of hypergraphs in `order`, of graphs in `edge_rating`), what is done with
/// weights <= 0, and the seed. With `of_communities` the objective may be one of these, too.
void add_order_flags(Command& command, OrderOptions& order, EdgeRating& edge_rating,
                     std::optional<CommunityObjective>* of_communities = nullptr);
void add_output_flag(Command& command, std::string& path, const std::string& help);
/// The format of what is written.
void add_to_flag(Command& command, std::string& format);

/// The parts between commas of `--columns`, names or numbers; names hold no commas.
/// @throws Error{invalid_option} saying what is `wanted` for fewer or more than these, or empty
/// ones
[[nodiscard]] std::vector<std::string> parse_columns(const std::string& given, std::size_t least,
                                                     std::size_t most, const char* wanted);

/// The name of the format that a file of this name is written in; `flag` is what names the file.
/// @throws Error{invalid_option} if its ending tells none
[[nodiscard]] std::string format_by_ending(const std::string& flag, const std::string& path);

/// The format of an instance of a kind where nothing else is said.
[[nodiscard]] const char* standard_format(InstanceKind kind);

/// Refuses, before any work, what is written nowhere. @throws Error{unsupported}
void check_writable(const std::string& flag, const std::string& path, const std::string& format);

/// Cores or the first device, by estimated times; cores for what has no estimates.
inline constexpr std::string_view k_auto_device = "auto";
/// Ends the message where a device that was asked for is not there.
inline constexpr std::string_view k_use_cores = "; use --device cpu";

/// Cores, by the threads of Kokkos.
[[nodiscard]] bool names_kokkos(const std::string& device);
/// The default execution space of Kokkos.
[[nodiscard]] bool names_kokkos_space(const std::string& device);
/// Whether `device` names GPUs or that space, not `cpu`, `kokkos` or `auto`. @throws
/// Error{invalid_option}
[[nodiscard]] bool names_devices(const std::string& device);
/// The ordinals of `cuda` (0), `cuda:I`, `cuda:I,J,..` or `cuda:all`, none for what names no GPU.
/// @throws as above; Error{unsupported} for `cuda:all` where there is none
[[nodiscard]] std::vector<int> device_ordinals(const std::string& device);
/// The kind of place that `device` names. @throws as above
[[nodiscard]] registry::Place place_of(const std::string& device);
/// For verbs that run on cores only. @throws as `names_devices`, and Error{unsupported} for a GPU
void check_device(const std::string& device);
/// @throws Error{invalid_option}; `file` is accepted where `allows_file`
void check_weights(const std::string& weights, bool allows_file);

/// The devices that were asked for, the first one for `auto`. Entering one takes some tenths of a
/// second. @throws Error{unsupported} saying why there is none
[[nodiscard]] DeviceGroup make_devices(const RunOptions& options, const std::stop_token& stop,
                                       const std::function<void(const Progress&)>& progress);
/// The space that `device` names, beside `host`. @throws Error{unsupported} in builds without it
[[nodiscard]] KokkosContext make_kokkos_context(const std::string& device, const Context& host);
/// @throws Error{unsupported} where `device` is Kokkos, and the build has none
[[nodiscard]] Context make_context(int threads, const std::string& device, Interrupts& interrupts,
                                   Log& log);

}  // namespace hypermatch::cli
