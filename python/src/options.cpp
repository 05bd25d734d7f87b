// SPDX-License-Identifier: MIT
#include "options.hpp"

#include <algorithm>

#include "hypermatch/did_you_mean.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch::python {

namespace {

[[noreturn]] void refuse(std::string_view name, nb::handle value, const std::string& expected) {
  PyErr_Clear();
  throw Error(ErrorCode::invalid_option,
              std::string(name) + " is " + shown(value) + ", must be " + expected);
}

// Python's booleans and NumPy's.
bool is_boolean(nb::handle value) {
  if (PyBool_Check(value.ptr())) return true;
  const std::string_view name = Py_TYPE(value.ptr())->tp_name;
  return name == "numpy.bool_" || name == "numpy.bool";
}

registry::ParameterValue value_of(const registry::Parameter& parameter, nb::handle value) {
  switch (parameter.kind) {
    case registry::ParameterKind::real:
      return real_number(parameter.name, value);
    case registry::ParameterKind::whole:
      return whole_number(parameter.name, value);
    case registry::ParameterKind::choice:
      break;
  }
  if (!PyUnicode_Check(value.ptr())) refuse(parameter.name, value, parameter.expectation());
  return text_of(parameter.name, value);
}

}  // namespace

std::string shown(nb::handle value) {
  constexpr std::size_t k_most = 60;
  PyObject* const text = PyObject_Repr(value.ptr());
  if (text == nullptr) {
    PyErr_Clear();
    return "something";
  }
  std::string result = nb::steal<nb::str>(text).c_str();
  if (result.size() > k_most) result = result.substr(0, k_most) + "...";
  return result;
}

std::string text_of(std::string_view name, nb::handle value) {
  if (!PyUnicode_Check(value.ptr())) refuse(name, value, "a name");
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
  if (text == nullptr) refuse(name, value, "text that UTF-8 can hold");
  const std::string_view held(text, static_cast<std::size_t>(size));
  if (held.find('\0') != held.npos) refuse(name, value, "text without NUL");
  return std::string(held);
}

std::uint64_t whole_number(std::string_view name, nb::handle value) {
  const char* const expected = "a whole number from 0 to 2^64 - 1";
  if (is_boolean(value)) refuse(name, value, expected);
  PyObject* const index = PyNumber_Index(value.ptr());
  if (index == nullptr) refuse(name, value, expected);
  const nb::object owner = nb::steal(index);
  const std::uint64_t number = PyLong_AsUnsignedLongLong(index);
  if (PyErr_Occurred() != nullptr) refuse(name, value, expected);
  return number;
}

double real_number(std::string_view name, nb::handle value) {
  if (is_boolean(value)) refuse(name, value, "a number");
  const double number = PyFloat_AsDouble(value.ptr());
  if (PyErr_Occurred() != nullptr) refuse(name, value, "a number");
  return number;
}

nb::object Options::take_object(const char* name) {
  taken_.emplace_back(name);
  PyObject* const value = PyDict_GetItemString(given_.ptr(), name);
  return value == nullptr ? nb::none() : nb::borrow(value);
}

std::string Options::take_text(const char* name) {
  const nb::object value = take_object(name);
  return value.is_none() ? std::string() : text_of(name, value);
}

std::uint64_t Options::take_whole(const char* name, std::uint64_t fallback) {
  const nb::object value = take_object(name);
  return value.is_none() ? fallback : whole_number(name, value);
}

double Options::take_real(const char* name, double fallback) {
  const nb::object value = take_object(name);
  return value.is_none() ? fallback : real_number(name, value);
}

bool Options::take_flag(const char* name, bool fallback) {
  const nb::object value = take_object(name);
  if (value.is_none()) return fallback;
  // Text and numbers would be true, also "no".
  if (!is_boolean(value)) refuse(name, value, "True or False");
  return PyObject_IsTrue(value.ptr()) == 1;
}

bool Options::is_taken(std::string_view name) const {
  return std::find(taken_.begin(), taken_.end(), name) != taken_.end();
}

void Options::refuse_unknown(std::string_view name) const {
  const auto known = registry::parameters();
  const auto parameter =
      std::find_if(known.begin(), known.end(), [&](const auto& each) { return each.name == name; });
  if (parameter != known.end()) {
    throw Error(ErrorCode::invalid_option, "there is no argument '" + std::string(name) +
                                               "' here, it is a parameter of " +
                                               registry::owners_of(*parameter));
  }
  std::string names;
  for (const std::string_view each : taken_) names.append(each).append("|");
  for (const registry::AlgorithmInfo& row : registry::algorithms(problem_)) {
    for (const auto& each : row.parameters) names.append(each.name).append("|");
  }
  throw Error(ErrorCode::invalid_option,
              "there is no argument '" + std::string(name) + "'" + did_you_mean(name, names));
}

registry::ParameterValues Options::take_parameters() {
  registry::ParameterValues values;
  for (const auto& [key, value] : given_) {
    const std::string name = nb::cast<nb::str>(key).c_str();
    if (is_taken(name)) continue;
    const auto known = registry::parameters();
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const auto& each) { return each.name == name; });
    if (found == known.end()) refuse_unknown(name);
    if (!value.is_none()) values.set(name, value_of(*found, value));
  }
  return values;
}

void Options::expect_all_taken() const {
  for (const auto& [key, value] : given_) {
    const std::string name = nb::cast<nb::str>(key).c_str();
    if (!is_taken(name)) refuse_unknown(name);
  }
}

}  // namespace hypermatch::python
