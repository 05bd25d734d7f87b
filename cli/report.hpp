// SPDX-License-Identifier: MIT
// The record of one run, schema `hypermatch-report/1`, and the parts that other records share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "instance.hpp"
#include "result_json.hpp"

namespace hypermatch::cli {

/// Seconds of each phase; a phase that did not happen took none.
struct PhaseSeconds {
  double read = 0;
  double prepare = 0;
  double transfer = 0;
  double solve = 0;
  double verify = 0;
  double write = 0;
  double total = 0;
};

struct Report {
  std::string command;  ///< the verb
  InstanceFacts input;
  Json options = Json::object();  ///< as resolved
  ResultFacts result;
  std::optional<bool> verified;
  PhaseSeconds seconds;
  std::uint64_t device_peak_bytes = 0;
  std::string device_name;  ///< of the GPU that was used, if any
};

[[nodiscard]] Json to_json(const Report& report);
[[nodiscard]] Json to_json(const InstanceFacts& facts);
[[nodiscard]] Json software_json();
/// `device`: as its vendor calls it; empty becomes null.
[[nodiscard]] Json machine_json(const std::string& device = {});
/// Indented text that ends with a newline. Bytes that are no UTF-8 (file names) are replaced, and
/// characters that are not printable escaped.
[[nodiscard]] std::string to_text(const Json& json);
/// Device and threads, with which every `options` begins.
[[nodiscard]] Json options_json(const RunOptions& run, const Context& context);

}  // namespace hypermatch::cli
