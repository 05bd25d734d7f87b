// SPDX-License-Identifier: MIT
#include "io/formats/choices.hpp"

#include <string>

#include "hypermatch/error.hpp"
#include "io/builders/expansions.hpp"

namespace hypermatch::detail::io {

using namespace hypermatch::io;

// Whether files of the format merge repeated edges as they are asked to.
bool merges_as_asked(Format format) {
  return format == Format::edge_list || format == Format::dimacs ||
         format == Format::matrix_market || format == Format::gml || format == Format::graphml ||
         format == Format::pajek || format == Format::dot;
}

namespace {

void check_choices(const ReadOptions& options) {
  check_enum("as", options.as);
  check_enum("zeros", options.zeros, Zeros::drop);
  check_enum("self_loops", options.self_loops, SelfLoops::keep);
  check_enum("parallel", options.parallel);
  check_enum("negative_weights", options.negative_weights, NegativeWeights::refuse);
  check_enum("mapping", options.mapping, Mapping::native_files);
  if (options.sides) check_enum("sides", *options.sides);
  check_enum("entry_weights", options.entry_weights, EntryWeights::keep);
}

}  // namespace

void check_options(const std::string& name, Format format, const ReadOptions& options) {
  check_choices(options);
  const FormatRow& row = row_of(format);
  const auto refuse = [&](const char* what) {
    throw Error(ErrorCode::invalid_option, name + ": " + what + ", this is " + row.info.name);
  };
  const bool may_count_from_zero =
      row.counts_from_one || format == Format::edge_list || format == Format::kidney;
  if (options.zero_based && !may_count_from_zero) {
    refuse("--zero-based is for formats whose files number the vertices");
  }
  const bool may_be_graph = merges_as_asked(format) && format != Format::matrix_market;
  if (options.sides && !may_be_graph && format != Format::metis && format != Format::native) {
    refuse("--sides is for edge lists and graphs");
  }
  if (options.sides && options.as != Interpretation::automatic &&
      options.as != Interpretation::bipartite) {
    throw Error(ErrorCode::invalid_option,
                "--sides does not go with --as " + std::string(name_of(options.as)));
  }
  const bool names_weight =
      (format == Format::gml || format == Format::graphml || format == Format::dot) &&
      options.csv.columns.size() == 1 && !options.csv.header;
  if ((options.csv.are_given() || options.csv.no_header) && format != Format::edge_list &&
      !names_weight) {
    refuse(
        "--header, --no-header and --columns are for edge lists; of GML, GraphML and DOT, "
        "--columns names the weight of edges");
  }
  if (options.csv.header && options.csv.no_header) {
    throw Error(ErrorCode::invalid_option, "--header and --no-header exclude each other");
  }
  const bool is_of_costs = options.parallel == ParallelEdges::lightest;
  if (options.parallel != ParallelEdges::heaviest && !merges_as_asked(format) && !is_of_costs) {
    refuse("--parallel is for edge lists, DIMACS graphs, matrices, GML, GraphML, Pajek and DOT");
  }
  if (is_expansion(options.as) && format == Format::matrix_market) {
    throw Error(ErrorCode::unsupported,
                name +
                    ": --as clique and star are for hypergraphs, of which a matrix is several; "
                    "convert it by --as row-net or column-net first");
  }
  if (options.longest_cycle != ReadOptions().longest_cycle && format != Format::kidney)
    refuse("--longest-cycle is for the format kidney");
  if (options.longest_cycle < 2 || options.longest_cycle > k_longest_cycle) {
    throw Error(ErrorCode::invalid_option,
                "longest_cycle is " + std::to_string(options.longest_cycle) + ", must be in 2.." +
                    std::to_string(k_longest_cycle));
  }
}

}  // namespace hypermatch::detail::io
