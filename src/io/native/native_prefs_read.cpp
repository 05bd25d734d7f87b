// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "io/native/native_check.hpp"
#include "io/native/native_prefs.hpp"
#include "io/native/native_sections.hpp"
#include "structures/preference_lists.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::name_of_agent;
using hypermatch::io::PreferencesFile;
using hypermatch::io::PreferencesFormat;
using hypermatch::io::SharedPreferencesFile;

// Calls body(list) for each list that begins at an entry of [begin, end), as long as it is true.
template <class Body>
bool for_lists_of(std::span<const Offset> offsets, std::size_t begin, std::size_t end,
                  const Body& body) {
  const Offset* const last = offsets.data() + offsets.size() - 1;
  for (const Offset* at = std::lower_bound(offsets.data(), last, begin); at < last && *at < end;
       ++at) {
    if (!body(static_cast<std::size_t>(at - offsets.data()))) return false;
  }
  return true;
}

// The fault of a list with a repeated entry: names the list and the agent.
std::string repeated_fault(const PreferencesView& sides, const std::string& list, const char* has,
                           std::span<const VertexId> entries) {
  std::vector<VertexId> sorted(entries.begin(), entries.end());
  std::sort(sorted.begin(), sorted.end());
  const auto repeated = std::adjacent_find(sorted.begin(), sorted.end());
  return list + has + name_of_agent(sides, *repeated) + " twice";
}

std::string fault_of_number(const std::string& list, const char* has, VertexId agent,
                            VertexId count) {
  return list + has + "agent " + std::to_string(agent + std::uint64_t{1}) + ", must be at most " +
         std::to_string(count);
}

// Common part of the readers of preferences.
class PreferencesReader : protected NativeSections {
 public:
  PreferencesReader(const Context& context, const WholeText& file, const std::string& name)
      : NativeSections(context, file, name) {
    const NativeLayout& found = layout();
    if (!found.holds_preferences()) {
      throw Error(
          ErrorCode::invalid_option,
          name + ": holds a " + (found.is_graph() ? "graph" : "hypergraph") + ", no preferences");
    }
    sides_.sides = found.header.kind == NativeKind::one_sided ? Sides::one : Sides::two;
    sides_.num_agents = static_cast<VertexId>(found.header.num_vertices);
    sides_.num_left = static_cast<VertexId>(found.header.num_edges);
  }

 protected:
  // Numbers of agents, and no lists.
  [[nodiscard]] const PreferencesView& sides() const { return sides_; }
  [[nodiscard]] bool is_left(VertexId agent) const { return agent < sides_.num_left; }

  template <class NameOf>
  [[nodiscard]] Array<Offset> take_offsets_of(const NameOf& name_of) const {
    const Offset entries = layout().header.num_pins;
    return take_offsets(NativeSectionId::offsets, "offsets", entries,
                        [&] {
                          return first_fault_of_offsets(items<Offset>(NativeSectionId::offsets),
                                                        entries, "entries", name_of);
                        })
        .first;
  }

  [[nodiscard]] Array<std::uint32_t> take_capacities() const {
    if (!layout().has(NativeSectionId::capacities)) return {};
    return take_any<std::uint32_t>(NativeSectionId::capacities, "capacities");
  }

 private:
  PreferencesView sides_;
};

class OwnListsReader : PreferencesReader {
 public:
  using PreferencesReader::PreferencesReader;

  PreferencesFile read() {
    PreferencesFile file;
    Preferences& all = file.preferences;
    all.sides = sides().sides;
    all.num_left = sides().num_left;
    all.offsets = take_offsets_of([&](std::uint64_t agent) { return list_of(agent); });
    view_ = sides();
    view_.offsets = std::as_const(all.offsets).view();
    view_.partners = items<VertexId>(NativeSectionId::pins);
    all.partners = take_partners();
    if (layout().has(NativeSectionId::ties)) all.ties = take_ties();
    all.capacities = take_capacities();
    file.report.bytes = bytes();
    file.format = PreferencesFormat::native;
    return file;
  }

 private:
  [[nodiscard]] std::string list_of(std::uint64_t agent) const {
    return "the list of " + name_of_agent(sides(), static_cast<VertexId>(agent));
  }

  Array<VertexId> take_partners() const {
    const auto make_good = [&] {
      return [this, lists = structures::ListChecks(view_)](std::size_t begin,
                                                           std::size_t end) mutable {
        return for_lists_of(view_.offsets, begin, end, [&](std::size_t agent) {
          return lists.is_sound(static_cast<VertexId>(agent));
        });
      };
    };
    return take<VertexId>(NativeSectionId::pins, "entries", make_good,
                          [&] { return first_fault_of_partners(); });
  }

  Array<std::uint32_t> take_ties() {
    view_.ties = items<std::uint32_t>(NativeSectionId::ties);
    const structures::ListChecks lists(view_);
    const auto good = [&](std::size_t begin, std::size_t end) {
      return for_lists_of(view_.offsets, begin, end, [&](std::size_t agent) {
        return lists.has_sound_ties(static_cast<VertexId>(agent));
      });
    };
    const auto fault = [&] {
      VertexId agent = 0;
      while (lists.has_sound_ties(agent)) ++agent;  // ends: one is not
      return "the ties of " + name_of_agent(sides(), agent) + " do not ascend by at most 1 from 0";
    };
    return take<std::uint32_t>(
        NativeSectionId::ties, "ties", [&] { return good; }, fault);
  }

