// SPDX-License-Identifier: MIT
// Flags that several verbs share, so that each has one name, one meaning and one help text.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "command.hpp"
#include "hypermatch/context.hpp"
#include "hypermatch/device.hpp"
#include "hypermatch/io.hpp"
#include "hypermatch/verify.hpp"
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
/// weights <= 0, and the seed.
void add_order_flags(Command& command, OrderOptions& order, EdgeRating& edge_rating);
void add_output_flag(Command& command, std::string& path, const std::string& help);
/// The format of what is written.
void add_to_flag(Command& command, std::string& format);

/// The name of the format that a file of this name is written in; `flag` is what names the file.
/// @throws Error{invalid_option} if its ending tells none
[[nodiscard]] std::string format_by_ending(const std::string& flag, const std::string& path);

/// Refuses, before any work, what is written nowhere. @throws Error{unsupported}
void check_writable(const std::string& flag, const std::string& path, const std::string& format);

/// Cores or the first device, by estimated times; cores for what has no estimates.
inline constexpr std::string_view k_auto_device = "auto";
/// Ends the message where a device that was asked for is not there.
inline constexpr std::string_view k_use_cores = "; use --device cpu";

/// The ordinal of `cuda` (0) or `cuda:I`, nothing for `cpu` and `auto`. @throws
/// Error{invalid_option}
[[nodiscard]] std::optional<int> device_ordinal(const std::string& device);
/// The kind of place that `device` names. @throws as above
[[nodiscard]] inline registry::Place place_of(const std::string& device) {
  return device_ordinal(device) ? registry::Place::device : registry::Place::host;
}
/// The device where there is one.
[[nodiscard]] inline registry::Where where(const Context& host,
                                           const std::optional<DeviceContext>& device) {
  return device ? registry::Where(*device, host) : registry::Where(host);
}
/// For verbs that run on cores only. @throws as `device_ordinal`, and Error{unsupported} for a GPU
void check_device(const std::string& device);
/// @throws Error{invalid_option}; `file` is accepted where `allows_file`
void check_weights(const std::string& weights, bool allows_file);

/// The device that was asked for. Entering it takes some tenths of a second.
/// @throws Error{unsupported} saying why there is none
[[nodiscard]] DeviceContext make_device_context(const RunOptions& options, std::stop_token stop,
                                                std::function<void(const Progress&)> progress);
[[nodiscard]] Context make_context(int threads, Interrupts& interrupts, Log& log);

}  // namespace hypermatch::cli
