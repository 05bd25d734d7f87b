// SPDX-License-Identifier: MIT
// Opening, recognising and reading instances, and writing them.
#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "hypermatch/edges_io.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/instance_io.hpp"
#include "io/builders/expansions.hpp"
#include "io/builders/graph_sides.hpp"
#include "io/formats/choices.hpp"
#include "io/formats/detect.hpp"
#include "io/formats/dimacs/stream_cnf.hpp"
#include "io/formats/early_checks.hpp"
#include "io/formats/edge_parts.hpp"
#include "io/formats/hgr/hgr.hpp"
#include "io/formats/matrix/dense_table.hpp"
#include "io/formats/open_edges.hpp"
#include "io/formats/parsers.hpp"
#include "io/native/native.hpp"
#include "io/source/byte_order_mark.hpp"
#include "io/source/source.hpp"
#include "io/source/windows.hpp"

namespace hypermatch::io {

namespace {

using detail::io::Format;

// Standard containers report a lack of memory their own way; the file is what it was wanted for.
template <class Body>
auto with_named_memory_errors(const std::string& path, const Body& body) {
  // Copied in handlers only, so that a failure of the copy is no escape.
  const auto shown = [&] { return path == "-" ? std::string("<stdin>") : path; };
  try {
    return body();
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::resources, shown() + ": out of memory");
  } catch (const Error& error) {
    const std::string name = shown();
    const std::string message = error.what();
    if (error.code() != ErrorCode::resources || message.starts_with(name + ":")) throw;
    throw Error(ErrorCode::resources, name + ": " + message);
  }
}

// The format asked for, or found. What is an edge list by its name may be a dense table, unless
// flags of edge lists say what it is.
Format format_by(const ReadOptions& options, const detail::io::Front& front,
                 const std::string& path) {
  const Format format = detail::io::find_format(options.format, front, path);
  const bool is_open = format == Format::edge_list && options.format.empty() && !options.sides &&
                       !options.csv.are_given() && !options.csv.no_header;
  return is_open && detail::io::begins_dense_table(front) ? Format::table : format;
}

Format format_of(detail::io::Input& input, const ReadOptions& options) {
  const std::span<const char> front = input.front(detail::io::k_detection_bytes);
  detail::io::refuse_packed({front.data(), front.size()}, input.name);
  return format_by(
      options, [&](std::size_t size) { return input.front(size); }, input.path);
}

// Matrices and lists of pairs are more as `bipartite` than what their formats make of them.
Interpretation parsed_as(Format format, Interpretation as) {
  if (detail::io::is_expansion(as)) return Interpretation::hypergraph;
  const bool has_rows = format == Format::matrix_market || format == Format::edge_list ||
                        format == Format::table || format == Format::gml ||
                        format == Format::graphml || format == Format::pajek ||
                        format == Format::dot;
  return as == Interpretation::bipartite && !has_rows ? Interpretation::automatic : as;
}

// The arrays of a native file are what they are; only graphs may be read as hypergraphs.
void interpret_native(const Context& context, const std::string& name, Interpretation as,
                      Instance& instance) {
  const bool wanted_graph = as == Interpretation::graph;
  if (as != Interpretation::automatic && as != Interpretation::hypergraph && !wanted_graph) {
    detail::io::refuse_interpretation(name, Format::native, as);
  }
  if (wanted_graph && !instance.is_graph()) {
    throw Error(ErrorCode::unsupported,
                name + ": this native file holds a hypergraph, it cannot be read as graph");
  }
  if (as == Interpretation::hypergraph && instance.is_graph()) {
    instance.data = to_hypergraph(context, std::move(std::get<Graph>(instance.data)));
    instance.report.as = Interpretation::hypergraph;
  }
}

Instance read_windows(const Context& context, detail::io::TextWindows& windows,
                      const std::string& name, std::uint64_t bytes, const ReadOptions& options) {
  detail::io::check_hypergraph_interpretation(name, Format::hmetis,
                                              parsed_as(Format::hmetis, options.as));
  return detail::io::read_hgr(context, windows, name, bytes, {}, options.zero_based ? 0 : 1);
}

// One thread parses best what its cache still has from reading. Several share a window and wait for
// each other at its end, so theirs are larger.
std::size_t window_bytes(const Context& context) {
  return context.threads() == 1 ? std::size_t{1} << 20 : detail::io::HgrCuts{}.window_bytes;
}

detail::io::ParseInput parse_input(const Context& context, std::string_view name, Interpretation as,
                                   const ReadOptions& options) {
  return {.context = context,
          .text = {},
          .name = name,
          .as = as,
          .zeros = options.zeros,
          .self_loops = options.self_loops,
          .parallel = options.parallel,
          .negative_weights = options.negative_weights,
          .positive_vertex_weights = options.positive_vertex_weights,
          .first_id = options.zero_based ? 0U : 1U,
          .rectangular_as_bipartite = options.rectangular_as_bipartite,
          .sides = options.sides,
          .keeps_entry_weights = options.entry_weights == EntryWeights::keep,
          .keeps_times = options.keeps_times,
          .csv = options.csv.are_given() || options.csv.no_header ? &options.csv : nullptr,
          .longest_cycle = options.longest_cycle};
}

// Costs are read with `lightest`, whatever the format.
void refuse_heaviest_costs(const std::string& name, const Instance& instance, Format format,
                           const ReadOptions& options) {
  const bool is_of_costs = options.parallel == ParallelEdges::lightest;
  if (!is_of_costs || options.as == Interpretation::bipartite) return;
  if (detail::io::merges_as_asked(format) || instance.report.parallel_edges == 0) return;
  throw Error(ErrorCode::invalid_input,
              name +
                  ": an edge is named several times, and of costs the lightest would count; in " +
                  detail::io::row_of(format).info.name + " the heaviest does");
}

Instance read_opened(const Context& context, detail::io::Input& input, Format format,
                     const ReadOptions& options, bool is_marked) {
  const Interpretation as = parsed_as(format, options.as);
  if (format == Format::hmetis) {
    const std::uint64_t bytes = input.file == nullptr ? 0 : input.file->size();
    detail::io::StreamWindows windows(*input.stream, window_bytes(context));
    return read_windows(context, windows, input.name, bytes, options);
  }
  if (format == Format::native) {
    const detail::io::WholeText whole = detail::io::native_bytes(input, options.mapping, is_marked);
    context.check_cancelled();
    Instance instance = detail::io::read_native(context, whole, input.name);
    interpret_native(context, input.name, as, instance);
    return instance;
  }
  detail::io::ParseInput text = parse_input(context, input.name, as, options);
  detail::io::check_front(text, input, format);
  const detail::io::WholeText whole = detail::io::read_text_to_nul(input);
  context.check_cancelled();
  text.text = whole.text;
  return detail::io::row_of(format).parse(text);
}

// `mark` is what the reader has not seen in front of its text.
void finish_report(Instance& instance, Format format, std::uint64_t bytes, std::uint64_t mark) {
  instance.report.format = detail::io::info_of(format).name;
  if (instance.report.bytes == 0) instance.report.bytes = bytes;
  instance.report.bytes += mark;
  if (instance.report.as != Interpretation::automatic) return;
  instance.report.as =
      std::visit(PerAlternative{[](const Hypergraph&) { return Interpretation::hypergraph; },
                                [](const Graph&) { return Interpretation::graph; },
                                [](const Bipartite&) { return Interpretation::bipartite; }},
                 instance.data);
}

// As a graph, the two sides would become one.
void refuse_two_sided(const std::string& name, const Instance& instance,
                      const ReadOptions& options) {
  const bool takes_sides =
      options.as == Interpretation::bipartite || options.rectangular_as_bipartite;
  if (takes_sides || instance.report.declared != DeclaredEdges::two_sided) return;
  throw Error(ErrorCode::unsupported,
              name +
                  ": the first line says that the two columns name different vertices (% bip); "
                  "hypermatch bipartite matches these");
}

Instance as_asked(const Context& context, const std::string& name, Instance instance, Format format,
                  const ReadOptions& options) {
  const bool counts = detail::io::row_of(format).counts_from_one;
  if (counts && options.zero_based) instance.labels.first = 0;
  refuse_two_sided(name, instance, options);
  refuse_heaviest_costs(name, instance, format, options);
  if (detail::io::is_expansion(options.as)) {
    return detail::io::expanded(context, name, std::move(instance), options.as);
  }
  if (options.as != Interpretation::bipartite && instance.report.as != Interpretation::bipartite) {
    return instance;
  }
  if (instance.is_graph() && format != Format::edge_list) {
    const Sides by_default = instance.vertex_sides.empty() ? Sides::one : Sides::two;
    if (options.sides.value_or(by_default) == Sides::two) {
      return detail::io::split_sides(parse_input(context, name, Interpretation::bipartite, options),
                                     std::move(instance));
    }
    instance.report.notes.emplace_back(
        "the adjacency matrix of a graph: each vertex is a row and a column, each edge two entries "
        "(--sides two: each vertex is a row or a column)");
  }
  instance = to_bipartite(context, std::move(instance), options.zeros, options.entry_weights);
  instance.report.as = Interpretation::bipartite;
  if (format == Format::edge_list) {
    if (!instance.report.sides) instance.report.sides = Sides::one;
    detail::io::note_sides_of_list(instance.report, options.sides.has_value());
  }
  return instance;
}

Instance read_path(const Context& context, const std::string& path, const ReadOptions& options) {
  return with_named_memory_errors(path, [&] {
    detail::io::Input input = detail::io::open_input(path, &context);
    const std::size_t mark = detail::io::skip_byte_order_mark(input);
    const Format format = format_of(input, options);
    detail::io::check_options(input.name, format, options);
    detail::io::check_first_line(input, format);
    Instance instance = read_opened(context, input, format, options, mark > 0);
    finish_report(instance, format, 0, mark);
    return as_asked(context, input.name, std::move(instance), format, options);
  });
}

Instance read_bytes(const Context& context, std::span<const char> all, const std::string& name,
                    const ReadOptions& options) {
  return with_named_memory_errors(name, [&] {
    const std::size_t mark = detail::io::byte_order_mark(all, name);
    const std::span<const char> bytes = all.subspan(mark);
    const Format format = format_by(
        options, [&](std::size_t size) { return bytes.first(std::min(bytes.size(), size)); }, name);
    detail::io::check_options(name, format, options);
    const Interpretation as = parsed_as(format, options.as);
    Instance instance;
    if (format == Format::hmetis) {
      detail::io::MemoryWindows windows(bytes, detail::io::MemoryWindows::Padding::missing,
                                        window_bytes(context));
      instance = read_windows(context, windows, name, bytes.size(), options);
    } else if (format == Format::native) {
      // The instance outlives the caller's bytes.
      instance = detail::io::read_native(context, detail::io::copy_of(bytes), name);
      interpret_native(context, name, as, instance);
    } else {
      detail::io::ParseInput text = parse_input(context, name, as, options);
      text.text = bytes;
      instance = detail::io::row_of(format).parse(text);
    }
    finish_report(instance, format, bytes.size(), mark);
    return as_asked(context, name, std::move(instance), format, options);
  });
}

// open(input, format) of a file that is not read whole.
template <class Open>
auto with_opened(const std::string& path, const ReadOptions& options, const Open& open,
                 std::uint64_t most_window = detail::io::k_any_window) {
  return with_named_memory_errors(path, [&] {
    detail::io::Input input = detail::io::open_input(path, nullptr, most_window);
    (void)detail::io::skip_byte_order_mark(input);
    const Format format = format_of(input, options);
    detail::io::check_options(input.name, format, options);
    detail::io::check_first_line(input, format);
    return open(std::move(input), format);
  });
}

}  // namespace

