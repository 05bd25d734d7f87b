// SPDX-License-Identifier: MIT
// The command line: finds the verb, lets it work, and turns what it throws into exit codes.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include "hypermatch/did_you_mean.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/instance_io.hpp"
#include "hypermatch/version.hpp"
#include "match_ranks.hpp"
#include "verbs.hpp"

namespace hypermatch::cli {

namespace {

struct Verb {
  const char* name;
  int (*run)(Interrupts&, CommandWords);
  const char* summary;
};

constexpr Verb k_verbs[] = {
    {"match", run_match, "a heavy set of disjoint edges of a graph or hypergraph"},
    {"bipartite", run_bipartite, "a largest matching of rows and columns, block triangular form"},
    {"stable", run_stable, "a stable matching of agents with preferences"},
    {"cluster", run_cluster, "communities of a graph"},
    {"coarsen", run_coarsen, "a smaller graph or hypergraph, by contracted matchings"},
    {"verify", run_verify, "check a matching, and how far from the optimum it can be"},
    {"info", run_info, "what is in a file: counts, distributions, weights, components"},
    {"convert", run_convert, "one format into another"},
    {"generate", run_generate, "an instance of a family"},
    {"list", run_list, "the algorithms, formats and families of this build"},
};

const Verb* find_verb(std::string_view name) {
  const auto* found = std::find_if(std::begin(k_verbs), std::end(k_verbs),
                                   [&](const Verb& verb) { return verb.name == name; });
  return found == std::end(k_verbs) ? nullptr : found;
}

std::string verb_names() {
  std::string names;
  for (const Verb& verb : k_verbs) names.append(verb.name).append(" ");
  return names;
}

void print_overview(std::FILE* out) {
  std::fprintf(out,
               "hypermatch %s: matchings in graphs and hypergraphs, fast and proven\n\n"
               "Usage: hypermatch VERB ...\n\nVerbs:\n",
               version());
  for (const Verb& verb : k_verbs) {
    std::fprintf(out, "  %-10s %s\n", verb.name, verb.summary);
  }
  std::fprintf(out,
               "\nhypermatch VERB --help shows the flags of a verb, --version the version.\n\n"
               "Examples:\n"
               "  hypermatch match netlist.hgr --verify -o matching.txt\n"
               "  hypermatch verify netlist.hgr matching.txt --greedy\n"
               "  hypermatch info netlist.hgr\n\n"
               "Exit codes: 0 done, 1 verification failed, 2 usage, 3 bad input, 4 not supported\n"
               "here, 5 out of a resource, 6 no solution exists, 70 internal, 130 interrupted,\n"
               "141 output closed\n");
}

int print_version() {
  std::printf("hypermatch %s\n", version());
  if (*revision() != '\0') std::printf("revision %s\n", revision());
  return k_done;
}

[[noreturn]] void usage_error(const std::string& text) {
  throw Error(ErrorCode::invalid_option, text + " (hypermatch --help shows the verbs)");
}

int run(Interrupts& interrupts, CommandWords arguments) {
  if (arguments.count == 0) {
    print_overview(stderr);
    return k_usage;
  }
  std::string_view name = arguments.words[0];
  if (name == "--help" || name == "-h" || name == "help") {
    if (arguments.count == 1) {
      print_overview(stdout);
      return k_done;
    }
    // "help match" is "match --help".
    char help[] = "--help";
    char* words[] = {arguments.words[1], help};
    if (arguments.count > 2 || find_verb(words[0]) == nullptr) {
      usage_error("help takes one verb");
    }
    return run(interrupts, {2, words});
  }
  if (name == "--version" || name == "-V") return print_version();
  const Verb* verb = find_verb(name);
  if (verb == nullptr) {
    usage_error("unknown verb '" + std::string(name) + "'" + did_you_mean(name, verb_names()));
  }
  if (arguments.count == 2 && std::string_view(arguments.words[1]) == "--version") {
    return print_version();
  }
  try {
    return verb->run(interrupts, arguments);
  } catch (const Error& error) {
    // Wrong flags are mostly wrong on all processes.
    if (!asks_for_mpi(arguments)) throw;
    return fail_on_ranks(error);
  }
}

}  // namespace

int exit_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_option:
      return k_usage;
    case ErrorCode::invalid_input:
    case ErrorCode::io:  // of reading; writers turn theirs into `resources`
      return k_bad_input;
    case ErrorCode::unsupported:
      return k_unsupported;
    case ErrorCode::resources:
      return k_out_of_resources;
    case ErrorCode::cancelled:
      return k_interrupted;
    case ErrorCode::device:
    case ErrorCode::communication:
    case ErrorCode::internal:
      return k_internal;
  }
  return k_internal;
}

