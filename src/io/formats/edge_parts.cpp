// SPDX-License-Identifier: MIT
#include "io/formats/edge_parts.hpp"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "hypermatch/error.hpp"
#include "io/builders/expansions.hpp"
#include "io/source/byte_order_mark.hpp"

namespace hypermatch::detail::io {

namespace {

using hypermatch::io::Interpretation;
using hypermatch::io::PartOfFile;
using hypermatch::io::ReadOptions;

[[noreturn]] void refuse_unplain(const std::string& name) {
  throw Error(ErrorCode::unsupported,
              name +
                  ": ranks read plain files, neither pipes nor compressed ones; unpack it, or "
                  "convert it to native");
}

TextInput text_input(const Input& input) {
  TextInput text{input.name, RandomFile::open(input.path), 0};
  char front[4] = {};
  const std::size_t size = text.file == nullptr ? 0 : text.file->read_at(0, front);
  const std::span<const char> begin(front, size);
  if (text.file == nullptr || packing_of(begin) != Packing::none) {
    refuse_unplain(input.name);
  }
  text.begin = byte_order_mark(begin, input.name);
  return text;
}

}  // namespace

void refuse_pipe(const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown) || RandomFile::open(path) != nullptr) return;
  refuse_unplain(path == "-" ? "<stdin>" : path);
}

PartOfFile part_of_file(Communicator& ranks, Input input, Format format, const ReadOptions& options,
                        hypermatch::io::ReadReport* report) {
  const bool wants_graph = options.as == Interpretation::graph;
  const bool wants_hypergraph = options.as == Interpretation::hypergraph;
  PartOfFile read;
  std::optional<TextInput> text;
  const bool is_metis = format == Format::metis && !wants_hypergraph;
  agree(ranks, [&] {
    if (is_expansion(options.as)) {
      refuse_held(input.name, format, options.as, "by one process", "by ranks");
    }
    if (options.as != Interpretation::automatic && !wants_graph && !wants_hypergraph) {
      refuse_interpretation(input.name, format, options.as);
    }
    if (format == Format::native) return;
    if (!is_metis && (format != Format::hmetis || wants_graph)) {
      refuse_held(input.name, format, options.as, "by one process", "by ranks");
    }
    text = text_input(input);
  });
  if (format == Format::native) {
    read.part = native_part(ranks, input, options, read.is_graph);
  } else {
    read.is_graph = is_metis;
    read.part = is_metis ? metis_part(ranks, *text, options) : hmetis_part(ranks, *text, options);
  }
  if (report != nullptr) {
    report->format = info_of(format).name;
    report->as = read.is_graph ? Interpretation::graph : Interpretation::hypergraph;
  }
  return read;
}

}  // namespace hypermatch::detail::io
