// SPDX-License-Identifier: MIT
// hypermatch generate: an instance of a family, the same for the same parameters and seed.
#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "families.hpp"
#include "files.hpp"
#include "hypermatch/enum_names.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/generate_preferences.hpp"
#include "hypermatch/results_io.hpp"
#include "pipeline.hpp"
#include "preferences.hpp"

namespace hypermatch::cli {

namespace {

struct GenerateOptions {
  std::string family;
  std::vector<std::string> parameters;
  std::vector<std::string> more_parameters;
  std::uint64_t seed = 0;
  std::string weights = "file";
  std::string output = "-";
  std::string to;
  std::string truth;
  RunOptions run;
};

constexpr const char* k_generate_description =
    "Writes an instance of a family of hypergraphs, graphs, bipartite graphs or preferences: a "
    "pure\n"
    "function of family, parameters and seed, the same on any machine and number of threads.";

std::string family_names() {
  std::string text;
  for (const Family& family : all_families()) {
    if (!text.empty()) text += '|';
    text += family.name;
  }
  return text;
}

// The families of each kind with their parameters, as `generate --help` shows them, or `only` that
// one.
std::string families_and_examples(std::string_view only = {}) {
  std::string text;
  std::string_view kind;
  for (const Family& family : all_families()) {
    if (!only.empty() && only != family.name) continue;
    if (kind != family.kind) {
      kind = family.kind;
      text += std::string(text.empty() ? "" : "\n") + "Families of kind " + std::string(kind) +
              ", and their parameters:\n";
    }
    text += "  " + std::string(family.name) + "\n      " + std::string(family.description) + "\n";
    for (const generate::ParameterInfo& parameter : family.parameters) {
      text += "      " + std::string(parameter.name) + "=" + number(parameter.default_value, 15) +
              "  " + parameter.description + "\n";
    }
  }
  if (!only.empty()) return text;
  return text +
         "\nExamples:\n"
         "  hypermatch generate uniform n=4000000 m=10000000 k=3 --weights random:1..100 -o u.hgr\n"
         "  hypermatch generate stencil27 x=150 y=150 z=150 --to hmetis | hypermatch info - \\\n"
         "      --format hmetis\n"
         "  hypermatch generate delaunay n=1048576 -o delaunay.graph";
}

std::map<std::string, double> parse_parameters(const GenerateOptions& options) {
  std::map<std::string, double> parameters;
  for (const auto* list : {&options.parameters, &options.more_parameters}) {
    for (const std::string& text : *list) {
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos || equals == 0) {
        throw Error(ErrorCode::invalid_option,
                    "parameter is '" + text + "', must be NAME=VALUE (see generate --help)");
      }
      const std::string name = text.substr(0, equals);
      if (!parameters.emplace(name, parse_real(name, text.substr(equals + 1))).second) {
        throw Error(ErrorCode::invalid_option, "parameter " + name + " is given twice");
      }
    }
  }
  return parameters;
}

void add_generate_flags(Command& command, GenerateOptions& options) {
  command.positional("FAMILY", options.family, family_names());
  command.positionals("NAME=VALUE", options.parameters, "Parameters; those left out take defaults");
  command.group("Instance");
  command.texts("--param", "NAME=VALUE", options.more_parameters, "The same as a flag, repeatable");
  command.whole("--seed", "S", options.seed, 0, std::numeric_limits<std::uint64_t>::max(),
                "Another instance of the same family (default 0)");
  command.text("--weights", "unit|random:LO..HI[:S]", options.weights,
               "Weights (default: those of the family, mostly none)");
  add_output_flag(command, options.output,
                  "File to write (default: standard output, as hmetis, metis or\n"
                  "matrix_market, by the kind of the family)");
  add_to_flag(command, options.to);
  command.text("--truth", "FILE", options.truth,
               "The planted communities of planted_partition, block_model and lfr:\n"
               "`vertex community` per line");
  add_run_flags(command, options.run, Places::cores);
}

// A bipartite graph as files hold it: the hypergraph with an edge per row and a vertex per column.
Hypergraph row_net(Bipartite bipartite) {
  Hypergraph hypergraph;
  hypergraph.num_vertices = bipartite.num_columns;
  hypergraph.offsets = std::move(bipartite.offsets);
  hypergraph.pins = std::move(bipartite.columns);
  return hypergraph;
}

io::Instance make_instance(const Context& context, const GenerateOptions& options,
                           const std::map<std::string, double>& parameters) {
  io::Instance instance;
  AnyInstance made = generate::instance(context, options.family, parameters, options.seed);
  const auto reweigh = [&](Weights& weights, std::size_t num_edges) {
    if (options.weights == "file") return;
    generate::assign_weights(context, weights, static_cast<EdgeId>(num_edges), options.weights);
  };
  std::visit(PerAlternative{[&](Hypergraph& hypergraph) {
                              instance.report.as = io::Interpretation::hypergraph;
                              reweigh(hypergraph.weights, hypergraph.view().num_edges());
                              instance.data = std::move(hypergraph);
                            },
                            [&](Graph& graph) {
                              instance.report.as = io::Interpretation::graph;
                              EdgeList edges = to_edge_list(context, std::move(graph));
                              reweigh(edges.weights, edges.edges.size());
                              instance.data = std::move(edges);
                            },
                            [&](Bipartite& bipartite) {
                              instance.report.as = io::Interpretation::row_net;
                              instance.data = row_net(std::move(bipartite));
                            }},
             made);
  return instance;
}

// The kind of a family; that of hypergraphs for an unknown one, which is refused when it is made.
InstanceKind kind_of_family(const std::string& name) {
  for (const generate::FamilyInfo& family : generate::families()) {
    if (name == family.name) return family.kind;
  }
  return InstanceKind::hypergraph;
}

// Rows of two entries would pass for the edges of a graph of columns, which was not asked for.
void check_bipartite(const GenerateOptions& options) {
  if (options.weights != "file" && options.weights != "unit") {
    throw Error(ErrorCode::invalid_option, "--weights is '" + options.weights +
                                               "', but bipartite graphs are made without weights");
  }
  const auto formats = io::formats();
  if (std::any_of(formats.begin(), formats.end(), [&](const io::FormatInfo& each) {
        return each.name == options.to && each.holds_pairs_only;
      })) {
    throw Error(ErrorCode::unsupported, "format '" + options.to +
                                            "' holds graphs; bipartite graphs are written as "
                                            "matrix_market, hmetis or native");
  }
}

// Before an instance is made for nothing. An unknown family is refused when it is made.
void check_truth(const GenerateOptions& options) {
  if (options.truth.empty()) return;
  for (const generate::FamilyInfo& family : generate::families()) {
    if (options.family != family.name || family.has_communities) continue;
    (void)generate::communities(Context({.threads = 1}), options.family, {});  // says which have
  }
}

// All parameters of the family, those that were not given too; they are whole numbers.
Json given_parameters_json(const GenerateOptions& options,
                           const std::map<std::string, double>& parameters) {
  Json json = Json::object();
  for (const Family& family : all_families()) {
    if (options.family != family.name) continue;
    for (const generate::ParameterInfo& parameter : family.parameters) {
      const auto given = parameters.find(parameter.name);
      json[parameter.name] = static_cast<std::int64_t>(
          given == parameters.end() ? parameter.default_value : given->second);
    }
  }
  return json;
}

struct GenerateRun : RunContext {
  GenerateRun(const GenerateOptions& asked, const std::map<std::string, double>& values,
              Interrupts& watcher)
      : RunContext("generate", asked.run, watcher), options(asked), parameters(values) {}