int fail(int code, const std::string& message) {
  std::fprintf(stderr, "error: %s\n", io::printable(message).c_str());
  return code;
}

namespace {

// The first thread that comes here ends the process; the others wait for that.
void be_the_last() {
  static std::atomic_flag is_ending = ATOMIC_FLAG_INIT;
  // Ends: with the process.
  while (is_ending.test_and_set()) ::pause();
  io::remove_temporaries();
}

[[noreturn]] void end_at_once(int code, const std::string& message) {
  be_the_last();
  ::_exit(fail(code, message));
}

// Threads of oneTBB make further ones and allocate before their first task. What the system refuses
// them there cannot be caught: it comes here, or ends in `abort` while the stack is unwound.
[[noreturn]] void end_uncaught() {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    end_at_once(k_out_of_resources, "out of memory");
  } catch (const std::exception& error) {
    if (std::string_view(error.what()).starts_with("pthread_")) {
      end_at_once(k_out_of_resources, std::string("out of threads or memory: ") + error.what());
    }
    end_at_once(k_internal, std::string("internal: ") + error.what());
  } catch (...) {
  }
  end_at_once(k_internal, "internal: an unknown exception");
}

// Only what a signal handler may call.
void end_aborted(int) {
  constexpr std::string_view k_no_thread = "error: out of memory: a thread could not begin\n";
  constexpr std::string_view k_internal_error = "error: internal: aborted\n";
  be_the_last();
  const bool in_main_thread = ::gettid() == ::getpid();
  const std::string_view line = in_main_thread ? k_internal_error : k_no_thread;
  (void)!::write(STDERR_FILENO, line.data(), line.size());
  ::_exit(in_main_thread ? k_internal : k_out_of_resources);
}

int guarded_main(CommandWords arguments) {
  std::set_terminate(end_uncaught);
  (void)std::signal(SIGABRT, end_aborted);
  try {
    Interrupts interrupts;
    const int code = run(interrupts, arguments);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      return fail(k_out_of_resources, "cannot write to standard output");
    }
    return code;
  } catch (const Error& error) {
    return fail(exit_code(error.code()), error.what());
  } catch (const std::bad_alloc&) {
    return fail(k_out_of_resources, "out of memory");
  } catch (const std::system_error& error) {
    // The system refuses threads this way.
    if (error.code() == std::errc::resource_unavailable_try_again ||
        error.code() == std::errc::not_enough_memory) {
      return fail(k_out_of_resources, std::string("out of threads or memory: ") + error.what());
    }
    return fail(k_internal, std::string("internal: ") + error.what());
  } catch (const std::exception& error) {
    return fail(k_internal, std::string("internal: ") + error.what());
  }
}

}  // namespace

}  // namespace hypermatch::cli

int main(int argc, char** argv) {
  const int skipped = argc > 0 ? 1 : 0;
  const int code = hypermatch::cli::guarded_main({argc - skipped, argv + skipped});
  (void)std::fflush(stdout);
  // Everything is written. What is left, such as threads and a device, ends with the process.
  ::_exit(code);
}