Instance read(const Context& context, const std::string& path, const ReadOptions& options) {
  return read_path(context, path, options);
}

Instance read_text(const Context& context, std::span<const char> bytes, const std::string& name,
                   const ReadOptions& options) {
  return read_bytes(context, bytes, name.empty() ? detail::io::k_nameless : name, options);
}

std::unique_ptr<EdgeStream> open_stream(const std::string& path, const ReadOptions& options,
                                        ReadReport* report) {
  return with_opened(path, options, [&](detail::io::Input input, Format format) {
    return detail::io::opened_stream(std::move(input), format, options, report);
  });
}

OpenedEdges open_edges(const std::string& path, const ReadOptions& options, ReadReport* report,
                       const std::string& scratch, std::uint64_t memory_bytes) {
  const auto open = [&](detail::io::Input input, Format format) {
    return detail::io::opened_edges(std::move(input), format, options, report, scratch);
  };
  return with_opened(path, options, open, memory_bytes / 2);
}

PartOfFile read_part(Communicator& ranks, const std::string& path, const ReadOptions& options,
                     ReadReport* report) {
  std::optional<detail::io::Input> input;
  Format format{};
  agree(ranks, [&] {
    detail::io::refuse_pipe(path);
    with_opened(path, options, [&](detail::io::Input opened, Format found) {
      input = std::move(opened);
      format = found;
    });
  });
  return with_named_memory_errors(path, [&] {
    return detail::io::part_of_file(ranks, std::move(*input), format, options, report);
  });
}

