// SPDX-License-Identifier: MIT
#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

#include "hypermatch/did_you_mean.hpp"
#include "hypermatch/generate.hpp"

namespace hypermatch::cli {

namespace {

enum class Direction { read, write };

bool goes(const io::FormatInfo& format, Direction direction) {
  return direction == Direction::read ? format.reads
                                      : format.writes_hypergraph || format.writes_graph;
}

std::string between_commas(std::string_view text) {
  return std::string(",").append(text).append(",");
}

// By its name or one of its file name endings.
bool is_called(const io::FormatInfo& format, const std::string& given) {
  if (given.empty() || given.find(',') != std::string::npos) return false;
  return given == format.name ||
         between_commas(format.extensions).find(between_commas(given)) != std::string::npos;
}

std::string format_names(Direction direction) {
  std::string text;
  for (const io::FormatInfo& format : io::formats()) {
    if (!goes(format, direction)) continue;
    if (!text.empty()) text += '|';
    text += format.name;
  }
  return text;
}

void add_format_flag(Command& command, const std::string& flag, Direction direction,
                     std::string& target, const std::string& help) {
  command.custom(
      flag, format_names(direction),
      [&target, flag, direction](const std::string& given) {
        for (const io::FormatInfo& format : io::formats()) {
          if (goes(format, direction) && is_called(format, given)) {
            target = format.name;
            return;
          }
        }
        throw Error(ErrorCode::invalid_option, flag + " is '" + given + "', must be one of " +
                                                   format_names(direction) +
                                                   did_you_mean(given, format_names(direction)));
      },
      help);
}

std::string interpretation_names(RowsAndColumns pairs) {
  std::string names = joined_names<io::Interpretation>();
  std::string last(1, '|');
  last += name_of(io::Interpretation::bipartite);
  const bool shortens = pairs == RowsAndColumns::refused && names.ends_with(last);
  return shortens ? names.substr(0, names.size() - last.size()) : names;
}

// `weight` is a rating of both kinds, the others belong to one.
std::string rating_names() {
  const std::string of_graphs = joined_names<EdgeRating>();
  return joined_names<Rating>() + of_graphs.substr(of_graphs.find('|'));
}

void take_rating(const std::string& given, Rating& rating, EdgeRating& edge_rating) {
  rating = Rating::automatic;
  edge_rating = EdgeRating::weight;
  if (const auto of_hypergraphs = value_of_name<Rating>(given)) {
    rating = *of_hypergraphs;
    return;
  }
  if (const auto of_graphs = value_of_name<EdgeRating>(given)) {
    edge_rating = *of_graphs;
    return;
  }
  const std::string known = rating_names();
  throw Error(ErrorCode::invalid_option,
              "--rating is '" + given + "', must be one of " + known + did_you_mean(given, known));
}

// The objective of a matching, or that of communities.
void take_objective(const std::string& given, Objective& objective,
                    std::optional<CommunityObjective>& of_communities) {
  of_communities = value_of_name<CommunityObjective>(given);
  if (of_communities) return;
  if (const auto of_matching = value_of_name<Objective>(given)) {
    objective = *of_matching;
    return;
  }
  const std::string known = joined_names<Objective>() + "|" + joined_names<CommunityObjective>();
  throw Error(ErrorCode::invalid_option, "--objective is '" + given + "', must be one of " + known +
                                             did_you_mean(given, known));
}

}  // namespace

std::vector<std::string> parse_columns(const std::string& given, std::size_t least,
                                       std::size_t most, const char* wanted) {
  std::vector<std::string> columns(1);
  for (const char c : given) {
    if (c == ',') {
      columns.emplace_back();
    } else {
      columns.back() += c;
    }
  }
  const bool is_right = columns.size() >= least && columns.size() <= most;
  const auto is_empty = [](const std::string& column) { return column.empty(); };
  if (!is_right || std::any_of(columns.begin(), columns.end(), is_empty)) {
    refuse("--columns", given, wanted);
  }
  return columns;
}

void add_json_flag(Command& command, std::string& json) {
  command.optional_text("--json", "[FILE]", "-", json,
                        "A report in JSON; -, also without FILE, is standard output");
}

void add_run_flags(Command& command, RunOptions& options, Places places) {
  command.group("Machine");
  if (places == Places::cores) {
    command.text("--device", "cpu|kokkos", options.device,
                 "Threads that it runs on (default cpu: its own)");
  } else {
    command.text(
        "--device", "cpu|cuda|cuda:I|cuda:I,J,..|kokkos|kokkos:device|auto", options.device,
        "Where it runs (default cpu); auto takes what is estimated to be faster; cuda:0,1 and "
        "cuda:all\n"
        "several GPUs (`list algorithms`), kokkos its threads, kokkos:device its default space");
  }
  command.whole("--threads", "N", options.threads, 0, 1024,
                "Number of threads; 0 (default): as many as the amount of work justifies");
  command.group("Report");
  add_json_flag(command, options.json);
  command.flag("-q,--quiet", options.quiet, "No log on standard error");
  command.choice("--progress", options.progress,
                 "Progress of long work; auto, the default: on a terminal");
}

void add_read_flags(Command& command, io::ReadOptions& options, RowsAndColumns pairs) {
  command.group("Input");
  add_format_flag(command, "--format", Direction::read, options.format,
                  "Format of the input (default: by content, then by name)");
  command.custom(
      "--as", interpretation_names(pairs),
      [&options](const std::string& given) {
        options.as = parse_name<io::Interpretation>("--as", given);
      },
      "What a hyperedge is made of (default: what the format stands for)");
  command.flag("--zero-based", options.zero_based,
               "The file numbers vertices, rows and columns from 0; what is written\n"
               "in numbers of the file does, too");
  command.flag("--header", options.csv.header,
               "For edge lists: the first line names the columns. With this or the next\n"
               "flag, quotes are those of CSV");
  command.flag("--no-header", options.csv.no_header,
               "For edge lists: the first line is an edge, whatever it looks like");
  command.custom(
      "--columns", "SOURCE,TARGET[,WEIGHT]",
      [&options](const std::string& given) {
        options.csv.columns =
            parse_columns(given, 1, 4, "names or numbers: SOURCE,TARGET[,WEIGHT]");
      },
      "For edge lists: which columns to take, by name or by number from 1. For GML, GraphML and "
      "DOT: WEIGHT, the name of the weight");
  command.choice("--parallel", options.parallel,
                 "Weight of an edge that a graph file names several times (default heaviest)");
  command.custom(
      "--longest-cycle", "K",
      [&options](const std::string& given) {
        options.longest_cycle = static_cast<std::uint32_t>(
            parse_whole("--longest-cycle", given, 2, io::k_longest_cycle));
      },
      "For kidney exchange: the most pairs of an exchange (default 3)");
}

void add_input_flags(Command& command, InputOptions& options, RowsAndColumns pairs) {
  add_read_flags(command, options.read, pairs);
  add_weights_flag(command, options.weights);
}

void add_weights_flag(Command& command, std::string& weights) {
  command.text("--weights", "file|unit|random:LO..HI[:S]", weights,
               "Weights of the file (default), none, or random ones that depend on\n"
               "the edge's place in the file and on S only");
}

void add_order_flags(Command& command, OrderOptions& order, EdgeRating& edge_rating,
                     std::optional<CommunityObjective>* of_communities) {
  command.group("Order");
  if (of_communities == nullptr) {
    command.choice("--objective", order.objective,
                   "What counts (default: weight where the input is weighted)");
  } else {
    command.custom(
        "--objective", joined_names<Objective>() + "|" + joined_names<CommunityObjective>(),
        [&order, of_communities](const std::string& given) {
          take_objective(given, order.objective, *of_communities);
        },
        "What counts (default: weight where the input is weighted); of communities\n"
        "what they are worth by (default modularity)");
  }
  command.custom(
      "--rating", rating_names(),
      [&order, &edge_rating](const std::string& given) {
        take_rating(given, order.rating, edge_rating);
      },
      "What edges are ordered by (default: weight_per_sqrt_pins where hyperedges\n"
      "differ in size, else weight); weight_per_load divides by the sum of 1 / capacity\n"
      "of the pins; the last four are for coarsening graphs");
  command.choice("--tie-order", order.tie_order,
                 "Of a graph's edges of equal rating (default hash); degree: the smaller sum of\n"
                 "both ends' degrees first, number: as the file lists them");
  command.choice("--nonpositive", order.nonpositive,
                 "Edges of weight <= 0 with objective weight (default drop)");
  command.whole("--seed", "S", order.seed, 0, std::numeric_limits<std::uint64_t>::max(),
                "Breaks ties among equal ratings (default 0)");
}

void add_output_flag(Command& command, std::string& path, const std::string& help) {
  command.group("Output");
  command.text("-o,--output", "FILE", path, help);
}

void add_to_flag(Command& command, std::string& format) {
  add_format_flag(command, "--to", Direction::write, format,
                  "Format of the output (default: by its name)");
}

std::string format_by_ending(const std::string& flag, const std::string& path) {
  if (const io::FormatInfo* format = io::format_of_path(path)) return format->name;
  throw Error(ErrorCode::invalid_option, flag + " " + path +
                                             ": the name tells no format; --to does, one of " +
                                             format_names(Direction::write));
}

const char* standard_format(InstanceKind kind) {
  switch (kind) {
    case InstanceKind::hypergraph:
      return "hmetis";
    case InstanceKind::graph:
      return "metis";
    case InstanceKind::bipartite:
      break;
  }
  return "matrix_market";
}

void check_writable(const std::string& flag, const std::string& path, const std::string& format) {
  if (path.ends_with(".gz") || path.ends_with(".zst")) {
    throw Error(ErrorCode::unsupported, flag + " " + path +
                                            ": files are not packed on writing; write to - and "
                                            "pipe it into gzip or zstd");
  }
  for (const io::FormatInfo& each : io::formats()) {
    if (each.name != format || goes(each, Direction::write)) continue;
    throw Error(ErrorCode::unsupported,
                flag + " " + path + ": format " + format + " cannot be written");
  }
}

namespace {

constexpr std::string_view k_all_devices = "cuda:all";
constexpr std::string_view k_kokkos_device = "kokkos";
constexpr std::string_view k_kokkos_space = "kokkos:device";

// The ordinals that are named: none for cpu, auto, and all devices.
std::vector<int> named_ordinals(const std::string& device) {
  if (device == "cpu" || device == k_auto_device || device == k_all_devices) return {};
  if (names_kokkos(device) || names_kokkos_space(device)) return {};
  if (const auto ordinals = device_ordinals_of(device)) return *ordinals;
  throw Error(ErrorCode::invalid_option, "--device is '" + device +
                                             "', must be cpu, cuda, cuda:I, cuda:I,J,.. (at most " +
                                             std::to_string(DeviceGroup::k_most_devices) +
                                             "), cuda:all, kokkos, kokkos:device or auto");
}

}  // namespace

bool names_kokkos(const std::string& device) {
  return device == k_kokkos_device;
}

bool names_kokkos_space(const std::string& device) {
  return device == k_kokkos_space;
}

bool names_devices(const std::string& device) {
  return device == k_all_devices || names_kokkos_space(device) || !named_ordinals(device).empty();
}

std::vector<int> device_ordinals(const std::string& device) {
  if (device != k_all_devices) return named_ordinals(device);
  const AvailableDevices available = available_devices();
  if (available.devices.empty()) {
    throw Error(ErrorCode::unsupported,
                "device " + device + ": " + available.reason + std::string(k_use_cores));
  }
  return all_device_ordinals();
}

registry::Place place_of(const std::string& device) {
  if (names_kokkos_space(device)) return registry::Place::kokkos;
  const std::size_t number = device_ordinals(device).size();
  if (number == 0) return registry::Place::host;
  return number == 1 ? registry::Place::device : registry::Place::device_group;
}

void check_device(const std::string& device) {
  if (!names_devices(device)) return;
  throw Error(ErrorCode::unsupported,
              "--device " + device + ": this verb runs on cores only, use --device cpu");
}

void check_weights(const std::string& weights, bool allows_file) {
  if (allows_file && weights == "file") return;
  Weights none;
  try {
    generate::assign_weights(Context({.threads = 1}), none, 0, weights);
  } catch (const Error& error) {
    if (!allows_file || error.code() != ErrorCode::invalid_option) throw;
    throw Error(ErrorCode::invalid_option, std::string(error.what()) + "; or `file`");
  }
}

DeviceGroup make_devices(const RunOptions& options, const std::stop_token& stop,
                         const std::function<void(const Progress&)>& progress) {
  try {
    std::vector<int> ordinals = device_ordinals(options.device);
    if (ordinals.empty()) ordinals = {0};
    std::vector<DeviceContext> contexts;
    contexts.reserve(ordinals.size());
    for (const int ordinal : ordinals) {
      contexts.emplace_back(DeviceContextOptions{.device = ordinal,
                                                 .threads = static_cast<int>(options.threads),
                                                 .progress = progress,
                                                 .stop = stop});
    }
    return DeviceGroup(std::move(contexts));
  } catch (const Error& error) {
    const std::string what = error.what();
    if (error.code() != ErrorCode::unsupported || what.ends_with(k_use_cores)) throw;
    throw Error(ErrorCode::unsupported, what + std::string(k_use_cores));
  }
}

KokkosContext make_kokkos_context(const std::string& device, const Context& host) {
  if (const std::string reason = why_no_kokkos_space(); !reason.empty()) {
    throw Error(ErrorCode::unsupported,
                "--device " + device + ": " + reason + std::string(k_use_cores));
  }
  return KokkosContext(host);
}

Context make_context(int threads, const std::string& device, Interrupts& interrupts, Log& log) {
  const HostBackend backend = names_kokkos(device) ? HostBackend::kokkos : HostBackend::automatic;
  if (const std::string reason = why_unavailable(backend); !reason.empty()) {
    throw Error(ErrorCode::unsupported,
                "--device " + device + ": " + reason + std::string(k_use_cores));
  }
  return Context({.threads = threads,
                  .backend = backend,
                  .progress = log.progress(),
                  .stop = interrupts.stop()});
}

}  // namespace hypermatch::cli
