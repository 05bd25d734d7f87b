// SPDX-License-Identifier: MIT
#include "io/native/native_prefs.hpp"
#include "io/native/native_writer.hpp"

namespace hypermatch::detail::io {

namespace {

constexpr Offset k_no_lists[] = {0};

std::span<const Offset> offsets_of(std::span<const Offset> offsets) {
  return offsets.empty() ? std::span<const Offset>(k_no_lists) : offsets;
}

}  // namespace

void write_native(const Context& context, const PreferencesView& preferences, const Sink& sink) {
  NativeWriter out(context, sink);
  out.header.kind = preferences.sides == Sides::two ? NativeKind::two_sided : NativeKind::one_sided;
  out.header.num_vertices = preferences.num_agents;
  out.header.num_edges = preferences.num_left;
  out.header.num_pins = preferences.partners.size();
  out.add(NativeSectionId::offsets, offsets_of(preferences.offsets));
  out.add(NativeSectionId::pins, preferences.partners);
  if (!preferences.ties.empty()) out.add(NativeSectionId::ties, preferences.ties);
  if (!preferences.capacities.empty()) {
    out.add(NativeSectionId::capacities, preferences.capacities);
  }
  out.write();
}

void write_native(const Context& context, const SharedPreferencesView& preferences,
                  const Sink& sink) {
  NativeWriter out(context, sink);
  out.header.kind = NativeKind::shared_lists;
  out.header.num_vertices = preferences.num_agents;
  out.header.num_edges = preferences.num_left;
  out.header.num_pins = preferences.partners.size();
  out.header.weights_per_vertex = static_cast<std::uint32_t>(preferences.num_lists());
  out.add(NativeSectionId::offsets, offsets_of(preferences.offsets));
  out.add(NativeSectionId::pins, preferences.partners);
  out.add(NativeSectionId::lists, preferences.lists);
  if (!preferences.capacities.empty()) {
    out.add(NativeSectionId::capacities, preferences.capacities);
  }
  out.write();
}

}  // namespace hypermatch::detail::io
