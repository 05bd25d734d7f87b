// SPDX-License-Identifier: MIT
// hypermatch bipartite: pairs of rows and columns. A largest matching, its proof, and what sparse
// linear algebra makes of it; or the heaviest or cheapest pairs within bounds.
#include <algorithm>
#include <string>
#include <vector>

#include "files.hpp"
#include "hypermatch/registry_b_assignment.hpp"
#include "output_kind.hpp"
#include "pairs_run.hpp"
#include "parameters.hpp"

namespace hypermatch::cli {

namespace {

constexpr const char* k_bipartite_description =
    "Matches rows with columns (assignment): the heaviest pairs where FILE has weights, else as\n"
    "many as possible; with --minimize as many as possible at minimum cost; within capacities, or\n"
    "code 6 and why there are none. FILE is a matrix, sparse or dense, a list `row column "
    "[weight]`\n"
    "whose two columns name different things, a graph by its adjacency, or a hypergraph by its\n"
    "incidence. Writes `row column` per line, by row, in the ids of the file, or counted from 1.";

constexpr const char* k_bipartite_examples =
    "Examples:\n"
    "  hypermatch bipartite costs.csv --minimize --perfect\n"
    "      assignment of minimum cost that serves all of the smaller side\n"
    "  hypermatch bipartite matrix.mtx -o matching.txt --verify --certificate cover.txt\n"
    "      matched, proven to be a largest one, written with the proof\n"
    "  hypermatch bipartite matrix.mtx --dulmage-mendelsohn parts.txt --json -\n"
    "      block triangular form, and a report with the structural rank\n"
    "  hypermatch bipartite formula.cnf.zst --permute 1\n"
    "      clauses and variables, renumbered at random first\n"
    "  hypermatch bipartite scores.csv --columns reviewer,paper,score --row-capacity 6 "
    "--column-capacity 3..3\n"
    "      papers to reviewers: three reviews per paper, at most six per reviewer, best scores\n"
    "hypermatch list algorithms shows what there is and what it guarantees.";

constexpr registry::Problem k_bipartite_problems[] = {registry::Problem::bipartite_matching,
                                                      registry::Problem::b_assignment};

void add_bipartite_flags(Command& command, PairsOptions& options, bool& drop_zeros) {
  registry::BipartiteRequest& request = options.request;
  command.positional("FILE", options.file,
                     "Instance; - is standard input, .gz and .zst are unpacked");
  command.group("Algorithm");
  add_algorithm_flags(command, k_bipartite_problems, request.algorithm, request.variant,
                      "Default maximum_matching, on a GPU ms_bfs");
  add_parameter_flags(command, k_bipartite_problems, request.parameters);
  command.text("--initial", "FILE", options.initial,
               "Starts from the matching in this file, `row column` per line as --output\n"
               "writes it, in place of --start");
  command.choice("--determinism", request.determinism,
                 "Level that the algorithm must keep (default none: the size is\n"
                 "unique, the pairs are not)");
  command.custom(
      "--permute", "SEED",
      [&options](const std::string& given) { options.permute = parse_whole("--permute", given); },
      "Renumbers rows and columns at random first, and back afterwards");
  add_read_flags(command, options.read, RowsAndColumns::taken);
  add_sides_flag(command, options.read);
  command.flag("--drop-zeros", drop_zeros, "Leaves out stored entries whose value is zero");
  add_output_flag(command, options.output, "The matching (default: standard output)");
  command.flag("--output-weights", options.output_weights,
               "A weight after each pair: the lines are an edge list");
  command.text("--certificate", "FILE", options.certificate,
               "A vertex cover of the same size: proof that no matching is larger; of\n"
               "pairs within bounds a number per row and column, the dual solution");
  command.flag("--verify", options.verify, "Checks matching and cover; code 1 if one fails");
  command.group("Heavy or cheap pairs, and pairs within bounds");
  command.choice("--objective", options.bounds.objective,
                 "Default weight where the file has weights, unless a flag asks for a\n"
                 "decomposition or an algorithm of largest matchings");
  add_minimize_flags(command, options.bounds);
  command.text("--capacity", "B|LO..HI|FILE", options.bounds.capacity,
               "How many pairs a row or column lies in (default 1): B at most, LO to HI, or a\n"
               "line `HI` or `LO HI` of FILE for each row, then for each column, or behind names");
  add_side_capacity_flags(command, options.bounds);
  command.text("--points", "FILE", options.points,
               "FILE of the verb has a point per line, for the rows, this one for the columns\n"
               "(or .npy); pairs cost their distance, no matrix is made");
  command.choice("--distance", options.distance,
                 "Of points (default euclidean): least cost, of inner_product the largest\n"
                 "sum; --minimize or --objective weight turn this round");
  command.group("Decomposition and scaling");
  command.text("--scaling", "FILE", options.scaling,
               "As many entries as possible with the largest product of their sizes, and\n"
               "in FILE a line `r ROW X` or `c COLUMN X` per row and column: multiplied by\n"
               "2^X each, no entry is above 1 in size and those of the pairs are 1");
  command.text("--pivots", "FILE", options.pivots,
               "Of a symmetric matrix: pivots of one row or of two, one per line of FILE; a\n"
               "row and its column have one factor then");
  command.text("--dulmage-mendelsohn", "FILE", options.decomposition,
               "Parts, blocks, and the orders of rows and columns that make the\n"
               "matrix block upper triangular");
  command.text("--row-order", "FILE", options.row_order, "That order of rows alone, one per line");
  command.text("--column-order", "FILE", options.column_order, "That order of columns alone");
  command.flag("--coarse", options.coarse, "Leaves the square part in one block");
  add_run_flags(command, options.run, Places::cores_and_devices);
}

void check_outputs(const PairsOptions& options) {
  const OutputFlag outputs[] = {{"--output", options.output},
                                {"--certificate", options.certificate},
                                {"--dulmage-mendelsohn", options.decomposition},
                                {"--row-order", options.row_order},
                                {"--column-order", options.column_order},
                                {"--json", options.run.json}};
  check_files(outputs, {options.file, options.initial});
  if (options.initial == "-" && options.file == "-") {
    throw Error(ErrorCode::invalid_option, "standard input cannot be read twice");
  }
  if (options.coarse && !options.decomposes()) {
    throw Error(ErrorCode::invalid_option,
                "--coarse goes with --dulmage-mendelsohn, --row-order or --column-order");
  }
}

// Flags of largest matchings, for which weights do not count.
constexpr const char* k_cardinality_flags[] = {"--variant",
                                               "--start",
                                               "--initial",
                                               "--seed",
                                               "--determinism",
                                               "--permute",
                                               "--dulmage-mendelsohn",
                                               "--row-order",
                                               "--column-order",
                                               "--coarse"};

// The first flag that asks for a largest matching; empty: none does.
std::string cardinality_flag(const Command& command, const PairsOptions& options) {
  if (!options.request.algorithm.empty()) return "--algorithm " + options.request.algorithm;
  for (const char* flag : k_cardinality_flags) {
    if (command.given(flag)) return flag;
  }
  const std::string& device = options.run.device;
  return device != k_auto_device && names_devices(device) ? "--device " + device : "";
}

// Flags that only largest matchings take are refused.
void check_within_bounds(const Command& command, const PairsOptions& options) {
  for (const char* flag : k_cardinality_flags) {
    if (!command.given(flag)) continue;
    throw Error(ErrorCode::invalid_option,
                std::string(flag) + " does not go with capacities, costs or --objective weight");
  }
  if (options.run.device != k_auto_device && names_devices(options.run.device)) {
    (void)registry::find(registry::BAssignmentRequest{.algorithm = options.request.algorithm},
                         place_of(options.run.device));
  }
  check_pair_bounds(options.bounds);
  const std::vector<std::string> files = bounds_files(options.bounds);
  const OutputFlag outputs[] = {{"--output", options.output},
                                {"--certificate", options.certificate},
                                {"--json", options.run.json}};
  check_files(outputs, {options.file, files[0], files[1], files[2]});
  const auto reads_input = [](const std::string& path) { return path == "-"; };
  if (std::count_if(files.begin(), files.end(), reads_input) + (options.file == "-" ? 1 : 0) > 1) {
    throw Error(ErrorCode::invalid_option, "standard input cannot be read twice");
  }
}

// Flags that ask for another set of pairs do not go with --scaling and --pivots.
void check_scaling(const Command& command, const PairsOptions& options) {
  std::string other = cardinality_flag(command, options);
  if (other.empty() && !options.certificate.empty()) other = "--certificate";
  if (other.empty() && options.bounds.are_given()) other = "bounds or another objective";
  if (options.bounds.objective == Objective::cardinality) other = "--objective cardinality";
  if (!other.empty()) {
    throw Error(ErrorCode::invalid_option, (options.scaling.empty() ? "--pivots" : "--scaling") +
                                               std::string(" does not go with ") + other);
  }
  const OutputFlag outputs[] = {{"--output", options.output},
                                {"--scaling", options.scaling},
                                {"--pivots", options.pivots},
                                {"--json", options.run.json}};
  check_files(outputs, {options.file});
}

// Flags that go with matrices do not go with points.
void check_points(const Command& command, const PairsOptions& options) {
  constexpr const char* k_others[] = {
      "--algorithm",  "--capacity", "--row-capacity",  "--column-capacity", "--scaling",
      "--pivots",     "--as",       "--format",        "--columns",         "--sides",
      "--drop-zeros", "--parallel", "--output-weights"};
  const auto refuse = [](const std::string& flag) {
    throw Error(ErrorCode::invalid_option, flag + " does not go with --points");
  };
  for (const char* flag : k_cardinality_flags) {
    if (command.given(flag)) refuse(flag);
  }
  for (const char* flag : k_others) {
    if (command.given(flag)) refuse(flag);
  }
  if (options.bounds.objective == Objective::cardinality) refuse("--objective cardinality");
  if (options.bounds.minimize && options.bounds.objective == Objective::weight) {
    throw Error(ErrorCode::invalid_option,
                "--minimize does not go with --objective weight: one "
                "asks for the least sum, one for the largest");
  }
  if (options.run.device != k_auto_device && names_devices(options.run.device)) {
    throw Error(ErrorCode::unsupported,
                "pairs of points are found on cores" + std::string(k_use_cores));
  }
  if (options.file == "-" && options.points == "-") {
    throw Error(ErrorCode::invalid_option, "standard input cannot be read twice");
  }
  const OutputFlag outputs[] = {{"--output", options.output},
                                {"--certificate", options.certificate},
                                {"--json", options.run.json}};
  check_files(outputs, {options.file, options.points});
}

struct BipartiteRun : PairsRun {
  BipartiteRun(const PairsOptions& asked, Interrupts& watcher)
      : PairsRun("bipartite", asked, watcher) {}

