// SPDX-License-Identifier: MIT
// hypermatch convert: one format into another.
#include <string>

#include "files.hpp"
#include "instance.hpp"
#include "report.hpp"
#include "verbs.hpp"

namespace hypermatch::cli {

namespace {

constexpr const char* k_description =
    "Reads IN and writes it as OUT. The format of OUT is that of its name unless --to says\n"
    "otherwise.";

constexpr const char* k_examples =
    "Examples:\n"
    "  hypermatch convert formula.cnf formula.hgr --as primal\n"
    "  hypermatch convert huge.hgr.zst huge.hmb\n"
    "      the native binary format, which loads at once\n"
    "  hypermatch convert mesh.graph - --to matrix_market --weights random:1..100";

}  // namespace

int run_convert(Interrupts& interrupts, Arguments arguments) {
  std::string in;
  std::string out;
  std::string to;
  InputOptions input;
  RunOptions run;
  Command command("convert", k_description, k_examples);
  command.positional("IN", in, "Instance; - is standard input, .gz and .zst are unpacked");
  command.positional("OUT", out, "File to write; - is standard output (needs --to)");
  add_input_flags(command, input);
  command.group("Output");
  add_to_flag(command, to);
  add_run_flags(command, run);
  if (const auto code = command.parse(arguments)) return *code;
  check_device(run.device);
  check_weights(input.weights, true);
  const OutputFlag outputs[] = {{"OUT", out}, {"--json", run.json}};
  check_files(outputs, {in});
  if (io::descriptor_named(out) && to.empty()) {
    throw Error(ErrorCode::invalid_option, "standard output has no name to tell the format: --to");
  }
  if (to.empty()) to = format_by_ending("OUT", out);
  check_writable("OUT", out, to);

  Log log(run.quiet, run.progress);
  const Context context = make_context(run, interrupts, log);
  Stopwatch watch;
  Report report;
  report.command = "convert";
  const io::Instance instance = load(context, in, input);
  report.seconds.read = watch.lap();
  report.input = facts_of(in, instance);
  log.line("read", describe(report.input) + " (" + seconds(report.seconds.read) + ")");
  log_notes(log, instance.report);
  watch.lap();
  naming_the_file(
      in, [&] { write_output(interrupts, out, [&] { io::write(context, instance, out, to); }); });
  report.seconds.write = watch.lap();
  report.seconds.total = watch.total();
  log.line("write", out + " (" + seconds(report.seconds.write) + ")");
  if (const std::string lost = losses(instance, to); !lost.empty()) {
    log.line("note", to + " does not hold, and leaves out: " + lost);
  }
  if (!run.json.empty()) {
    report.input.max_degree = max_degree(context, instance);
    report.options = options_json(run, context);
    report.options["output"] = out;
    report.options["to"] = to;
    report.options["weights"] = input.weights;
    write_text(interrupts, run.json, to_text(to_json(report)));
  }
  return k_done;
}

}  // namespace hypermatch::cli
