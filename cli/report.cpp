// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <cstdio>
#include <string_view>

#include "hypermatch/version.hpp"
#include "machine.hpp"

namespace hypermatch::cli {

namespace {

// A character of UTF-8 as JSON names those that strings do not show: one or two units of UTF-16.
void append_escaped(std::string_view character, std::string& to) {
  std::uint32_t code = static_cast<unsigned char>(character[0]);
  if (character.size() > 1) code &= 0x7FU >> character.size();
  for (const char c : character.substr(1)) code = code << 6 | (static_cast<unsigned>(c) & 0x3FU);
  const auto append = [&](std::uint32_t unit) {
    char text[8];
    std::snprintf(text, sizeof(text), "\\u%04x", static_cast<unsigned>(unit & 0xFFFFU));
    to += text;
  };
  if (code >= 0x10000) append(0xD800 + ((code - 0x10000) >> 10));
  append(code >= 0x10000 ? 0xDC00 + (code & 0x3FFU) : code);
}

}  // namespace

Json to_json(const InstanceFacts& facts) {
  Json json = {{"file", facts.file},
               {"format", facts.format.empty() ? Json(nullptr) : Json(facts.format)},
               {"kind", facts.kind},
               {"vertices", facts.vertices},
               {"edges", facts.edges},
               {"pins", facts.pins},
               {"max_edge_size", facts.max_edge_size},
               {"max_degree", or_null(facts.max_degree)},
               {"weighted", facts.weighted}};
  if (facts.weight_column != 0) {
    json["weight_column"] = facts.weight_column;
    json["weight_name"] = facts.weight_name.empty() ? Json(nullptr) : Json(facts.weight_name);
  }
  return json;
}

Json software_json() {
  const std::string revision = hypermatch::revision();
  return {{"version", hypermatch::version()},
          {"revision", revision.empty() ? "unknown" : revision}};
}

Json machine_json(const std::string& device) {
  const Machine machine = this_machine();
  return {{"cpu", machine.cpu},
          {"cores", machine.cores},
          {"memory_bytes", machine.memory_bytes},
          {"os", machine.os},
          {"device", device.empty() ? Json(nullptr) : Json(device)}};
}

Json options_json(const RunOptions& run, int threads) {
  return {{"device", run.device == k_auto_device ? std::string("cpu") : run.device},
          {"threads", threads}};
}

void report_reading(Json& options, const io::ReadOptions& read) {
  const io::ReadOptions usual;
  if (read.zero_based) options["zero_based"] = true;
  if (read.parallel != usual.parallel) options["parallel"] = name_of(read.parallel);
  if (read.sides) options["sides"] = name_of(*read.sides);
  if (read.csv.header) options["header"] = true;
  if (read.csv.no_header) options["no_header"] = true;
  if (!read.csv.columns.empty()) options["columns"] = read.csv.columns;
  if (read.longest_cycle != usual.longest_cycle) options["longest_cycle"] = read.longest_cycle;
}

Json to_json(const Report& report) {
  const PhaseSeconds& seconds = report.seconds;
  Json json;
  json["schema"] = "hypermatch-report/1";
  json["command"] = report.command;
  json["input"] = to_json(report.input);
  json["options"] = report.options;
  json["result"] = to_json(report.result);
  json["verified"] = or_null(report.verified);
  json["seconds"] = {{"start", seconds.start},     {"read", seconds.read},
                     {"prepare", seconds.prepare}, {"transfer", seconds.transfer},
                     {"solve", seconds.solve},     {"verify", seconds.verify},
                     {"write", seconds.write},     {"total", seconds.total}};
  json["memory"] = {{"host_peak_bytes", host_peak_bytes()},
                    {"device_peak_bytes", report.device_peak_bytes}};
  json["software"] = software_json();
  json["machine"] = machine_json(report.device_name);
  const PhaseThreads& threads = report.threads;
  json["machine"]["threads"] = {{"read", threads.read},
                                {"solve", threads.solve},
                                {"verify", threads.verify},
                                {"write", threads.write}};
  return json;
}

std::string to_text(const Json& json) {
  const std::string text = json.dump(2) + "\n";
  std::string shown;
  // Ends: every turn takes a character.
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t size = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    const std::string character = text.substr(at, size);
    if (lead < 0x7F || io::printable(character) == character) {
      shown += character;
    } else {
      append_escaped(character, shown);
    }
    at += size;
  }
  return shown;
}

}  // namespace hypermatch::cli
