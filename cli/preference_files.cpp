// SPDX-License-Identifier: MIT
#include "preference_files.hpp"

#include <cstdio>
#include <vector>

#include "files.hpp"
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

SideFacts side_of(const PreferencesView& preferences, VertexId first, VertexId last) {
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

Json to_json(const SideFacts& side) {
  return {{"agents", side.agents},
          {"empty_lists", side.empty_lists},
          {"places", side.places},
          {"lengths", cli::to_json(side.lengths)}};
}

void print(const char* name, const SideFacts& side) {
  constexpr int k_bar_width = 40;
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

struct InfoRun : PreferencesRun {
  using PreferencesRun::PreferencesRun;

  void solve() {
    facts = hypermatch::facts_of(view());
    sides.push_back(side_of(view(), 0, view().num_left));
    if (view().sides == Sides::two) {
      sides.push_back(side_of(view(), view().num_left, view().num_agents));
    }
    report.seconds.solve = watch.lap();
    log.line("count", "lists and entries (" + seconds(report.seconds.solve) + ", 1 thread)");
  }
  void write() const {
    if (options.run.json == "-") return;
    std::printf("%s: %s, %s\n", io::printable(options.file).c_str(), report.input.format.c_str(),
                describe(view()).c_str());
    print(sides.size() == 2 ? "left" : "agents", sides[0]);
    if (sides.size() == 2) print("right", sides[1]);
    std::printf("entries: %llu, of them %llu of agents that are not listed in return, %llu tied\n",
                static_cast<unsigned long long>(facts.entries),
                static_cast<unsigned long long>(facts.one_sided_entries),
                static_cast<unsigned long long>(facts.tied_entries));
  }
  [[nodiscard]] Json json() const {
    Json json = cli::to_json(report);
    json["schema"] = "hypermatch-info/1";
    json.erase("result");
    json.erase("verified");
    json["entries"] = {{"count", facts.entries},
                       {"one_sided", facts.one_sided_entries},
                       {"tied", facts.tied_entries}};
    json["left"] = to_json(sides[0]);
    json["right"] = sides.size() == 2 ? to_json(sides[1]) : Json(nullptr);
    json["reader"] = {{"bytes", read_file.report.bytes},
                      {"comment_lines", read_file.report.comment_lines},
                      {"blank_lines", read_file.report.blank_lines},
                      {"agents_without_line", read_file.report.agents_without_line}};
    return json;
  }

  PreferencesFacts facts;
  std::vector<SideFacts> sides;
};

struct ConvertRun : PreferencesRun {
  ConvertRun(const PreferencesFileOptions& asked, const std::string& path, Interrupts& watcher)
      : PreferencesRun("convert", asked, watcher), out(path) {}

  void resolve() {
    report.options["output"] = out;
    report.options["to"] = "prefs";
    report.options["weights"] = "file";
  }
  void write() {
    write_output(interrupts, out, [&] { io::write_preferences(view(), out); });
  }
  void conclude() { log.line("write", out + " (" + seconds(report.seconds.write) + ", 1 thread)"); }

  const std::string& out;
};

}  // namespace

int info_of_preferences(Interrupts& interrupts, const PreferencesFileOptions& options) {
  InfoRun run("info", options, interrupts);
  return run_pipeline(run);
}

int convert_preferences(Interrupts& interrupts, const PreferencesFileOptions& options,
                        const std::string& out) {
  ConvertRun run(options, out, interrupts);
  return run_pipeline(run);
}

}  // namespace hypermatch::cli
