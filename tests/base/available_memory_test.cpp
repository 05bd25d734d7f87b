// SPDX-License-Identifier: MIT
#include "base/available_memory.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace hypermatch::detail::base {
namespace {

// A folder that looks like the root of the control groups.
class ControlGroup : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "/groups-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    root_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  void write(const std::string& name, const std::string& text) {
    const std::filesystem::path path = root_ + "/" + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::string root_;
};

TEST_F(ControlGroup, WithoutLimitSaysNothing) {
  EXPECT_FALSE(control_group_memory(root_).has_value());
  write("memory.max", "max\n");
  write("memory.current", "1000\n");
  EXPECT_FALSE(control_group_memory(root_).has_value());
}

TEST_F(ControlGroup, Version2LeavesItsLimitMinusItsUse) {
  write("memory.max", "10000\n");
  EXPECT_EQ(control_group_memory(root_), 10000U);
  write("memory.current", "4000\n");
  EXPECT_EQ(control_group_memory(root_), 6000U);
  write("memory.stat", "anon 2500\nfile 1500\ninactive_file 1000\nactive_file 500\n");
  EXPECT_EQ(control_group_memory(root_), 7500U);
  write("memory.current", "12000\n");
  EXPECT_EQ(control_group_memory(root_), 0U);
}

TEST_F(ControlGroup, Version1LeavesItsLimitMinusItsUse) {
  write("memory/memory.limit_in_bytes", "10000\n");
  write("memory/memory.usage_in_bytes", "4000\n");
  write("memory/memory.stat",
        "inactive_file 1\nactive_file 2\ntotal_inactive_file 1000\n"
        "total_active_file 500\n");
  EXPECT_EQ(control_group_memory(root_), 7500U);
}

TEST_F(ControlGroup, TheSmallerOfTwoLimitsHolds) {
  write("memory.max", "10000\n");
  write("memory/memory.limit_in_bytes", "8000\n");
  EXPECT_EQ(control_group_memory(root_), 8000U);
  write("memory.max", "6000\n");
  EXPECT_EQ(control_group_memory(root_), 6000U);
}

TEST(AnonymousMemory, GrowsByWhatIsWritten) {
  const auto before = anonymous_memory();
  ASSERT_TRUE(before.has_value());
  const std::vector<char> items(std::size_t{256} << 20, 'x');
  const auto after = anonymous_memory();
  ASSERT_TRUE(after.has_value());
  EXPECT_GT(*after, *before + items.size() / 4 * 3);
  EXPECT_LT(*after, *before + items.size() * 2);
}

}  // namespace
}  // namespace hypermatch::detail::base
