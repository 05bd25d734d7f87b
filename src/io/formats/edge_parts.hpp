// SPDX-License-Identifier: MIT
// The edges of a file that one rank reads, by format.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hypermatch/communicator.hpp"
#include "hypermatch/edges_io.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/ranks_matching.hpp"
#include "io/formats/format_table.hpp"
#include "io/source/source.hpp"

namespace hypermatch::detail::io {

/// A plain text file.
struct TextInput {
  std::string name;
  std::shared_ptr<const RandomFile> file;
  std::uint64_t begin = 0;  ///< behind the byte order mark
};

/// Called by all ranks; so are the others. @throws as `hypermatch::io::read_part`
[[nodiscard]] EdgePart metis_part(Communicator& ranks, const TextInput& input,
                                  const hypermatch::io::ReadOptions& options);
[[nodiscard]] EdgePart hmetis_part(Communicator& ranks, const TextInput& input,
                                   const hypermatch::io::ReadOptions& options);
[[nodiscard]] EdgePart native_part(Communicator& ranks, const Input& input,
                                   const hypermatch::io::ReadOptions& options, bool& is_graph);

/// Before a rank takes what is another one's. @throws Error{unsupported, io}
void refuse_pipe(const std::string& path);
/// As `hypermatch::io::read_part`, of a file that each rank has opened.
[[nodiscard]] hypermatch::io::PartOfFile part_of_file(Communicator& ranks, Input input,
                                                      Format format,
                                                      const hypermatch::io::ReadOptions& options,
                                                      hypermatch::io::ReadReport* report);

}  // namespace hypermatch::detail::io
