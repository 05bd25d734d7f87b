// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <cmath>

#include "hypermatch/version.hpp"
#include "machine.hpp"

namespace hypermatch::cli {

namespace {

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace

Json number_json(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json weight_json(const MatchingValue& value) {
  return value.is_integer ? Json(value.integer_weight) : number_json(value.weight);
}

Json to_json(const InstanceFacts& facts) {
  return {{"file", facts.file},
          {"format", facts.format.empty() ? Json(nullptr) : Json(facts.format)},
          {"kind", facts.kind},
          {"vertices", facts.vertices},
          {"edges", facts.edges},
          {"pins", facts.pins},
          {"max_edge_size", facts.max_edge_size},
          {"max_degree", or_null(facts.max_degree)},
          {"weighted", facts.weighted}};
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

Json options_json(const RunOptions& run, const Context& context) {
  return {{"device", run.device}, {"threads", context.threads()}};
}

Json to_json(const Report& report) {
  const ResultFacts& result = report.result;
  const PhaseSeconds& seconds = report.seconds;
  Json json;
  json["schema"] = "hypermatch-report/1";
  json["command"] = report.command;
  json["input"] = to_json(report.input);
  json["options"] = report.options;
  json["result"] = {
      {"edges", result.value ? Json(result.value->edges) : Json(nullptr)},
      {"weight", result.value ? weight_json(*result.value) : Json(nullptr)},
      {"rounds", or_null(result.rounds)},
      {"guarantee", or_null(result.guarantee)},
      {"certified_ratio",
       result.certified_ratio ? number_json(*result.certified_ratio) : Json(nullptr)}};
  json["verified"] = or_null(report.verified);
  json["seconds"] = {{"read", seconds.read},         {"prepare", seconds.prepare},
                     {"transfer", seconds.transfer}, {"solve", seconds.solve},
                     {"verify", seconds.verify},     {"write", seconds.write},
                     {"total", seconds.total}};
  json["memory"] = {{"host_peak_bytes", host_peak_bytes()},
                    {"device_peak_bytes", report.device_peak_bytes}};
  json["software"] = software_json();
  json["machine"] = machine_json(report.device_name);
  return json;
}

std::string to_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace hypermatch::cli
