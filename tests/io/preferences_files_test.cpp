// SPDX-License-Identifier: MIT
// Preferences from formats that have the lists of one side per file.
#include <unistd.h>

#include <functional>

#include "hypermatch/preferences_io.hpp"
#include "tests/io/preference_files.hpp"

namespace hypermatch::io::testing {
namespace {

constexpr const char* k_orders =
    "# FILE NAME: students.toi\n# DATA TYPE: toi\n# NUMBER ALTERNATIVES: 3\n# NUMBER VOTERS: 4\n"
    "# ALTERNATIVE NAME 1: DATA TYPE: soc\n2: 3,{1, 2}\n1: 2\n\n1:{1,3}, 2\r\n";

TEST_F(PreferenceFiles, OrdersHaveAListPerVoter) {
  const std::string path = write("students.toi", k_orders);
  EXPECT_EQ(prefs_of(path),
            "p two-sided 4 3\nl 1 : 3 (1 2)\nl 2 : 3 (1 2)\nl 3 : 2\nl 4 : (1 3) 2\n");
  EXPECT_EQ(last_.format, PreferencesFormat::preflib);
  EXPECT_TRUE(last_.has_left_only);
  EXPECT_EQ(last_.report.comment_lines, 5U);
  EXPECT_EQ(last_.report.blank_lines, 1U);
}

TEST_F(PreferenceFiles, RowsAreSortedByRank) {
  const std::string path = write("rows.csv",
                                 "note;partner;rank;agent\n\"a;b\";3;7;1\n;1;7;1\n;2;0;1\n"
                                 "# comment\n\n;2;18446744073709551615;3\n");
  EXPECT_EQ(prefs_of(path), "p two-sided 3 3\nl 1 : 2 (1 3)\nl 3 : 2\n");
  EXPECT_EQ(last_.format, PreferencesFormat::csv);
  EXPECT_EQ(last_.report.comment_lines, 1U);
  // Strict: no ties are kept.
  const std::string strict = write("strict.csv", "agent,partner,rank\n1,1,5\n1,2,3\n");
  EXPECT_EQ(prefs_of(strict), "p two-sided 1 2\nl 1 : 2 1\n");
  EXPECT_TRUE(last_.preferences.ties.empty());
}

TEST_F(PreferenceFiles, BothSidesComeFromTwoFiles) {
  const std::string left = write("students.toi", k_orders);
  const std::string right =
      write("schools.csv", "agent,partner,rank\n1,4,1\n1,1,2\n3,1,1\n3,2,1\n");
  EXPECT_EQ(prefs_of(left, {.right = right}),
            "p two-sided 4 3\nl 1 : 3 (1 2)\nl 2 : 3 (1 2)\nl 3 : 2\nl 4 : (1 3) 2\n"
            "r 1 : 4 1\nr 3 : (1 2)\n");
  EXPECT_FALSE(last_.has_left_only);
  // The other way round: rows do not say how many agents there are, orders do.
  EXPECT_EQ(prefs_of(right, {.right = left}),
            "p two-sided 3 4\nl 1 : 4 1\nl 3 : (1 2)\n"
            "r 1 : 3 (1 2)\nr 2 : 3 (1 2)\nr 3 : 2\nr 4 : (1 3) 2\n");
}

TEST_F(PreferenceFiles, ScoresOfBothAgentsMakeBothSides) {
  const std::string path = write("scores.csv",
                                 "partner_score,agent,partner,agent_score,note\n"
                                 "3,1,1,-2.5,a\n1e2,1,2,.5,b\n-0,2,1,7,c\n0,3,1,7,d\n,3,2,7,e\n");
  EXPECT_EQ(prefs_of(path),
            "p two-sided 3 2\nl 1 : 2 1\nl 2 : 1\nl 3 : (1 2)\nr 1 : 1 (2 3)\nr 2 : 1\n");
  EXPECT_EQ(last_.format, PreferencesFormat::csv);
  EXPECT_FALSE(last_.has_left_only);
  EXPECT_EQ(last_.report.bytes, std::filesystem::file_size(path));
  // Agents that are never listed are there all the same.
  const std::string silent =
      write("silent.csv", "agent;partner;agent_score;partner_score\n% x\n\n2;3;;\n1;1;;4\n");
  EXPECT_EQ(prefs_of(silent), "p two-sided 2 3\nr 1 : 1\n");
  EXPECT_EQ(last_.report.comment_lines, 1U);
  EXPECT_EQ(last_.report.blank_lines, 1U);
}

/// Read without a sort, scores give the lists that are made while reading.
TEST_F(PreferenceFiles, ScoresAreReadAsTheyAre) {
  const std::string head = "agent,partner,agent_score,partner_score\n";
  const auto written = [&](const Preferences& lists) {
    write_preferences(lists.view(), folder_ / "lists.prefs");
    std::ifstream file(folder_ / "lists.prefs");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  };
  for (const char* const rows :
       {"1,1,1,1\n", "# x\n\n2,5,,\n1,1,,4\n", "", "3,2,1e300,-0\n1,2,.5,0\n3,1,-7,\n2,2,,2\n",
        "2,1,1,1\n1,1,1,1\n2,3,1,2\n1,3,0,2\n2,2,1,3\n"}) {
    SCOPED_TRACE(rows);
    const std::string path = write("scores.csv", head + rows);
    EXPECT_TRUE(holds_scored_pairs(path));
    const ScoredPairsFile file = read_scored_pairs(context_, path);
    check_scored_pairs(file.pairs.view());
    EXPECT_EQ(written(preferences_of_scores(context_, file.pairs.view())), prefs_of(path));
    EXPECT_EQ(file.report.bytes, last_.report.bytes);
    EXPECT_EQ(file.report.comment_lines, last_.report.comment_lines);
    EXPECT_EQ(file.report.blank_lines, last_.report.blank_lines);
  }
  const std::string twice = write("twice.csv", head + "1,2,5,1\n1,1,5,1\n1,2,4,\n");
  expect_refused(ErrorCode::invalid_input, "twice.csv:4: partner 2 stands twice",
                 [&] { (void)read_scored_pairs(context_, twice); });
  const std::string halves = write("halves.csv", head + "2,2,5,\n2,2,,1\n");
  expect_refused(ErrorCode::invalid_input, "halves.csv:3: partner 2 stands twice",
                 [&] { (void)read_scored_pairs(context_, halves); });
  const std::string word = write("word.csv", head + "1,2,good,\n");
  expect_refused(ErrorCode::invalid_input, "word.csv:2: expected a score",
                 [&] { (void)read_scored_pairs(context_, word); });
  // A number that the file has no room for is an id.
  const std::string many = write("many.csv", head + "4294967294,1,1,1\n");
  EXPECT_EQ(read_scored_pairs(context_, many).pairs.num_agents, 2U);
  EXPECT_FALSE(holds_scored_pairs(write("ranks.csv", "agent,partner,rank\n1,1,1\n")));
  EXPECT_FALSE(holds_scored_pairs("-"));
}

TEST_F(PreferenceFiles, ScoresOfOneSideAreWhatAgentsThinkOfEachOther) {
  const std::string head = "agent,partner,agent_score,partner_score\n";
  const std::string path = write("mates.csv", head + "1,2,5,1\n3,1,2,9\n2,3,2,2\n");
  EXPECT_EQ(prefs_of(path, {.sides = Sides::one}),
            "p one-sided 3\na 1 : 3 2\na 2 : 3 1\na 3 : (1 2)\n");
  EXPECT_FALSE(last_.has_left_only);
  const std::string twice = write("twice.csv", head + "1,2,5,1\n2,1,5,1\n");
  EXPECT_EQ(prefs_of(twice), "p two-sided 2 2\nl 1 : 2\nl 2 : 1\nr 1 : 2\nr 2 : 1\n");
  expect_refused(ErrorCode::invalid_input, "twice.csv:3: partner 2 stands twice",
                 [&] { (void)prefs_of(twice, {.sides = Sides::one}); });
  const std::string itself = write("self.csv", head + "1,2,5,1\n2,2,5,1\n");
  expect_refused(ErrorCode::invalid_input, "self.csv:3: an agent lists itself",
                 [&] { (void)prefs_of(itself, {.sides = Sides::one}); });
  expect_refused(ErrorCode::invalid_option, "mates.csv: a file with the scores of both agents has",
                 [&] { (void)prefs_of(path, {.right = path}); });
}

/// Lists made of scores are those of ranks that fall as the scores rise.
TEST_F(PreferenceFiles, ScoresOrderAsNumbersDo) {
  const std::vector<std::string> rising{"-1e300", "-2",   "-1.5", "-1e-310",           "0",
                                        "4e-320", "1.25", "2",    "18014398509481985", "1e300"};
  std::string text = "agent,partner,agent_score,partner_score\n", list;
  for (std::size_t i = 0; i < rising.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    text += "1," + number + "," + rising[i] + ",\n";
    list = " " + number + list;
  }
  EXPECT_EQ(prefs_of(write("rising.csv", text)), "p two-sided 1 10\nl 1 :" + list + "\n");
}

TEST_F(PreferenceFiles, AgentsOfOneSideListEachOther) {
  const std::string path =
      write("mates.soc", "# DATA TYPE: soi\n# NUMBER ALTERNATIVES: 3\n1: 2,3\n1: 3,1\n1: 1,2\n");
  EXPECT_EQ(prefs_of(path, {.sides = Sides::one}),
            "p one-sided 3\na 1 : 2 3\na 2 : 3 1\na 3 : 1 2\n");
  EXPECT_FALSE(last_.has_left_only);
  const std::string rows = write("mates.csv", "agent,partner,rank\n1,3,1\n");
  EXPECT_EQ(prefs_of(rows, {.sides = Sides::one}), "p one-sided 3\na 1 : 3\n");
  const std::string itself = write("self.csv", "agent,partner,rank\n1,2,1\n2,2,1\n");
  EXPECT_EQ(prefs_of(itself), "p two-sided 2 2\nl 1 : 2\nl 2 : 2\n");
  expect_refused(ErrorCode::invalid_input, "self.csv:3: an agent lists itself",
                 [&] { (void)prefs_of(itself, {.sides = Sides::one}); });
  // The second order is that of the voters 2 and 3.
  const std::string orders =
      write("self.soi", "# DATA TYPE: soi\n# NUMBER ALTERNATIVES: 3\n1: 2\n2: 1,3\n");
  expect_refused(ErrorCode::invalid_input, "self.soi:4: an agent lists itself",
                 [&] { (void)prefs_of(orders, {.sides = Sides::one}); });
}

TEST_F(PreferenceFiles, RefuseWhatDoesNotFitTogether) {
  const std::string left = write("students.toi", k_orders);
  const std::string prefs = write("both.prefs", "p two-sided 1 1\nl 1 : 1\n");
  expect_refused(ErrorCode::invalid_input, "3 alternatives, but " + left,
                 [&] { (void)prefs_of(left, {.right = left}); });
  const std::string few =
      write("few.soi", "# DATA TYPE: soi\n# NUMBER ALTERNATIVES: 3\n1: 2\n1: 1\n");
  expect_refused(ErrorCode::invalid_input, "3 alternatives, but " + few + " has orders of 2",
                 [&] { (void)prefs_of(few, {.sides = Sides::one}); });
  expect_refused(ErrorCode::invalid_option, "has both sides",
                 [&] { (void)prefs_of(left, {.right = prefs}); });
  expect_refused(ErrorCode::invalid_option, "says what its sides are",
                 [&] { (void)prefs_of(prefs, {.right = left}); });
  expect_refused(ErrorCode::invalid_option, "says what its sides are",
                 [&] { (void)prefs_of(prefs, {.sides = Sides::one}); });
  expect_refused(ErrorCode::invalid_option, "agents of one side have no right",
                 [&] { (void)prefs_of(left, {.right = left, .sides = Sides::one}); });
}

TEST_F(PreferenceFiles, NamesAreIds) {
  const auto names_of = [](const VertexLabels& labels) {
    std::string all;
    for (std::size_t v = 0; v + 1 < labels.offsets.size(); ++v) {
      all += labels.of(static_cast<VertexId>(v)) + "|";
    }
    return all;
  };
  struct Case {
    std::string name, text, left, right, written;
  };
  const Case cases[] = {
      {"a.csv", "agent,partner,rank\nAnn,North,1\nAnn,South,2\nBob,North,1\n", "Ann|Bob|",
       "North|South|", "p two-sided 2 2\nl Ann : North South\nl Bob : North\n"},
      // A side is numbered or named by itself.
      {"b.csv", "Agent;Partner;Rank\n2;x y;1\n1;z;1\n", "", "x y|z|",
       "p two-sided 2 2\nl 1 : z\nl 2 : \"x y\"\n"},
      // Numbers that cannot be those of agents are ids.
      {"c.csv", "agent,partner,rank\n20231234,0,1\n20231235,1,1\n", "20231234|20231235|", "0|1|",
       "p two-sided 2 2\nl 20231234 : 0\nl 20231235 : 1\n"},
      {"d.csv", "agent\tpartner\tagent_score\tpartner_score\nAnn\tA 1\t2\t3\nBob\tA 1\t\t4\n",
       "Ann|Bob|", "A 1|", "p two-sided 2 1\nl Ann : \"A 1\"\nr \"A 1\" : Bob Ann\n"},
      {"e.prefs", "p two-sided 2 2\nl Ann : North South\n", "Ann||", "North|South|",
       "p two-sided 2 2\nl Ann : North South\n"},
      {"f.prefs", "p two-sided 2 3\nl 2:(1 \"b \"\"c\")x:y\n", "", "", ""},
      {"g.prefs", "p two-sided 2 3\nr \"b \"\"c\"[2]:2(1)\nl 2:(\"b \"\"c\" 7A)\n", "",
       "b \"c|7A||", "p two-sided 2 3\nl 2 : (\"b \"\"c\" 7A)\nr \"b \"\"c\" [2] : 2 1\n"},
      {"h.prefs", "p one-sided 3\na Ann : (Bob 3)\na 3 : Ann\n", "Ann|Bob|3|", "",
       "p one-sided 3\na Ann : (Bob 3)\na 3 : Ann\n"},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.name);
    if (one.written.empty()) {
      EXPECT_THROW((void)read_preferences(context_, write(one.name, one.text)), Error);
      continue;
    }
    last_ = read_preferences(context_, write(one.name, one.text));
    EXPECT_EQ(names_of(last_.names.left), one.left);
    EXPECT_EQ(names_of(last_.names.right), one.right);
    write_preferences(last_.preferences.view(), folder_ / "named.prefs", last_.names);
    std::ifstream file(folder_ / "named.prefs");
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_EQ(text.str(), one.written);
  }
  const PreferencesView view = last_.preferences.view();
  EXPECT_EQ(name_of_agent(view, 1, last_.names), "a Bob");
  EXPECT_EQ(agent_of_name(view, "a Bob", last_.names), 1U);
  EXPECT_EQ(agent_of_name(view, "Bob", last_.names), 1U);
  EXPECT_EQ(agent_of_name(view, "aBob", last_.names), k_none);
}

TEST_F(PreferenceFiles, NamesThatAreNoneAreRefused) {
  const auto refused = [&](const std::string& name, const std::string& text,
                           const std::string& message) {
    expect_refused(ErrorCode::invalid_input, name + ":" + message,
                   [&] { (void)read_preferences(context_, write(name, text)); });
  };
  const std::string two = "p two-sided 2 2\n";
  refused("a.prefs", two + "l 1 : 2,1\n", "2: expected the number or name of an agent, found ',1'");
  refused("b.prefs", two + "l 1.5 : 1\n", "2: expected the number or name of an agent");
  refused("c.prefs", two + "left : 1\n", "2: expected a blank between the side and the name");
  refused("d.prefs", two + "l Ann : 1\nl Bob : 2\nl Eve :\n",
          "4: expected at most 2 agents on the left, found another one, 'Eve'");
  refused("e.prefs", two + "l Ann : x y\nl Bob : y\nl Ann : x\n",
          "4: agent l 'Ann' has had a line");
  refused("f.prefs", two + "l Ann : x y x\n", "2: agent r 'x' stands twice in a list");
  refused("g.prefs", two + "l \"Ann : x y x\n", "2: a quote that does not close");
  refused("h.csv", "agent,partner,rank\nAnn,x,1\nAnn,y,1\nAnn,x,2\n",
          "4: partner 'x' stands twice in the list of an agent");
  refused("i.csv", "agent,partner,rank\nAnn,,1\n", "2: expected the number or name of an agent in");
  refused("j.csv", "agent,partner,rank\nAnn,1.5,1\n", "2: expected the number or name of an agent");
  refused("k.csv", "agent,partner,rank,agent\n1,1,1,2\n", "1: two columns are called 'agent'");
  refused("l.csv", "student,school,rank\n1,1,1\n",
          "1: expected columns agent, partner and rank, or");
}

TEST_F(PreferenceFiles, CapacitiesAreColumns) {
  const std::string left =
      write("left.csv", "agent,partner,rank,partner_capacity\n1,1,1,2\n1,2,2,\n2,1,1,2\n");
  EXPECT_EQ(prefs_of(left), "p two-sided 2 2\nl 1 : 1 2\nl 2 : 1\nr 1 [2] :\n");
  const std::string right =
      write("right.csv", "agent,partner,rank,Capacity,note\n1,2,1,2,\n1,1,2,2.0,\n2,1,1,0,\n");
  EXPECT_EQ(prefs_of(left, {.right = right}),
            "p two-sided 2 2\nl 1 : 1 2\nl 2 : 1\nr 1 [2] : 2 1\nr 2 [0] : 1\n");
  EXPECT_EQ(last_.report.other_columns, std::vector<std::string>{"note"});
  EXPECT_EQ(prefs_of(write("one.csv", "agent,partner,rank,capacity\n1,2,1,1\n2,1,1,3\n"),
                     {.sides = Sides::one}),
            "p one-sided 2\na 1 : 2\na 2 [3] : 1\n");
  const std::string scored =
      write("scored.csv",
            "agent,partner,agent_score,partner_score,agent_capacity,partner_capacity\n"
            "1,1,1,1,,3\n2,1,1,2,2,\n");
  EXPECT_EQ(prefs_of(scored), "p two-sided 2 1\nl 1 : 1\nl 2 [2] : 1\nr 1 [3] : 2 1\n");
  const ScoredPairs pairs = read_scored_pairs(context_, scored).pairs;
  EXPECT_EQ(std::vector<std::uint32_t>(pairs.capacities.begin(), pairs.capacities.end()),
            (std::vector<std::uint32_t>{1, 2, 3}));
  const auto refused = [&](const std::string& text, const std::string& message) {
    expect_refused(ErrorCode::invalid_input, message,
                   [&] { (void)read_preferences(context_, write("bad.csv", text)); });
  };
  refused("agent,partner,rank,capacity\n1,1,1,2\n1,2,2,3\n",
          "bad.csv:3: the capacity of an agent is 3 here, and 2");
  refused("agent,partner,rank,capacity\n1,1,1,1.5\n", "bad.csv:2: expected a capacity");
  refused("agent,partner,rank,capacity\n1,1,1,-1\n", "bad.csv:2: expected a capacity");
  refused("agent,partner,agent_score,partner_score,capacity\n1,1,1,1,2\n",
          "may be that of agent or partner");
  const std::string other = write("other.csv", "agent,partner,rank,capacity\n1,1,1,3\n");
  expect_refused(ErrorCode::invalid_input, "agent 1 has two capacities, 3 and 2",
                 [&] { (void)read_preferences(context_, left, {.right = other}); });
}

TEST_F(PreferenceFiles, ColumnsMayHaveOtherNames) {
  const std::string left =
      write("left.csv", "% a\n\nschool,choice,student\nN,1,Ann\nS,2,Ann\nN,1,Bob\n");
  const std::string text = "p two-sided 2 2\nl 1 : 1 2\nl 2 : 1\n";
  EXPECT_EQ(prefs_of(left, {.columns = {"student", "school", "choice"}}), text);
  EXPECT_EQ(prefs_of(left, {.columns = {"3", "1", "2"}}), text);
  // Without a line of names.
  EXPECT_EQ(prefs_of(write("bare.csv", "1;1;1\n2;1;2\n"), {.columns = {"1", "2", "3"}}),
            "p two-sided 2 1\nl 1 : 1\nl 2 : 1\n");
  // In the other file agent and partner are exchanged, or have their usual names.
  const std::string both = text + "r 1 : 2 1\nr 2 : 1\n";
  const std::string right =
      write("right.csv", "choice,student,school\n2,Ann,N\n1,Bob,N\n1,Ann,S\n");
  EXPECT_EQ(prefs_of(left, {.right = right, .columns = {"student", "school", "choice"}}), both);
  const std::string usual = write("usual.csv", "agent,partner,rank\nN,Ann,2\nN,Bob,1\nS,Ann,1\n");
  EXPECT_EQ(prefs_of(left, {.right = usual, .columns = {"student", "school", "choice"}}), both);
  const std::string scored = write("scored.csv", "a,b,x,y\n1,1,1,2\n");
  EXPECT_EQ(prefs_of(scored, {.columns = {"a", "b", "x", "y"}}),
            "p two-sided 1 1\nl 1 : 1\nr 1 : 1\n");
  expect_refused(ErrorCode::invalid_input, "there is no column 'a'", [&] {
    (void)read_preferences(context_, left, {.columns = {"a", "b", "c"}});
  });
  expect_refused(ErrorCode::unsupported, "PrefLib numbers agents", [&] {
    (void)read_preferences(context_, left,
                           {.right = write("o.soi", preflib("soi", "", "1: 1,2\n")),
                            .columns = {"student", "school", "choice"}});
  });
}

TEST_F(PreferenceFiles, CategoriesAreTies) {
  const std::string counts =
      "# NUMBER VOTERS: 3\n# NUMBER UNIQUE PREFERENCES: 2\n# NUMBER CATEGORIES: 3\n"
      "# CATEGORY NAME 1: Yes\n# CATEGORY NAME 2: No\n# CATEGORY NAME 3: \n";
  // By content, whatever the name.
  for (const char* const name : {"a.cat", "a.csv", "a.txt", "a.prefs"}) {
    SCOPED_TRACE(name);
    const std::string path =
        write(name, preflib("cat", counts, "2: {1,2},{},{3}\n1: {}, 3, {2, 1}\n"));
    EXPECT_EQ(prefs_of(path), "p two-sided 3 3\nl 1 : (1 2) 3\nl 2 : (1 2) 3\nl 3 : 3 (2 1)\n");
    EXPECT_EQ(last_.format, PreferencesFormat::preflib);
    EXPECT_TRUE(holds_preferences(path));
  }
  const std::string short_line =
      write("short.cat", preflib("cat", counts, "2: {1,2},{},{3}\n1: 3,{}\n"));
  expect_refused(ErrorCode::invalid_input, "short.cat:16: expected 3 categories, found 2",
                 [&] { (void)read_preferences(context_, short_line); });
}

TEST_F(PreferenceFiles, OrdersFromBefore2022HaveTheirTypeInTheName) {
  const std::string text = "3\n1,Ann\n2,Bob\n3,C, D\n4,4,3\n2,3,2\n1,1\n1,2,1,3\n";
  EXPECT_EQ(prefs_of(write("old.soi", text)),
            "p two-sided 4 3\nl 1 : 3 2\nl 2 : 3 2\nl 3 : 1\nl 4 : 2 1 3\n");
  const std::string ties = "2\n1,1\n2,2\n3,3,2\n2,{1,2}\n1,2,1\n";
  EXPECT_EQ(prefs_of(write("old.toc", ties)),
            "p two-sided 3 2\nl 1 : (1 2)\nl 2 : (1 2)\nl 3 : 2 1\n");
  for (const char* const name : {"old.txt", "old.csv", "old.wmg", "old.cat"}) {
    const std::string path = write(name, text);
    const std::string message = "from before 2022";
    expect_refused(ErrorCode::unsupported, message,
                   [&] { (void)read_preferences(context_, path); });
    expect_refused(
        std::string(name) == "old.cat" ? ErrorCode::invalid_option : ErrorCode::unsupported,
        std::string(name), [&] { (void)read(context_, path); });
  }
  expect_refused(
      ErrorCode::invalid_input, "expected the orders of 3 voters, found those of 2",
      [&] { (void)read_preferences(context_, write("few.soc", "2\n1,a\n2,b\n3,3,1\n2,1,2\n")); });
  // An edge list that counts its vertices first is none.
  EXPECT_EQ(read(context_, write("cycle.csv", "a,b\n1,2\n2,3\n3,1\n")).graph().view().num_edges(),
            3U);
}

TEST_F(PreferenceFiles, PoolsOfPreflibAreRead) {
  const std::string arcs = "1, 2, 1.0\n2,1,2.5\n2, 3, 1\n\n1,3,7\n3, 1, 4\n";
  for (const char* const name : {"pool.wmd", "pool.txt", "pool.csv", "pool.soi", "pool"}) {
    SCOPED_TRACE(name);
    const std::string path = write(name, preflib("wmd", "# NUMBER EDGES: 5\n", arcs));
    const Instance pool = read(context_, path);
    EXPECT_EQ(pool.report.format, "kidney");
    EXPECT_EQ(pool.labels.first, 1U);
    EXPECT_EQ(pool.report.altruists, 0U);
    // 1-2, 1-3, and 1-2-3.
    EXPECT_EQ(pool.hypergraph().view().num_edges(), 3U);
    expect_refused(ErrorCode::invalid_option, "holds a pool of kidney exchange",
                   [&] { (void)read_preferences(context_, path); });
  }
  // Donors without a recipient take part in no cycle, and what names them does not matter.
  std::string text = preflib("wmd", "# NUMBER EDGES: 5\n", arcs);
  text.replace(text.find(": # NUMBER VOTERS: 9"), 20, ": Altruist 1");
  const Instance altruist = read(context_, write("altruist.wmd", text));
  EXPECT_EQ(altruist.report.altruists, 1U);
  EXPECT_EQ(altruist.hypergraph().view().num_edges(), 1U);
  const auto refused = [&](const std::string& rows, const std::string& message) {
    const std::string path = write("bad.wmd", preflib("wmd", "# NUMBER EDGES: 2\n", rows));
    expect_refused(ErrorCode::invalid_input, message, [&] { (void)read(context_, path); });
  };
  refused("1,2,1\n", "bad.wmd:10: expected 2 arcs, found 1");
  refused("1,2,1\n1,4,1\n", "bad.wmd:11: expected a recipient in 1..3, found '4'");
  refused("0,2,1\n1,4,1\n", "bad.wmd:10: expected a donor in 1..3, found '0'");
  refused("1,2,1\n2,1,x\n", "bad.wmd:11: expected a weight (a finite number), found 'x'");
  refused("1,2\n2,1,1\n",
          "bad.wmd:10: expected ',' between the numbers of an arc, found the end of the line");
}

TEST_F(PreferenceFiles, OtherTypesOfPreflibAreNamed) {
  for (const char* const type : {"tog", "mjg", "wmg", "pwg", "dat", "csv"}) {
    const std::string path = write("other.txt", preflib(type, "# NUMBER VOTERS: 2\n", "2: 1,2\n"));
    const std::string message = std::string("a PrefLib file of type '") + type + "'";
    expect_refused(ErrorCode::unsupported, message,
                   [&] { (void)read_preferences(context_, path); });
    expect_refused(ErrorCode::unsupported, message, [&] { (void)read(context_, path); });
  }
  const std::string untyped = write("untyped.el", "# TITLE: x\n# NUMBER ALTERNATIVES: 3\n1 2\n");
  expect_refused(ErrorCode::unsupported, "without '# DATA TYPE",
                 [&] { (void)read(context_, untyped); });
  // A comment of an edge list may say such a thing.
  EXPECT_EQ(read(context_, write("typed.el", "# DATA TYPE: categorical\n1 2\n2 3\n"))
                .graph()
                .view()
                .num_edges(),
            2U);
}

TEST_F(PreferenceFiles, AreNotMadeWhereTheyCannotFit) {
  const auto bytes =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  if (bytes > 64e9) GTEST_SKIP() << "they fit the memory of this machine";
  const std::string many =
      write("many.soi", "# DATA TYPE: soi\n# NUMBER ALTERNATIVES: 3\n4294967290: 1,2,3\n");
  expect_refused(ErrorCode::resources, many + ": the ", [&] { (void)prefs_of(many); });
}

TEST_F(PreferenceFiles, AreKnownByNameAndContent) {
  const std::string rows = "agent,partner,rank\n1,1,1\n";
  for (const char* const name : {"a.prefs", "a.soc", "a.soi.gz", "a.toc.zst", "a.toi"}) {
    EXPECT_TRUE(holds_preferences(name)) << name;
  }
  for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{
           {"rows.txt", rows},
           {"scores.tsv", "agent\tpartner\tagent_score\tpartner_score\n1\t1\t2\t3\n"},
           {"orders", k_orders},
           {"both", "c x\n% y\np one-sided 2\n"}}) {
    const std::string path = write(name, text);
    EXPECT_TRUE(holds_preferences(path)) << name;
    expect_refused(ErrorCode::invalid_option, "hypermatch stable",
                   [&] { (void)read(context_, path); });
  }
  for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{
           {"edges.csv", "source,target\n1,2\n"},
           {"comment.txt", "# DATA TYPE: edges\n1 2\n"},
           {"empty.csv", ""}}) {
    EXPECT_FALSE(holds_preferences(write(name, text))) << name;
  }
  EXPECT_FALSE(holds_preferences("-"));
  EXPECT_FALSE(holds_preferences(folder_ / "missing.csv"));
  // What is asked for counts more than the name.
  const std::string named = write("rows.soi", rows);
  EXPECT_EQ(read_preferences(context_, named).format, PreferencesFormat::csv);
  expect_refused(ErrorCode::invalid_input, "in front of the orders", [&] {
    (void)read_preferences(context_, named, {.format = PreferencesFormat::preflib});
  });
}

}  // namespace
}  // namespace hypermatch::io::testing
