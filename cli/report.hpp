// SPDX-License-Identifier: MIT
// The record of one run, schema `hypermatch-report/1`, and the parts that other records share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "instance.hpp"
#include "result_json.hpp"

namespace hypermatch::cli {

/// Seconds of each phase; a phase that did not happen took none. They add up to `total`.
struct PhaseSeconds {
  double start = 0;  ///< until the verb begins, and waiting for a device that is entered meanwhile
  double read = 0;
  double prepare = 0;
  double transfer = 0;
  double solve = 0;
  double verify = 0;
  double write = 0;  ///< with what is made of the answer for it: pairs, weight, facts
  double total = 0;  ///< of the process so far
};

/// Threads that each phase had; 0 for one that did not happen.
struct PhaseThreads {
  int read = 0;
  int solve = 0;
  int verify = 0;
  int write = 0;
};

struct Report {
  std::string command;  ///< the verb
  InstanceFacts input;
  Json options = Json::object();  ///< as resolved
  ResultFacts result;
  std::optional<bool> verified;
  PhaseSeconds seconds;
  PhaseThreads threads;
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
/// Adds how the file was asked to be read where that is not the default.
void report_reading(Json& options, const io::ReadOptions& read);
/// Device and threads, with which every `options` begins.
[[nodiscard]] Json options_json(const RunOptions& run, int threads);

}  // namespace hypermatch::cli
