// SPDX-License-Identifier: MIT
// The compiled part of the Python package: a thin layer over the public headers. `_calls.py` and
// its neighbours give it the shape that users see.
#include <nanobind/nanobind.h>

#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include "hypermatch/error.hpp"
#include "hypermatch/version.hpp"
#include "instances.hpp"
#include "results.hpp"

namespace hypermatch::python {

namespace {

// The name of a code in `_errors.py`.
const char* name_of_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_input:
      return "InvalidInput";
    case ErrorCode::invalid_option:
      return "InvalidOption";
    case ErrorCode::unsupported:
      return "Unsupported";
    case ErrorCode::io:
      return "FileError";
    case ErrorCode::resources:
      return "OutOfResources";
    case ErrorCode::device:
      return "DeviceError";
    case ErrorCode::communication:
      return "CommunicationError";
    case ErrorCode::cancelled:
      return "Cancelled";
    case ErrorCode::internal:
      break;
  }
  return "InternalError";
}

// Messages of the library call arguments by the flags of the command.
std::string without_flags(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> k_arguments[] = {
      {" --as ", " interpretation "},    {" --format", " format"},
      {" --device ", " device "},        {" --parallel ", " parallel "},
      {" --sides ", " sides "},          {" --columns ", " columns "},
      {"(--format", "(format"},          {"(--columns ", "(columns "},
      {" --zero-based ", " zero_based "}};
  for (const auto& [flag, argument] : k_arguments) {
    for (std::size_t at = 0; (at = text.find(flag, at)) != text.npos; at += argument.size()) {
      text.replace(at, flag.size(), argument);
    }
  }
  return text;
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    const nb::object type =
        nb::module_::import_("hypermatch._errors").attr(name_of_code(error.code()));
    PyErr_SetString(type.ptr(), without_flags(error.what()).c_str());
  }
}

}  // namespace

NB_MODULE(_core, module) {
  // Instances may outlive the interpreter in a global variable of a user.
  nb::set_leak_warnings(false);
  nb::register_exception_translator(translate, nullptr);
  module.attr("version") = version();
  module.attr("revision") = revision();
  module.attr("no_vertex") = k_none;
  module.def("forget_threads", forget_threads);
  bind_instances(module);
  bind_files(module);
  bind_matching(module);
  bind_communities(module);
  bind_pairs(module);
  bind_agents(module);
  bind_coarsening(module);
  bind_facts(module);
  bind_on_device(module);
  bind_solve_on_device(module);
}

}  // namespace hypermatch::python
