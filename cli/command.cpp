// SPDX-License-Identifier: MIT
#include "command.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <utility>

#include "hypermatch/did_you_mean.hpp"

namespace hypermatch::cli {

void refuse(std::string_view flag, std::string_view text, const std::string& wanted) {
  throw Error(ErrorCode::invalid_option,
              std::string(flag) + " is '" + std::string(text) + "', must be " + wanted);
}

namespace {

std::string shortest(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof(text), value);
  return {text, end.ptr};
}

}  // namespace

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::uint64_t parse_whole(std::string_view flag, std::string_view text, std::uint64_t least,
                          std::uint64_t most) {
  const std::optional<std::uint64_t> value = whole_number(text);
  if (!value || *value < least || *value > most) {
    refuse(flag, text,
           "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return *value;
}

double parse_real(std::string_view flag, std::string_view text, double least) {
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) ||
      value < least) {
    std::string wanted = "a number";
    if (least > std::numeric_limits<double>::lowest()) {
      wanted += " that is at least " + shortest(least);
    }
    refuse(flag, text, wanted);
  }
  return value;
}

Command::Command(const std::string& verb, const std::string& description,
                 const std::string& examples)
    : verb_(verb),
      app_(std::make_unique<CLI::App>(description, "hypermatch " + verb)),
      examples_(examples) {
  app_->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app_->set_help_flag("--help", "Shows all flags; with --algorithm NAME those that it takes")
      ->group("Help");
  app_->set_help_all_flag("-h", "Shows the flags that are needed most")->group("Help");
  app_->footer(examples);
  app_->get_formatter()->column_width(32);
  app_->get_formatter()->label("OPTIONS", "FLAGS");
  app_->get_formatter()->label("Positionals", "Arguments");
}

Command::~Command() = default;

void Command::group(const std::string& headline) {
  group_ = headline;
}

CLI::Option& Command::add(const std::string& flags, const std::string& value,
                          const std::function<void(const std::string&)>& take,
                          const std::string& help) {
  CLI::Option* option = app_->add_option_function<std::string>(flags, take, help);
  option->option_text(value)->group(group_);
  return *option;
}

void Command::custom(const std::string& flags, const std::string& value,
                     const std::function<void(const std::string&)>& take, const std::string& help) {
  add(flags, value, take, help);
}

void Command::positional(const std::string& name, std::string& target, const std::string& text,
                         Presence presence) {
  CLI::Option* option = app_->add_option(name, target, text);
  option->option_text(" ");
  if (presence == Presence::required) option->required();
}

void Command::positionals(const std::string& name, std::vector<std::string>& target,
                          const std::string& text) {
  app_->add_option(name, target, text)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->option_text(" ");
}

void Command::text(const std::string& flags, const std::string& value, std::string& target,
                   const std::string& help) {
  add(
      flags, value,
      [&target, flags, value](const std::string& given) {
        if (given.empty())
          throw Error(ErrorCode::invalid_option, flags + " needs a value " + value);
        target = given;
      },
      help);
}

void Command::texts(const std::string& flags, const std::string& value,
                    std::vector<std::string>& target, const std::string& help) {
  app_->add_option(flags, target, help)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false)
      ->option_text(value)
      ->group(group_);
}

void Command::optional_text(const std::string& flags, const std::string& value,
                            const std::string& standing_in, std::string& target,
                            const std::string& help) {
  CLI::Option& option = add(
      flags, value,
      [&target, flags, value](const std::string& given) {
        if (given.empty())
          throw Error(ErrorCode::invalid_option, flags + " is empty, must be " + value);
        target = given;
      },
      help);
  option.expected(0, 1);
  option.default_str(standing_in);
}

void Command::flag(const std::string& flags, bool& target, const std::string& help) {
  app_->add_flag(flags, target, help)->group(group_);
}

void Command::whole(const std::string& flags, const std::string& value, std::uint64_t& target,
                    std::uint64_t least, std::uint64_t most, const std::string& help) {
  custom(
      flags, value,
      [&target, flags, least, most](const std::string& given) {
        target = parse_whole(flags, given, least, most);
      },
      help);
}

void Command::real(const std::string& flags, const std::string& value, double& target, double least,
                   const std::string& help) {
  custom(
      flags, value,
      [&target, flags, least](const std::string& given) {
        target = parse_real(flags, given, least);
      },
      help);
}

