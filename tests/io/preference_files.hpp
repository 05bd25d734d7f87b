// SPDX-License-Identifier: MIT
// Files of preferences in a folder of a test, and what is read from them.
#pragma once

#include <functional>

#include "hypermatch/preferences_io.hpp"
#include "tests/io/io_testing.hpp"

namespace hypermatch::io::testing {

class PreferenceFiles : public ::testing::Test {
 protected:
  PreferenceFiles() { std::filesystem::create_directories(folder_); }
  ~PreferenceFiles() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  /// The `.prefs` of what is read.
  std::string prefs_of(const std::string& path, const PreferencesReadOptions& options = {}) {
    last_ = read_preferences(context_, path, options);
    check_preferences(last_.preferences.view());
    write_preferences(last_.preferences.view(), folder_ / "out.prefs");
    std::ifstream file(folder_ / "out.prefs");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  static void expect_refused(ErrorCode code, const std::string& message,
                             const std::function<void()>& work) {
    try {
      work();
      ADD_FAILURE() << "expected " << message;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code) << error.what();
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) /
      ("preference_files_" +
       std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
  const Context context_{{.threads = 1}};
  PreferencesFile last_;
};

inline std::string preflib(const std::string& type, const std::string& metadata,
                           const std::string& rows) {
  return "# FILE NAME: 00099-00000001." + type + "\n# TITLE: \n# DATA TYPE: " + type +
         "\n# MODIFICATION TYPE: original\n# NUMBER ALTERNATIVES: 3\n" + metadata +
         "# ALTERNATIVE NAME 1: Ann, with comma\n# ALTERNATIVE NAME 2: 7\n"
         "# ALTERNATIVE NAME 3: # NUMBER VOTERS: 9\n" +
         rows;
}

}  // namespace hypermatch::io::testing
