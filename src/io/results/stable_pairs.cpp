// SPDX-License-Identifier: MIT
// Reads matchings of agents: a pair per line, by number or by name.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hypermatch/preferences_io.hpp"
#include "hypermatch/types.hpp"
#include "io/preferences/prefs.hpp"
#include "io/source/text_file.hpp"
#include "io/text/printable.hpp"
#include "io/text/text.hpp"
#include "io/text/vertex_numbers.hpp"
#include "io/text/written_ids.hpp"

namespace hypermatch::io {

namespace {

// Reads the agents of one side.
class AgentReader {
 public:
  AgentReader(VertexId first, VertexId last, const VertexLabels& labels)
      : first_(first), count_(last - first), labels_(labels) {
    for (std::size_t v = 0; v + 1 < labels.offsets.size(); ++v) {
      (void)names_.number_of(detail::io::label_at(labels, v));
    }
  }

  [[nodiscard]] VertexId read(std::string_view word) const {
    const char* const end = word.data() + word.size();
    if (labels_.empty()) {
      detail::io::Cursor cursor(detail::io::TextRange{word.data(), end});
      const std::uint64_t number = cursor.read_unsigned("the number of an agent");
      if (number - 1 >= count_) detail::io::fail_agent(word.data(), end, count_);
      cursor.finish_line();
      return static_cast<VertexId>(first_ + number - 1);
    }
    std::string held;
    const std::string_view name = detail::io::read_id(word, held);
    const VertexId number = name.empty() ? k_none : names_.find(name);
    if (number == k_none) {
      throw detail::io::TextFailure{
          word.data(), "expected the name of an agent, found " +
                           (word.empty() ? "the end of the line" : detail::io::shown_text(word))};
    }
    return first_ + number;
  }

 private:
  VertexId first_, count_;
  const VertexLabels& labels_;
  detail::io::NameTable names_;
};

}  // namespace

std::vector<GraphEdge> read_stable_matching(const PreferencesView& preferences,
                                            const std::string& path, const AgentNames& names) {
  return detail::io::with_text_of(path, [&](std::string_view, detail::io::TextRange text) {
    std::vector<GraphEdge> pairs;
    const bool has_two = preferences.sides == Sides::two;
    const bool hold_blanks =
        detail::io::hold_blanks(names.left) || detail::io::hold_blanks(names.right);
    const AgentReader left(0, preferences.num_left, names.left);
    const AgentReader right(has_two ? preferences.num_left : 0, preferences.num_agents,
                            has_two ? names.right : names.left);
    detail::io::for_each_line(text, [&](std::string_view line, std::uint64_t) {
      const detail::io::CutLine words = detail::io::cut_line(line, hold_blanks);
      pairs.push_back({left.read(words.first), right.read(words.rest)});
    });
    return pairs;
  });
}

}  // namespace hypermatch::io