  [[nodiscard]] static std::string file() { return {}; }

  // The family stands for a file.
  void read() {
    instance = make_instance(context, options, parameters);
    instance.report.format = options.to;
    report.input = facts_of(options.output, instance);
    report.seconds.solve = watch.lap();
    log.line("make", options.family + ", " + describe(report.input) + " (" +
                         seconds(report.seconds.solve) + ", " +
                         counted(static_cast<std::uint64_t>(report.threads.read), "thread") + ")");
  }
  void write() {
    if (!options.truth.empty()) {
      Labels planted;
      const Array<VertexId> communities =
          generate::communities(context, options.family, parameters, options.seed);
      planted.labels.assign(communities.begin(), communities.end());
      write_output(interrupts, options.truth,
                   [&] { io::write_communities(planted, instance.labels, options.truth); });
    }
    write_output(interrupts, options.output,
                 [&] { io::write(context, instance, options.output, options.to); });
  }
  [[nodiscard]] std::uint64_t max_degree() const { return cli::max_degree(context, instance); }
  [[nodiscard]] Json json() {
    report.options["family"] = options.family;
    report.options["parameters"] = given_parameters_json(options, parameters);
    report.options["seed"] = options.seed;
    report.options["weights"] = options.weights == "file" ? "family" : options.weights;
    report.options["output"] = options.output;
    report.options["to"] = options.to;
    report.options["truth"] = options.truth.empty() ? Json(nullptr) : Json(options.truth);
    return to_json(report);
  }