std::optional<int> Command::parse(CommandWords arguments) {
  // CLI11 takes the words from the last to the first.
  std::vector<std::string> words = with_new_spellings(arguments);
  std::reverse(words.begin(), words.end());
  try {
    app_->parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    print_help();
    return k_done;
  } catch (const CLI::CallForAllHelp&) {
    print_brief_help();
    return k_done;
  } catch (const CLI::ParseError& error) {
    std::string message = error.what();
    // A word that nothing takes says more than what is missing because of it.
    const std::vector<std::string> extras = app_->remaining();
    if (!extras.empty()) message = about_extra(extras.front());
    const std::size_t at = message.find(": 1 required TEXT missing");
    if (at != std::string::npos) message = message.substr(0, at) + " needs a value";
    throw Error(ErrorCode::invalid_option,
                message + " (hypermatch " + verb_ + " --help shows the flags)");
  }
  return std::nullopt;
}

std::vector<std::string> Command::with_new_spellings(CommandWords arguments) const {
  std::vector<std::string> words(arguments.words + 1, arguments.words + arguments.count);
  for (std::string& word : words) {
    if (word == "--") break;
    for (const auto& [old, now, notes] : old_spellings_) {
      if (word != old && !word.starts_with(old + "=")) continue;
      word = now + word.substr(old.size());
      notes->push_back(old + " is called " + now + " now; the next version knows that name alone");
      break;
    }
  }
  return words;
}

void Command::print_help() const {
  if (fit_help_) fit_help_();
  // CLI11 leaves two blank lines between groups.
  std::string help = app_->help();
  for (std::size_t at = 0; (at = help.find("\n\n\n", at)) != std::string::npos;) {
    help.erase(at, 1);
  }
  std::fputs(help.c_str(), stdout);
}

void Command::print_brief_help() {
  const CLI::Option* algorithm = app_->get_option_no_throw("--algorithm");
  if (brief_flags_.empty() || (algorithm != nullptr && algorithm->count() > 0)) return print_help();
  if (fit_help_) fit_help_();
  // Long lists of values are cut behind the second one.
  constexpr std::size_t k_longest_value = 24;
  std::size_t hidden = 0;
  for (CLI::Option* option : app_->get_options()) {
    if (option->get_positional()) continue;
    const auto is_brief = [&](const std::string& flag) { return option->check_name(flag); };
    if (!std::any_of(brief_flags_.begin(), brief_flags_.end(), is_brief)) {
      if (!option->get_group().empty() && option->get_group() != "Help") ++hidden;
      option->group("");
      continue;
    }
    option->group("Flags");
    std::string value = option->get_option_text();
    const std::size_t second = value.find('|', value.find('|') + 1);
    if (value.size() > k_longest_value && second != std::string::npos) {
      option->option_text(value.substr(0, second) + "|..");
    }
  }
  // The first two examples, each with its line of explanation; all of what has none.
  std::size_t end = examples_.find("Examples:");
  const std::size_t start = end == std::string::npos ? 0 : end;
  for (int lines = 0; lines < 5 && end != std::string::npos; ++lines) {
    end = examples_.find('\n', end + 1);
  }
  app_->footer(examples_.substr(start, end == std::string::npos ? end : end - start) + "\n\n" +
               "hypermatch " + verb_ + " --help shows " + std::to_string(hidden) + " more flags");
  fit_help_ = nullptr;
  print_help();
}

void Command::hide(const std::string& flag) {
  app_->get_option(flag)->group("");
}

void Command::show_value(const std::string& flag, const std::string& value) {
  app_->get_option(flag)->option_text(value);
}

void Command::explain(const std::string& flag, const std::string& help) {
  app_->get_option(flag)->description(help);
}

void Command::describe(const std::string& description) {
  app_->description(description);
}

void Command::end_with(const std::string& examples) {
  examples_ = examples;
  app_->footer(examples);
}

std::string Command::value_of(const std::string& flag) const {
  const std::vector<std::string>& given = app_->get_option(flag)->results();
  return given.empty() ? std::string() : given.back();
}

std::string Command::about_extra(const std::string& word) const {
  if (!word.starts_with("-") || word == "-") return "'" + word + "' is one argument too many";
  const std::string name = word.substr(0, word.find('='));
  std::string known;
  for (const CLI::Option* option : app_->get_options()) {
    for (const std::string& flag : option->get_lnames()) known += "--" + flag + " ";
  }
  return "unknown flag " + name + did_you_mean(name, known);
}

bool Command::given(const std::string& flag) const {
  return app_->count(flag) > 0;
}

}  // namespace hypermatch::cli