  void read() {
    if (!options.points.empty()) {
      steps = point_steps();
      return steps->read(*this);
    }
    read_instance();
    steps = options.takes_product() ? product_steps()
            : is_b_assignment()     ? b_assignment_steps()
                                    : largest_matching_steps(options);
    steps->read(*this);
    note_instance();
  }
  void resolve() { steps->resolve(*this); }
  void solve() { steps->solve(*this); }
  void note() { steps->note(*this); }
  void verify() { steps->verify(*this); }
  void write() { steps->write(*this); }
  [[nodiscard]] Json json() const { return steps->json(*this); }

  std::unique_ptr<PairSteps> steps;
};

}  // namespace

int run_bipartite(Interrupts& interrupts, CommandWords arguments) {
  PairsOptions options;
  bool drop_zeros = false;
  Command command("bipartite", k_bipartite_description, k_bipartite_examples);
  command.brief({"--objective", "--minimize", "--perfect", "--sides", "--capacity", "--columns",
                 "--output", "--verify", "--dulmage-mendelsohn", "--json"});
  add_bipartite_flags(command, options, drop_zeros);
  command.on_help([&] { fit_help(command, k_bipartite_problems); });
  if (const auto code = command.parse(arguments)) return *code;
  // Zeros have no logarithm.
  const bool drops = drop_zeros || options.takes_product();
  options.read.zeros = drops ? io::Zeros::drop : io::Zeros::keep;
  take_cheapest(command, options);
  check_output_name(options.output, false);
  const std::string& name = options.request.algorithm;
  if (!options.points.empty()) {
    check_points(command, options);
  } else if (command.given("--distance")) {
    throw Error(ErrorCode::invalid_option, "--distance goes with --points");
  } else if (options.takes_product()) {
    check_scaling(command, options);
  } else if (options.bounds.are_given() ||
             (!name.empty() && registry::has_algorithm(registry::Problem::b_assignment, name))) {
    (void)registry::find(registry::BAssignmentRequest{.algorithm = name});
    check_within_bounds(command, options);
  } else {
    options.cardinality_flag = cardinality_flag(command, options);
    if (command.given("--initial") && command.given("--start")) {
      throw Error(ErrorCode::invalid_option, "--initial does not go with --start");
    }
    (void)registry::find(options.request, place_of(options.run.device));
    check_outputs(options);
  }
  BipartiteRun run(options, interrupts);
  const int code = run_pipeline(run);
  return code == k_done ? run.steps->code() : code;
}

}  // namespace hypermatch::cli
