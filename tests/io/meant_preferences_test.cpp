// SPDX-License-Identifier: MIT
// Preferences and pools as users have them: older files, ids that are numbers, rows that begin as
// comments do.
#include "tests/io/preference_files.hpp"

namespace hypermatch::io::testing {
namespace {

TEST_F(PreferenceFiles, PoolsFromBefore2022AreRead) {
  const std::string head = "3,5\n1,Pair 1\n2,Pair 2 \n3,Pair 3\n";
  // Pairs of arcs count from 0, or from 1 where the last number occurs.
  for (const char* const arcs :
       {"0,1,1\n1,0,2.5\n1, 2, 1\n0,2,7\n2,0,4\n", "1,2,1\n2,1,2.5\n2, 3, 1\n1,3,7\n3,1,4\n"}) {
    const Instance pool = read(context_, write("old.wmd", head + arcs));
    EXPECT_EQ(pool.report.format, "kidney");
    EXPECT_EQ(pool.labels.first, 1U);
    const HypergraphView view = pool.hypergraph().view();
    EXPECT_EQ(view.num_edges(), 3U);
    EXPECT_EQ(weight_at(view.weights, 0), 3.5);  // of the first two pairs
    EXPECT_EQ(view.pins_of(0)[0] + view.pins_of(0)[1], 1U);
    validate(view);
  }
  for (const char* const name : {"Alturist 3", "Altruist 3"}) {
    std::string text = head;
    text.replace(text.find("Pair 3"), 6, name);
    const Instance pool =
        read(context_, write("old.wmd", text + "0,1,1\n1,0,1\n1,2,0\n0,2,0\n2,0,4\n"));
    EXPECT_EQ(pool.report.altruists, 1U);
    EXPECT_EQ(pool.hypergraph().view().num_edges(), 1U);
  }
  const auto refused = [&](const std::string& arcs, const std::string& message) {
    const std::string path = write("bad.wmd", "2,2\n1,Pair 1\n2,Pair 2\n" + arcs);
    expect_refused(ErrorCode::invalid_input, message, [&] { (void)read(context_, path); });
  };
  refused("0,1,1\n", "expected 2 arcs, found 1");
  refused("0,1,1\n1,2,1\n", "expected pairs that count from 0 or from 1, found 0 and 2");
  refused("0,1,1\n1,3,1\n", "bad.wmd:5: expected a recipient in 0..2, found '3'");
}

TEST_F(PreferenceFiles, NumbersThatLeaveMostOutAreNames) {
  const std::string text = "agent,partner,rank\n101,7,1\n101,8,2\n205,7,1\n";
  EXPECT_EQ(prefs_of(write("ids.csv", text)), "p two-sided 2 2\nl 1 : 1 2\nl 2 : 1\n");
  EXPECT_EQ(last_.names.left.of(1) + " " + last_.names.right.of(1), "205 8");
  // The other file may have the rest of the numbers.
  const std::string left = write("left.csv", "agent,partner,rank\n1,5,1\n2,5,1\n");
  const std::string right = write("right.csv", "agent,partner,rank\n5,1,1\n4,1,1\n3,2,1\n");
  EXPECT_EQ(prefs_of(left, {.right = right}),
            "p two-sided 2 5\nl 1 : 5\nl 2 : 5\nr 3 : 2\nr 4 : 1\nr 5 : 1\n");
  // Orders say how many there are.
  const std::string orders = write("few.soi", preflib("soi", "# NUMBER VOTERS: 1\n", "1: 3\n"));
  EXPECT_EQ(
      prefs_of(write("five.csv", "agent,partner,rank\n3,1,1\n"), {.right = orders}).substr(0, 15),
      "p two-sided 3 1");
}

TEST_F(PreferenceFiles, RanksOfTheOtherFileHaveTheUsualName) {
  const std::string left = write("l.csv", "resident,hospital,choice\nAnn,City,1\nBob,City,1\n");
  const std::string right = write("r.csv", "hospital,resident,rank\nCity,Bob,1\nCity,Ann,2\n");
  PreferencesReadOptions options{.right = right, .columns = {"resident", "hospital", "choice"}};
  EXPECT_EQ(prefs_of(left, options), "p two-sided 2 1\nl 1 : 1\nl 2 : 1\nr 1 : 2 1\n");
  options.right = write("same.csv", "hospital,resident,choice,rank\nCity,Bob,1,2\nCity,Ann,2,1\n");
  EXPECT_EQ(prefs_of(left, options), "p two-sided 2 1\nl 1 : 1\nl 2 : 1\nr 1 : 2 1\n");
  options.right = write("none.csv", "hospital,resident,order\nCity,Bob,1\nCity,Ann,2\n");
  expect_refused(ErrorCode::invalid_input, "there is no column 'choice'",
                 [&] { (void)prefs_of(left, options); });
}

TEST_F(PreferenceFiles, LinesThatNameTheSeparator) {
  const std::string expected = "p two-sided 2 2\nl 1 : 1 2\nl 2 : 1\n";
  EXPECT_EQ(prefs_of(write("a.csv", "sep=;\r\nagent;partner;rank\r\n1;1;1\r\n1;2;2\r\n2;1;1\r\n")),
            expected);
  EXPECT_EQ(prefs_of(write("b.csv", "sep=,\nagent,partner,rank\n1,1,1\n1,2,2\n2,1,1\n")), expected);
  EXPECT_EQ(prefs_of(write("c.csv", "sep=\t\nagent\tpartner\trank\n1\t1\t1\n1\t2\t2\n2\t1\t1\n")),
            expected);
}

TEST_F(PreferenceFiles, RowsThatBeginAsCommentsDo) {
  const std::string head = "agent,partner,rank\n";
  expect_refused(
      ErrorCode::invalid_input,
      "rows.csv:3: expected a comment, found the columns of a row whose agent '#1 Ann' has other",
      [&] { (void)prefs_of(write("rows.csv", head + "\"#1 Ann\",Y,2\n#1 Ann,X,1\nBob,X,1\n")); });
  (void)prefs_of(write("rows.csv", head + "#1 Ann,X,1\nBob,X,1\n"));
  EXPECT_EQ(last_.report.reading, "1 comment line with the columns of a row");
  (void)prefs_of(write("rows.csv", head + "# Ann,X,1\n#Ann,X\n#Ann,X,best\nBob,X,1\n"));
  EXPECT_EQ(last_.report.reading, "");
}

// Answers and messages are those of a file, whatever the format, the mark and the packing.
TEST_F(PreferenceFiles, BytesInMemoryAreReadAsThoseOfAFile) {
  const std::string text = "p two-sided 2 2\nl 1 : 1 2\nl 2 : 1\nr 1 : 2 1\nr 2 : 1\n";
  const std::string rows = "agent,partner,rank\n1,1,1\n1,2,2\n";
  for (const auto& [name, bytes] : {std::pair{std::string("a.prefs"), text},
                                    {"marked", "\xEF\xBB\xBF" + text},
                                    {"rows.csv", rows},
                                    {"o.soc", preflib("soc", "", "1: 1,2,3\n")}}) {
    const std::string path = write(name, bytes);
    EXPECT_EQ(holds_preferences(path), text_holds_preferences(bytes, path)) << name;
    const std::string expected = prefs_of(path);
    last_ = read_preferences_text(context_, bytes, path);
    write_preferences(last_.preferences.view(), folder_ / "out.prefs");
    EXPECT_EQ(prefs_of(folder_ / "out.prefs"), expected) << name;
  }
  const std::string shared = "p shared-lists 2 2\nl 1-2 : 2 1\nr 1-2 : 1-2\n";
  EXPECT_TRUE(text_holds_shared_preferences(shared));
  EXPECT_FALSE(text_holds_shared_preferences(text));
  EXPECT_TRUE(text_holds_preferences(shared, ""));
  EXPECT_FALSE(text_holds_preferences("1 2\n", "graph.txt"));
  const auto together = read_shared_preferences_text(context_, shared, "").preferences;
  const auto expanded = read_preferences_text(context_, shared, "").preferences;
  EXPECT_TRUE(std::ranges::equal(expand(together.view()).partners, expanded.partners));
  expect_refused(ErrorCode::invalid_input, "<text>:2: ", [&] {
    (void)read_preferences_text(context_, std::string("p two-sided 1 1\nl 1 : 7\n"), "");
  });
  expect_refused(ErrorCode::invalid_input, "<text>:1: ", [&] {
    (void)read_text(context_, std::string("1 x y z\n"), "", {.format = "metis"});
  });
  expect_refused(ErrorCode::invalid_input, "", [&] {
    (void)read_preferences_text(context_, std::string("\x1F\x8B\x08\x00 broken"), "a.prefs.gz");
  });
  expect_refused(ErrorCode::invalid_input, "a.hmb: ", [&] {
    (void)read_preferences_text(context_, {}, "a.hmb", {.format = PreferencesFormat::native});
  });
}

}  // namespace
}  // namespace hypermatch::io::testing