  [[nodiscard]] std::string first_fault_of_partners() const {
    structures::ListChecks lists(view_);
    VertexId agent = 0;
    while (lists.is_sound(agent)) ++agent;  // ends: one is not
    const std::span<const VertexId> list = view_.list_of(agent);
    const std::string name = name_of_agent(sides(), agent);
    for (const VertexId y : list) {
      if (y >= sides().num_agents) {
        return fault_of_number(list_of(agent), " has ", y, sides().num_agents);
      }
      if (y == agent) return name + " lists itself";
      if (sides().sides == Sides::two && is_left(y) == is_left(agent)) {
        return name + " lists " + name_of_agent(sides(), y) + ", of its own side";
      }
    }
    return repeated_fault(sides(), name, " lists ", list);
  }

  PreferencesView view_;  // what is checked so far
};

class SharedListsReader : PreferencesReader {
 public:
  using PreferencesReader::PreferencesReader;

  SharedPreferencesFile read() {
    SharedPreferencesFile file;
    SharedPreferences& all = file.preferences;
    all.num_left = sides().num_left;
    all.offsets = take_offsets_of(name_of_list);
    view_.num_agents = sides().num_agents;
    view_.num_left = sides().num_left;
    view_.offsets = std::as_const(all.offsets).view();
    view_.partners = items<VertexId>(NativeSectionId::pins);
    all.partners = take_partners();
    all.lists = take_lists();
    all.capacities = take_capacities();
    file.report.bytes = bytes();
    file.format = PreferencesFormat::native;
    return file;
  }

 private:
  static std::string name_of_list(std::uint64_t number) {
    return "list " + std::to_string(number + 1);
  }

  [[nodiscard]] bool has_agents_of_one_side(std::span<const VertexId> list) const {
    return std::all_of(list.begin(), list.end(), [&](VertexId y) {
      return y < view_.num_agents && is_left(y) == is_left(list.front());
    });
  }

  Array<VertexId> take_partners() const {
    const auto make_good = [&] {
      return [this, repeats = structures::Repeats()](std::size_t begin, std::size_t end) mutable {
        return for_lists_of(view_.offsets, begin, end, [&](std::size_t number) {
          const std::span<const VertexId> list = view_.list(number);
          return has_agents_of_one_side(list) && !repeats.in(list, view_.num_agents);
        });
      };
    };
    return take<VertexId>(NativeSectionId::pins, "entries", make_good,
                          [&] { return first_fault_of_partners(); });
  }

  [[nodiscard]] std::string first_fault_of_partners() const {
    structures::Repeats repeats;
    std::size_t number = 0;
    // Ends: one list is wrong.
    while (has_agents_of_one_side(view_.list(number)) &&
           !repeats.in(view_.list(number), view_.num_agents)) {
      ++number;
    }
    const std::span<const VertexId> list = view_.list(number);
    const std::string name = name_of_list(number);
    for (const VertexId y : list) {
      if (y >= view_.num_agents) return fault_of_number(name, " has ", y, view_.num_agents);
      if (is_left(y) != is_left(list.front())) {
        return name + " has agents of both sides, " + name_of_agent(sides(), list.front()) +
               " and " + name_of_agent(sides(), y);
      }
    }
    return repeated_fault(sides(), name, " has ", list);
  }

  Array<VertexId> take_lists() const {
    const std::span<const VertexId> all = items<VertexId>(NativeSectionId::lists);
    const auto is_good = [&](std::size_t x) {
      if (all[x] >= view_.num_lists()) return false;
      const std::span<const VertexId> list = view_.list(all[x]);
      return list.empty() || is_left(list.front()) != is_left(static_cast<VertexId>(x));
    };
    const auto good = [&](std::size_t begin, std::size_t end) {
      for (std::size_t x = begin; x < end; ++x) {
        if (!is_good(x)) return false;
      }
      return true;
    };
    const auto fault = [&] {
      std::size_t x = 0;
      while (is_good(x)) ++x;  // ends: one is not
      const std::string start = name_of_agent(sides(), static_cast<VertexId>(x)) + " has ";
      if (all[x] < view_.num_lists()) {
        return start + name_of_list(all[x]) + ", of agents of its own side";
      }
      return start + name_of_list(all[x]) + ", must be at most " +
             std::to_string(view_.num_lists());
    };
    return take<VertexId>(
        NativeSectionId::lists, "numbers of lists", [&] { return good; }, fault);
  }

  SharedPreferencesView view_;  // what is checked so far
};

}  // namespace

PreferencesFile read_native_preferences(const Context& context, const WholeText& file,
                                        const std::string& name) {
  if (!begins_native_shared_lists(file.text)) return OwnListsReader(context, file, name).read();
  const SharedPreferencesFile shared = SharedListsReader(context, file, name).read();
  return {expand(shared.preferences.view()), shared.report, {}, shared.format};
}

SharedPreferencesFile read_native_shared_preferences(const Context& context, const WholeText& file,
                                                     const std::string& name) {
  if (begins_native_preferences(file.text) && !begins_native_shared_lists(file.text)) {
    throw Error(ErrorCode::invalid_option, name + ": its agents have lists of their own");
  }
  return SharedListsReader(context, file, name).read();
}

}  // namespace hypermatch::detail::io
