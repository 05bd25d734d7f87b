// SPDX-License-Identifier: MIT
#include "cli/json.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"

namespace hypermatch::cli {
namespace {

TEST(Json, ValuesAreWrittenByTheirTypes) {
  const Json json = {{"null", nullptr},
                     {"bool", true},
                     {"int", -1},
                     {"least", std::numeric_limits<std::int64_t>::min()},
                     {"most", std::numeric_limits<std::uint64_t>::max()},
                     {"real", 0.1},
                     {"whole_real", 3.0},
                     {"no_number", std::numeric_limits<double>::quiet_NaN()},
                     {"literal", "a"},
                     {"view", std::string_view("b")},
                     {"string", std::string("\"\n")},
                     {"texts", std::vector<std::string>{"c", "d"}}};
  EXPECT_EQ(json.dump(),
            R"({"null":null,"bool":true,"int":-1,"least":-9223372036854775808,)"
            R"("most":18446744073709551615,"real":0.1,"whole_real":3.0,"no_number":null,)"
            R"("literal":"a","view":"b","string":"\"\n","texts":["c","d"]})");
}

TEST(Json, LinesAreIndented) {
  Json json = {{"empty", Json::object()}, {"none", Json::array()}, {"nested", {{"a", 1}}}};
  json["list"] = Json::array();
  json["list"].push_back(2);
  json["list"].push_back({{"b", false}});
  EXPECT_EQ(json.dump(2), R"({
  "empty": {},
  "none": [],
  "nested": {
    "a": 1
  },
  "list": [
    2,
    {
      "b": false
    }
  ]
})");
}

TEST(Json, MembersKeepTheirOrder) {
  Json json;
  EXPECT_TRUE(json.is_null());
  json["z"] = 1;
  json["a"] = 2;
  EXPECT_TRUE(json["m"].is_null());
  json["z"] = "again";
  EXPECT_EQ(json.dump(), R"({"z":"again","a":2,"m":null})");
  json.update({{"new", 4}, {"a", 3}});
  EXPECT_EQ(json.dump(), R"({"z":"again","a":3,"m":null,"new":4})");
  json.erase("a");
  json.erase("no such member");
  EXPECT_EQ(json.dump(), R"({"z":"again","m":null,"new":4})");
}

TEST(Json, ConstantObjectsRefuseMembersThatAreMissing) {
  const Json json = {{"a", 1}};
  EXPECT_EQ(json["a"].dump(), "1");
  EXPECT_THROW((void)json["b"], Error);
}

TEST(Json, CopiesAreIndependent) {
  Json json = {{"list", Json::array()}};
  const Json copy = json;
  json["list"].push_back("one");
  EXPECT_FALSE(json["list"].empty());
  EXPECT_TRUE(copy["list"].empty());
  const Json moved = std::move(json);
  EXPECT_EQ(moved.dump(), R"({"list":["one"]})");
}

TEST(Json, BytesThatAreNoUtf8AreReplaced) {
  EXPECT_EQ(Json("a\xFFz").dump(), "\"a\xEF\xBF\xBDz\"");
}

}  // namespace
}  // namespace hypermatch::cli