  const GenerateOptions& options;
  const std::map<std::string, double>& parameters;
  io::Instance instance;
};

/// The family of preferences of that name, or null.
[[nodiscard]] const generate::PreferenceFamilyInfo* preference_family(const std::string& name) {
  for (const auto& family : generate::preference_families()) {
    if (family.name == name) return &family;
  }
  return nullptr;
}

// `Lists`: preferences, or those of agents that share lists.
template <class Lists>
struct GeneratePreferencesRun : RunContext {
  GeneratePreferencesRun(const GenerateOptions& asked, const std::map<std::string, double>& values,
                         io::PreferencesFormat written_as, Interrupts& watcher)
      : RunContext("generate", asked.run, watcher),
        options(asked),
        parameters(values),
        format(written_as) {}

  [[nodiscard]] static std::string file() { return {}; }

  void read() {
    if constexpr (std::is_same_v<Lists, SharedPreferences>) {
      preferences = generate::shared_preferences(context, options.family, parameters, options.seed);
    } else {
      preferences = generate::preferences(context, options.family, parameters, options.seed);
    }
    report.input = facts_of(options.output, preferences.view(), format);
    report.seconds.solve = watch.lap();
    log.line("make", options.family + ", " + describe(preferences.view()) + " (" +
                         seconds(report.seconds.solve) + ", " +
                         counted(static_cast<std::uint64_t>(report.threads.read), "thread") + ")");
  }
  void write() {
    write_output(interrupts, options.output, [&] {
      if (format == io::PreferencesFormat::native) {
        io::write_native_preferences(context, preferences.view(), options.output);
      } else {
        io::write_preferences(preferences.view(), options.output);
      }
    });
  }
  [[nodiscard]] std::uint64_t max_degree() const { return longest_list(preferences.view()); }
  [[nodiscard]] Json json() {
    report.options["family"] = options.family;
    report.options["parameters"] = given_parameters_json(options, parameters);
    report.options["seed"] = options.seed;
    report.options["weights"] = "family";
    report.options["output"] = options.output;
    report.options["to"] = name_of(format);
    report.options["truth"] = nullptr;
    return to_json(report);
  }

  const GenerateOptions& options;
  const std::map<std::string, double>& parameters;
  io::PreferencesFormat format;
  Lists preferences;
};

// Preferences are written as `.prefs` or native files, and have neither weights nor communities.
int generate_preferences(const GenerateOptions& options,
                         const generate::PreferenceFamilyInfo& family,
                         const std::map<std::string, double>& parameters, Interrupts& interrupts) {
  const auto refuse = [](bool is_given, const char* flag) {
    if (!is_given) return;
    throw Error(ErrorCode::invalid_option, std::string(flag) + " does not go with preferences");
  };
  refuse(options.weights != "file", "--weights");
  refuse(!options.truth.empty(), "--truth");
  const bool is_native = writes_native("--output", options.output, options.to);
  if (!is_native && !options.to.empty()) {
    throw Error(ErrorCode::invalid_option,
                "--to " + options.to + " does not go with preferences, --to native does");
  }
  const auto format = is_native ? io::PreferencesFormat::native : io::PreferencesFormat::prefs;
  const auto make = [&]<class Lists>(std::type_identity<Lists>) {
    GeneratePreferencesRun<Lists> making(options, parameters, format, interrupts);
    return run_pipeline(making);
  };
  return family.shares_lists ? make(std::type_identity<SharedPreferences>())
                             : make(std::type_identity<Preferences>());
}

}  // namespace

int run_generate(Interrupts& interrupts, CommandWords arguments) {
  GenerateOptions options;
  Command command("generate", k_generate_description, families_and_examples());
  command.brief(
      {"--seed", "--weights", "--output", "--to", "--truth", "--threads", "--json", "--quiet"});
  add_generate_flags(command, options);
  command.on_help([&] {
    const std::string family = command.value_of("FAMILY");
    if (!family.empty()) command.end_with(families_and_examples(family));
  });
  if (const auto code = command.parse(arguments)) return *code;
  const RunOptions& run = options.run;
  const std::map<std::string, double> parameters = parse_parameters(options);
  check_device(run.device);
  check_weights(options.weights, true);
  const OutputFlag outputs[] = {
      {"--output", options.output}, {"--truth", options.truth}, {"--json", run.json}};
  check_files(outputs, {});
  if (const auto* const family = preference_family(options.family)) {
    return generate_preferences(options, *family, parameters, interrupts);
  }
  check_truth(options);
  if (options.to.empty() && !is_regular_or_new_file(options.output)) {
    options.to = standard_format(kind_of_family(options.family));
  }
  if (options.to.empty()) options.to = format_by_ending("--output", options.output);
  check_writable("--output", options.output, options.to);
  if (kind_of_family(options.family) == InstanceKind::bipartite) check_bipartite(options);
  GenerateRun making(options, parameters, interrupts);
  return run_pipeline(making);
}

}  // namespace hypermatch::cli