// Whether a format is written for the kind of an instance.
bool is_written(const Instance& instance, const FormatInfo& format) {
  return std::visit(PerAlternative{[&](const Hypergraph&) { return format.writes_hypergraph; },
                                   [&](const Graph&) { return format.writes_graph; },
                                   [&](const Bipartite&) { return format.writes_bipartite; }},
                    instance.data);
}

void write(const Context& context, const Instance& instance, const std::string& path,
           const std::string& format_name) {
  with_named_memory_errors(path, [&] {
    std::optional<Format> format = format_name.empty() ? detail::io::format_by_path(path)
                                                       : detail::io::format_by_name(format_name);
    if (!format) {
      throw Error(ErrorCode::invalid_option,
                  format_name.empty()
                      ? path + ": the name does not tell the format, and none is given"
                      : "format '" + format_name + "' is unknown");
    }
    if (path.ends_with(".gz") || path.ends_with(".zst")) {
      throw Error(ErrorCode::unsupported,
                  path +
                      ": files are not compressed on writing; write to - and pipe it into "
                      "gzip or zstd");
    }
    const detail::io::FormatRow& row = detail::io::row_of(*format);
    if (!is_written(instance, row.info)) {
      throw Error(ErrorCode::unsupported, std::string("format ") + row.info.name +
                                              " cannot be written" +
                                              (instance.kind() == InstanceKind::bipartite
                                                   ? " for rows and columns; matrix_market and "
                                                     "edge_list can"
                                               : row.info.writes_graph ? " for a hypergraph"
                                                                       : ""));
    }
    const Graph* const graph = std::get_if<Graph>(&instance.data);
    const FormOf<EdgeList> list = graph == nullptr || row.writes_rows
                                      ? FormOf<EdgeList>(EdgeListView{})
                                      : graph->edges(context);
    AtomicFile file(path);
    std::uint64_t written = 0;
    const detail::io::Sink sink = [&](std::span<const char> bytes) {
      context.check_cancelled();
      file.write(bytes);
      written += bytes.size();
      context.report({"write MiB", written >> 20, 0});
    };
    row.write(context, instance, list.view(), sink);
    file.commit();
  });
}

}  // namespace hypermatch::io
