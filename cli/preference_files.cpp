// SPDX-License-Identifier: MIT
#include "preference_files.hpp"

#include <cstdio>
#include <optional>
#include <vector>

#include "files.hpp"
#include "hypermatch/enum_names.hpp"
#include "statistics.hpp"
#include "terminal.hpp"

namespace hypermatch::cli {

namespace {

/// The agents of one side.
struct SideFacts {
  std::uint64_t agents = 0;
  std::uint64_t empty_lists = 0;
  std::uint64_t places = 0;
  Histogram lengths;
};

SideFacts facts_of_side(const PreferencesView& preferences, VertexId first, VertexId last) {
  SideFacts side;
  side.agents = last - first;
  for (VertexId x = first; x < last; ++x) {
    const std::size_t length = preferences.list_of(x).size();
    side.empty_lists += length == 0 ? 1 : 0;
    side.places += preferences.capacity(x);
    side.lengths.add(length);
  }
  return side;
}

Json side_json(const SideFacts& side) {
  return {{"agents", side.agents},
          {"empty_lists", side.empty_lists},
          {"places", side.places},
          {"lengths", to_json(side.lengths)}};
}

void print_side(const char* name, const SideFacts& side) {
  std::printf("%s: %s (%llu with empty lists), %s\n", name, counted(side.agents, "agent").c_str(),
              static_cast<unsigned long long>(side.empty_lists),
              counted(side.places, "place").c_str());
  if (side.agents == 0) return;
  std::printf("lengths of lists: %llu to %llu, mean %s\n%s",
              static_cast<unsigned long long>(side.lengths.min()),
              static_cast<unsigned long long>(side.lengths.max()),
              number(side.lengths.mean(), 4).c_str(),
              draw(side.lengths, k_bar_width, terminal_is_utf8()).c_str());
}

struct PreferencesRun : RunContext {
  PreferencesRun(const char* verb, const PreferencesFileOptions& asked, Interrupts& watcher)
      : RunContext(verb, asked.run, watcher), options(asked) {}

  [[nodiscard]] const std::string& file() const { return options.file; }
  void read() { read_file = load_preferences(*this, options.file, options.read); }
  [[nodiscard]] PreferencesView view() const { return read_file.preferences.view(); }
  [[nodiscard]] std::uint64_t max_degree() const { return longest_list(view()); }

  const PreferencesFileOptions& options;
  io::PreferencesFile read_file;
};

struct PreferencesInfoRun : PreferencesRun {
  using PreferencesRun::PreferencesRun;

  void solve() {
    facts = hypermatch::facts_of(view());
    sides.push_back(facts_of_side(view(), 0, view().num_left));
    if (view().sides == Sides::two) {
      sides.push_back(facts_of_side(view(), view().num_left, view().num_agents));
    }
    report.seconds.solve = watch.lap();
    log.line("count", "lists and entries (" + seconds(report.seconds.solve) + ", 1 thread)");
  }
  void write() const {
    if (options.run.json == "-") return;
    std::printf("%s: %s, %s\n", io::printable(options.file).c_str(), report.input.format.c_str(),
                describe(view()).c_str());
    print_side(sides.size() == 2 ? "left" : "agents", sides[0]);
    if (sides.size() == 2) print_side("right", sides[1]);
    std::printf("entries: %llu, of them %llu of agents that are not listed in return, %llu tied\n",
                static_cast<unsigned long long>(facts.entries),
                static_cast<unsigned long long>(facts.one_sided_entries),
                static_cast<unsigned long long>(facts.tied_entries));
  }
  [[nodiscard]] Json json() const {
    Json json = to_json(report);
    json["schema"] = "hypermatch-info/1";
    json.erase("result");
    json.erase("verified");
    json["entries"] = {{"count", facts.entries},
                       {"one_sided", facts.one_sided_entries},
                       {"tied", facts.tied_entries}};
    json["left"] = side_json(sides[0]);
    json["right"] = sides.size() == 2 ? side_json(sides[1]) : Json(nullptr);
    json["reader"] = {{"bytes", read_file.report.bytes},
                      {"comment_lines", read_file.report.comment_lines},
                      {"blank_lines", read_file.report.blank_lines},
                      {"agents_without_line", read_file.report.agents_without_line}};
    return json;
  }

  PreferencesFacts facts;
  std::vector<SideFacts> sides;
};

struct PreferencesConvertRun : PreferencesRun {
  PreferencesConvertRun(const PreferencesFileOptions& asked, const std::string& path, bool native,
                        Interrupts& watcher)
      : PreferencesRun("convert", asked, watcher), out(path), to_native(native) {}

  void read() {
    const bool says_sides =
        !options.read.read.right.empty() || options.read.read.sides == Sides::one;
    // A native file has shared lists as they stand.
    if (to_native && !says_sides && io::holds_shared_preferences(options.file)) {
      shared = load_shared_preferences(*this, options.file);
    } else {
      PreferencesRun::read();
    }
  }
  void resolve() {
    const auto format = to_native ? io::PreferencesFormat::native : io::PreferencesFormat::prefs;
    report.options["output"] = out;
    report.options["to"] = name_of(format);
    report.options["weights"] = "file";
  }
  void write() {
    write_output(interrupts, out, [&] {
      if (shared) {
        io::write_native_preferences(context, shared->view(), out);
      } else if (to_native) {
        io::write_native_preferences(context, view(), out);
      } else {
        io::write_preferences(view(), out, read_file.names);
      }
    });
  }
  [[nodiscard]] std::uint64_t max_degree() const {
    return shared ? longest_list(shared->view()) : PreferencesRun::max_degree();
  }
  void conclude() {
    if (to_native && !read_file.names.empty()) {
      log.line("note", "names of agents left out: a native file of preferences has numbers");
    }
    const int threads = to_native ? report.threads.write : 1;
    log.line("write", out + " (" + seconds(report.seconds.write) + ", " +
                          counted(static_cast<std::uint64_t>(threads), "thread") + ")");
  }

  const std::string& out;
  bool to_native;
  std::optional<SharedPreferences> shared;
};

}  // namespace

int info_of_preferences(Interrupts& interrupts, const PreferencesFileOptions& options) {
  PreferencesInfoRun run("info", options, interrupts);
  return run_pipeline(run);
}

int convert_preferences(Interrupts& interrupts, const PreferencesFileOptions& options,
                        const std::string& out, bool to_native) {
  PreferencesConvertRun run(options, out, to_native, interrupts);
  return run_pipeline(run);
}

}  // namespace hypermatch::cli
