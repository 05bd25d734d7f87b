// SPDX-License-Identifier: MIT
// One verb's flags: a thin cover over CLI11 that gives all verbs the same manners. Help shows the
// values of each flag as `a|b|c`, which the completion for bash reads too.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hypermatch/enum_names.hpp"
#include "verbs.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace hypermatch::cli {

/// All of `text` as a number, or nothing.
[[nodiscard]] std::optional<std::uint64_t> whole_number(std::string_view text);
/// Strict readers of values: all of `text`, nothing before or after it.
/// @throws Error{invalid_option} naming the flag, the value and the range
[[nodiscard]] std::uint64_t parse_whole(
    std::string_view flag, std::string_view text, std::uint64_t least = 0,
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
[[nodiscard]] double parse_real(std::string_view flag, std::string_view text,
                                double least = std::numeric_limits<double>::lowest());
/// What they throw. `wanted` ends "must be ...".
[[noreturn]] void refuse(std::string_view flag, std::string_view text, const std::string& wanted);

enum class Presence { required, optional };

/// Flags and positionals of one verb. Targets keep their value where a flag is not given; of a flag
/// that is given twice the last counts.
class Command {
 public:
  /// `examples`: lines below the flags in the help.
  Command(const std::string& verb, const std::string& description, const std::string& examples);
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  /// Flags that follow stand below this headline.
  void group(const std::string& headline);

  void positional(const std::string& name, std::string& target, const std::string& text,
                  Presence presence = Presence::required);
  void positionals(const std::string& name, std::vector<std::string>& target,
                   const std::string& text);
  /// Any text but the empty one; `value` is what help calls it.
  void text(const std::string& flags, const std::string& value, std::string& target,
            const std::string& help);
  /// As `text`, may be repeated.
  void texts(const std::string& flags, const std::string& value, std::vector<std::string>& target,
             const std::string& help);
  /// As `text`; without a value `standing_in` is taken.
  void optional_text(const std::string& flags, const std::string& value,
                     const std::string& standing_in, std::string& target, const std::string& help);
  void flag(const std::string& flags, bool& target, const std::string& help);
  void whole(const std::string& flags, const std::string& value, std::uint64_t& target,
             std::uint64_t least, std::uint64_t most, const std::string& help);
  void real(const std::string& flags, const std::string& value, double& target, double least,
            const std::string& help);
  template <class E>
  void choice(const std::string& flags, E& target, const std::string& help) {
    custom(
        flags, joined_names<E>(),
        [&target, flags](const std::string& given) { target = parse_name<E>(flags, given); }, help);
  }
  /// `take` reads the value; it throws Error{invalid_option} for a bad one.
  void custom(const std::string& flags, const std::string& value,
              const std::function<void(const std::string&)>& take, const std::string& help);

  /// Flags of the short help, `-h`: one screen. Without this, and of one algorithm, it is the long
  /// one.
  void brief(std::vector<std::string> flags) { brief_flags_ = std::move(flags); }
  /// `fit` runs before the help is shown, with the other words of the line read: it may take flags
  /// out of the help that do not go with them.
  void on_help(std::function<void()> fit) { fit_help_ = std::move(fit); }
  /// Reads `old` as the flag `now`, and notes that. Help knows the new spelling alone.
  void old_spelling(const std::string& old, const std::string& now,
                    std::vector<std::string>& notes) {
    old_spellings_.push_back({old, now, &notes});
  }
  /// Takes a flag out of the help; it is still read.
  void hide(const std::string& flag);
  /// What help shows as the value of a flag.
  void show_value(const std::string& flag, const std::string& value);
  /// Replaces the help text of a flag.
  void explain(const std::string& flag, const std::string& help);
  /// What help begins with.
  void describe(const std::string& description);
  /// Replaces the text below the flags, examples included.
  void end_with(const std::string& examples);
  /// The last value that a flag or positional was given, as it stands; empty: none. For `on_help`.
  [[nodiscard]] std::string value_of(const std::string& flag) const;

  /// Reads the words; answers with an exit code if only help was asked for.
  /// @throws Error{invalid_option} in one line
  [[nodiscard]] std::optional<int> parse(CommandWords arguments);
  [[nodiscard]] bool given(const std::string& flag) const;

 private:
  CLI::Option& add(const std::string& flags, const std::string& value,
                   const std::function<void(const std::string&)>& take, const std::string& help);

  struct OldSpelling {
    std::string old;
    std::string now;
    std::vector<std::string>* notes;
  };

  /// The words with old spellings replaced.
  [[nodiscard]] std::vector<std::string> with_new_spellings(CommandWords arguments) const;
  void print_help() const;
  void print_brief_help();
  /// What is wrong with a word that nothing takes.
  [[nodiscard]] std::string about_extra(const std::string& word) const;

  std::string verb_;
  std::string group_ = "Flags";
  std::unique_ptr<CLI::App> app_;
  std::string examples_;
  std::vector<std::string> brief_flags_;
  std::function<void()> fit_help_;
  std::vector<OldSpelling> old_spellings_;
};

}  // namespace hypermatch::cli
