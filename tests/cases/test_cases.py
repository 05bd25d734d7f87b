# SPDX-License-Identifier: MIT
"""Files as users of other tools have them: the values that are right, found independently, or the refusal."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))

import harness  # noqa: E402
from harness import BAD_INPUT, DONE, FAILED, UNSUPPORTED, USAGE  # noqa: E402


class Cases(harness.TestCase):
    def case(self, name):
        """The path of a file below this folder."""
        return os.path.join(os.path.dirname(os.path.abspath(__file__)), name)

    def test_preflib_pool(self):
        """Arcs of a PrefLib pool are directed, and an altruist is in no cycle: the best weigh 5."""
        pool = self.case("preflib_pool/pool.wmd")
        facts = self.report("info", pool)
        self.assertEqual((facts["input"]["format"], facts["input"]["edges"]), ("kidney", 4))
        self.assertEqual(facts["reader"]["altruists"], 1)
        found = self.report("match", pool, "--algorithm", "stack_streaming", "--complete")
        self.assertEqual(found["result"]["weight"], 5)
        self.expect_error(USAGE, "stable", pool, says="hypermatch match reads it")
        with open(pool, encoding="utf-8") as file:
            text = file.read()
        self.write("pool.csv", text)  # by content, whatever the name
        self.assertEqual(self.report("info", "pool.csv")["input"]["format"], "kidney")
        self.write("graph.csv", text.replace("TYPE: wmd", "TYPE: wmg"))
        for verb in ["match", "cluster", "stable", "bipartite"]:
            self.expect_error(UNSUPPORTED, verb, "graph.csv", says="of type 'wmg'")

    def test_parallel_edges_are_added(self):
        """One line per call; the values are those of brute force over all partitions."""
        calls = self.case("parallel/calls.csv")
        for how, modularity, communities in [("heaviest", 0.045455, 2), ("sum", 0.368313, 3),
                                             ("count", 0.368313, 3)]:
            result = self.report("cluster", calls, "--header", "--parallel", how, "-o", how)["result"]
            self.assertAlmostEqual(result["modularity"], modularity, places=5)
            self.assertEqual(result["communities"], communities)
        note = self.expect(DONE, "cluster", calls, "--header", "-o", "heaviest").err
        self.assertIn("merged (the heaviest counts; --parallel sum or count)", note)
        self.expect(DONE, "verify", calls, "--communities", "sum", "--header", "--parallel", "sum", "-q")

    def test_files_of_exporters(self):
        """What igraph, networkx, Gephi, yEd, pandas, R, Excel and STRING write: pairs of a matching, or the refusal."""
        graphml = ('<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="w" for="edge" attr.name="weight" '
                   'attr.type="double"/><graph edgedefault="undirected"><node id="a"/><node id="b"/><node id="c"/>'
                   '<edge source="a" target="b"><data key="w">2.5</data></edge>'
                   '<edge source="b" target="c"><data key="w">4</data></edge></graph></graphml>')
        yed = ('<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">'
               '<key for="edge" id="d10" yfiles.type="edgegraphics"/><graph edgedefault="directed" id="G"><node id="n0"/>'
               '<node id="n1"/><edge id="e0" source="n0" target="n1"><data key="d10"><y:PolyLineEdge><y:EdgeLabel>7'
               '</y:EdgeLabel></y:PolyLineEdge></data></edge></graph></graphml>')
        rows = "ann{0}bob{0}2.5\nbob{0}carl{0}1\ncarl{0}dora{0}4\n"
        indexed = "0,ann,bob,2.5\n1,bob,carl,1\n2,carl,dora,4\n"
        best = "ann bob\ncarl dora\n"
        for name, text, out in [
                ("a.ncol", rows.format(" "), best),
                ("a.net", "*Vertices 4\n*Edges\n1 2 2.5\n2 3 1\n3 4 4\n", "1 2\n3 4\n"),
                ("b.net", '*Vertices 3\n1 "a"\n2 "b"\n3 "c"\n*Matrix\n0 2 0\n2 0 5\n0 5 0\n', "b c\n"),
                ("c.net", '*Vertices 4\n1 "a"\n2 "b"\n3 "c"\n4 "d"\n*Edgeslist\n1 2 3\n3 4\n', "a b\nc d\n"),
                ("a.graphml", graphml, "b c\n"), ("yed.graphml", yed, "n0 n1\n"),
                ("gephi.csv", "Source,Target,Type,Id,Label,timeset,Weight\nann,bob,Undirected,0,,,2.5\n"
                 "bob,carl,Undirected,1,,,1.0\ncarl,dora,Undirected,2,,,4.0\n", best),
                ("pandas.csv", ",source,target,weight\n" + indexed, best),
                ("r.csv", '"","from","to","weight"\n"1","ann","bob",2.5\n"2","bob","carl",1\n"3","carl","dora",4\n', best),
                ("r.txt", '"from" "to" "weight"\n"1" "ann" "bob" 2.5\n"2" "bob" "carl" 1\n"3" "carl" "dora" 4\n', best),
                ("nx.edgelist", "ann bob {'weight': 2.5}\nbob carl {'weight': 1}\ncarl dora {'weight': 4}\n", best),
                ("nx.dot", 'strict graph "" {\nann;\nann -- bob  [key=0, weight="2.5"];\nbob -- carl  [weight=1];\n'
                 "carl -- dora [weight=4];\n}\n", best),
                ("string.txt", "protein1 protein2 combined_score\nP1 P2 490\nP2 P1 490\nP2 P3 198\n", "P1 P2\n"),
                ("skew.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 2.5\n3 2 -4\n", "3 2\n"),
                ("array.mtx", "%%MatrixMarket matrix array integer symmetric\n3 3\n0\n2\n7\n0\n5\n0\n", "3 1\n"),
                ("sizes.graph", "% sizes, weights, edges\n3 2 111 1\n1 4 2 7\n2 5 1 7 3 8\n3 6 2 8\n", "2 3\n"),
                ("notes.hgr", "% a\n4 7 11\n% b\n2 1 2\n3 1 7 5 6\n% c\n8 5 6 4\n7 2 3 4\n5\n1\n8\n7\n3\n9\n3\n", "1\n3\n")]:
            self.write(name, text)
            self.assertEqual(self.expect(DONE, "match", name, "-q").out, out, name)
        for name, text, code, says in [
                ("a.lgl", "# ann\nbob 2.5\n# bob\ncarl 1\n# carl\n", BAD_INPUT, "LGL"),
                ("excel.csv", "\ufeffvon;nach;gewicht\r\nann;bob;2,5\r\nbob;carl;1,0\r\n", BAD_INPUT, ":2: .*'2,5'"),
                ("r2.csv", '"";"from";"to";"weight"\n"1";"ann";"bob";2,5\n"2";"bob";"carl";1\n', BAD_INPUT, ":2: .*'2,5'"),
                ("costs.csv", ";A;B;C\nx1;3,5;2;9\nx2;1;4,25;7\n", BAD_INPUT, ":2: .*a decimal number, found '3,5'"),
                ("places.csv", "source;target;w\na;2;9\n1;4,25;7\n", BAD_INPUT, ":3: .*'4,25'"),
                ("g.gexf", '<?xml version="1.0"?>\n<gexf version="1.2"><graph/></gexf>\n', UNSUPPORTED, "gexf"),
                ("groups.graphml", graphml.replace('<node id="a"/>', '<node id="a"><graph edgedefault="directed"/></node>'),
                 UNSUPPORTED, "nested"),
                ("new.wcnf", "c new\nh 1 2 0\n5 2 0\n", UNSUPPORTED, "MaxSAT"),
                ("ratings.csv", "userId,movieId,rating,timestamp\n1,1193,5,978300760\n1,661,3,978302109\n", BAD_INPUT,
                 "--columns"),
                ("flow.max", "p max 4 2\nn 1 s\nn 4 t\na 1 2 5\na 2 4 1\n", UNSUPPORTED, "maximum flow"),
                ("vector.mtx", "%%MatrixMarket vector coordinate real general\n3 2\n1 4\n3 5\n", BAD_INPUT, "vector")]:
            self.write(name, text)
            for verb in ("match", "bipartite"):
                refused = self.run_command(verb, name, "-o", "out")
                self.assertEqual((refused.code, len(refused.err.splitlines())), (code, 1), refused)
                self.assertRegex(refused.err, says)
        self.write("quoted.csv", 'source;target;w\n"1,5";2;9\n')
        self.assertEqual(self.expect(DONE, "match", "quoted.csv", "-q").out, '"1,5" 2\n')

    def test_capacity_column(self):
        """A column of capacities is read, and a column that is not read is named."""
        found = self.expect(DONE, "stable", self.case("capacity_column/left.csv"), "--right",
                            self.case("capacity_column/right.csv"))
        self.assertEqual(found.out, "1 1\n2 1\n")
        self.assertNotIn("not read", found.err)

    def test_agents_with_names(self):
        """Names of agents are ids, in separated values and in .prefs."""
        found = self.expect(DONE, "stable", self.case("agents_with_names/names.csv"), "--algorithm", "rank_maximal", "-q")
        self.assertEqual(found.out, "Ann\tSouth\nBob\tNorth\n")
        found = self.expect(DONE, "stable", self.case("agents_with_names/names.prefs"), "--algorithm",
                            "serial_dictatorship", "-q")
        self.assertEqual(found.out, "Ann\tNorth\n")

    # Small graphs: edges, the largest size, and the best modularity over all communities of that size.
    BEST_OF_SIZE = [("0 1\n1 2\n2 3\n3 4\n4 5\n", 3, 0.3),
                    ("0 1\n1 2\n0 2\n2 3\n3 4\n4 5\n3 5\n5 6\n6 7\n", 2, 0.179012),
                    ("0 1\n1 2\n0 2\n3 4\n4 5\n3 5\n2 3\n", 3, 0.357143)]

    def test_largest_size_of_small_graphs(self):
        for edges, size, best in self.BEST_OF_SIZE:
            self.write("small.el", edges)
            for seed in range(6):
                run = self.report("cluster", "small.el", "--max-size", size, "--seed", seed, "--verify", "-o", "c.txt")
                self.assertAlmostEqual(run["result"]["modularity"], best, places=5)
                verdict = run["result"]["verdict"]
                self.assertEqual((verdict["best_move"], verdict["best_merge"]), (None, None))
            judged = self.report("verify", "small.el", "--communities", "c.txt", "--max-size", size)
            self.assertIsNone(judged["result"]["verdict"]["best_merge"])

    def test_label_per_line(self):
        """Line i is the label of vertex i, from 0 or 1, by numbers or words."""
        self.write("path.txt", "3 4\n1 2\n2 3\n")
        for text in ["1\n1\n2\n2\n", "0\n0\n1\n1\n", "a\na\nb\nb\n"]:
            self.write("path.part.2", text)
            verdict = self.report("verify", "path.txt", "--communities", "path.part.2")["result"]["verdict"]
            self.assertEqual(verdict["communities"], 2)
            self.assertAlmostEqual(verdict["quality"], 1 / 6, places=12)
        self.write("path.part.2", "1\n1\n2\n")
        self.expect_error(BAD_INPUT, "verify", "path.txt", "--communities", "path.part.2", "-q", says="must be 4")

    def test_courses_with_places(self):
        """Students choose courses with places: two first choices and a second one; orders of PrefLib take places."""
        run = ["--algorithm", "rank_maximal", "--verify"]
        courses = self.case("course_places/courses.prefs")
        self.assertEqual(self.report("stable", courses, *run, "-o", "pairs")["result"]["left"]["rank_sum"], 4)
        self.assertEqual(self.read("pairs"), b"1 2\n2 1\n3 1\n")
        # Brute force: five first choices, the sixth student has its third one.
        found = self.report("stable", self.case("course_places/orders.soi"), *run, "--capacity", "2")["result"]
        self.assertEqual((found["pairs"], found["left"]["rank_sum"]), (6, 8))
    def test_exact_answers_are_not_there(self):
        """The best exchanges weigh 5; a wish for them says in one line what is missing and what comes closest."""
        pool = self.case("exact_exchange/pool.input")
        for wish, reason in [("exact", "exact matches graphs"), ("optimal", "no algorithm finds a heaviest matching")]:
            refused = self.expect_error(UNSUPPORTED, "match", pool, "--algorithm", wish, "-q", says="stack_streaming --complete")
            self.assertIn(reason, refused.err)
        self.assertEqual(self.report("match", pool, "--algorithm", "stack_streaming", "--complete")["result"]["weight"], 5)

    def test_pairs_of_a_round(self):
        """Eight players, scores per pair: the best four pairs weigh 74, by every size; greedy finds 70."""
        players = self.case("exact_pairs/scores.csv")
        for more in [[], ["--perfect"], ["--size", "largest"]]:
            found = self.report("match", players, "--algorithm", "exact", *more, "-o", "p", "--certificate", "c", "--verify")
            self.assertEqual((found["result"]["weight"], found["result"]["certified_ratio"]), (74, 1))
            self.assertEqual(len(self.read("p").splitlines()), 4)
            proof = ["--maximum"] if "--size" in more else more
            self.expect(DONE, "verify", players, "p", "--certificate", "c", *proof, "-q")
        hint = self.report("match", players, "--verify")["result"]["hints"]
        self.assertIn("--algorithm exact finds the best matching, with proof", hint)

    def test_what_is_not_served_is_named(self):
        """Negative weights and directions: one line says that communities do without."""
        self.write("signed.csv", "a,b,r\nx1,x2,0.9\nx2,x3,0.8\ny1,y2,0.95\nx1,y1,-0.8\n")
        for more in [[], ["--objective", "cpm", "--resolution", "0.1"]]:
            self.expect_error(BAD_INPUT, "cluster", "signed.csv", *more, "-q",
                              says="signed.csv:5: expected a weight that is not negative, found '-0.8'; "
                                   "communities of negative weights are not served")
        self.write("out.arcs", "% asym unweighted\n1 2\n2 3\n3 1\n")
        self.assertIn("directed arcs", self.expect(DONE, "cluster", "out.arcs", "-o", "c.txt").err)

    def test_both_columns_name_the_same_numbers(self):
        """All verbs take the two columns as two sides: 4 pairs, not the 8 of a symmetric matrix."""
        pairs = self.case("two_sides/pairs.el")
        found = self.report("bipartite", pairs, "-o", "p.txt", "--certificate", "c.txt")
        self.assertEqual(found["result"]["edges"], 4)
        self.assertEqual((found["input"]["rows"], found["input"]["columns"]), (4, 4))
        self.assertIn("two sides: the first column names rows", self.expect(DONE, "bipartite", pairs).err)
        self.expect(DONE, "verify", pairs, "p.txt", "--bipartite", "--certificate", "c.txt", "-q")
        self.assertEqual(self.report("info", pairs, "--as", "bipartite")["input"]["rows"], 4)
        one = ["--sides", "one"]
        self.assertEqual(self.report("bipartite", pairs, *one)["result"]["edges"], 8)
        self.assertEqual(self.report("info", pairs, "--as", "bipartite", *one)["input"]["rows"], 8)
        self.expect(FAILED, "verify", pairs, "p.txt", "--bipartite", "--maximum", "-q", *one)

    # Two workers and two tasks, as programs write graphs of two sides; the heads of lines are rows.
    TWO_SIDES = [
        ("b.graphml", [], '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="d1" for="edge" attr.name="weight" '
                          'attr.type="long"/><key id="d0" for="node" attr.name="bipartite" attr.type="long"/>'
                          '<graph edgedefault="undirected">'
                          + "".join(f'<node id="{v}"><data key="d0">{s}</data></node>' for v, s in
                                    [("w1", 0), ("w2", 0), ("t1", 1), ("t2", 1)])
                          + "".join(f'<edge source="{u}" target="{v}"><data key="d1">{c}</data></edge>' for u, v, c in
                                    [("w1", "t1", 4), ("w1", "t2", 1), ("t1", "w2", 2), ("w2", "t2", 3)])
                          + "</graph></graphml>"),
        ("b.gml", [], "graph [ node [ id 0 label \"w1\" bipartite 0 ] node [ id 1 label \"w2\" bipartite 0 ]\n"
                      "node [ id 2 label \"t1\" bipartite 1 ] node [ id 3 label \"t2\" bipartite 1 ]\n"
                      "edge [ source 0 target 2 weight 4 ] edge [ source 0 target 3 weight 1 ]\n"
                      "edge [ source 1 target 2 weight 2 ] edge [ source 1 target 3 weight 3 ] ]\n"),
        ("b.dot", [], "graph { w1 [bipartite=0]; w2 [bipartite=0]; t1 [bipartite=1]; t2 [bipartite=1];\n"
                      "w1 -- t1 [weight=4]; w1 -- t2 [weight=1]; t1 -- w2 [weight=2]; w2 -- t2 [weight=3] }\n"),
        ("b.net", [], '*Vertices 4 2\n1 "w1"\n2 "w2"\n3 "t1"\n4 "t2"\n*Edges\n1 3 4\n1 4 1\n2 3 2\n2 4 3\n'),
        ("one.net", ["two"], '*Vertices 4\n1 "w1"\n2 "w2"\n3 "t1"\n4 "t2"\n*Edges\n1 3 4\n1 4 1\n2 3 2\n2 4 3\n'),
        ("b.col", ["two"], "p edge 4 4\ne 1 3 4\ne 1 4 1\ne 2 3 2\ne 2 4 3\n"),
        ("b.graph", ["two"], "4 4 1\n3 4 4 1\n3 2 4 3\n1 4 2 2\n1 1 2 3\n"),
    ]

    def test_graphs_of_two_sides(self):
        """Two pairs of cost 3, by every format and every verb; a graph without a declaration stays one until asked."""
        for name, asked, text in self.TWO_SIDES:
            self.write(name, text)
            sides = ["--sides", *asked] if asked else []
            run = ["bipartite", name, "--minimize", *sides]
            found = self.report(*run, "--perfect", "--certificate", "d.txt", "--verify", "-o", "p.txt")
            self.assertEqual((found["result"]["edges"], found["result"]["weight"]), (2, 3), name)
            self.assertEqual((found["input"]["rows"], found["input"]["columns"]), (2, 2))
            pairs = "1\t4\n2\t3\n" if name in ("b.col", "b.graph") else "w1\tt2\nw2\tt1\n"
            self.assertEqual(self.read("p.txt").decode(), pairs)
            self.expect(DONE, "verify", name, "p.txt", "--bipartite", "--minimize", "--certificate", "d.txt", "-q", *sides)
            self.assertIn("2 rows (0 empty), 2 columns", self.expect(DONE, "info", name, "--as", "bipartite", *sides).out)
            self.expect(DONE, "convert", name, "list.el", "--as", "bipartite", "-q", *sides)
            self.assertEqual(self.report("bipartite", "list.el", "--minimize")["result"]["weight"], 3)
            self.assertIn("two sides", self.expect(DONE, *run).err)
            matrix = self.run_command("bipartite", name, "--minimize", *(["--sides", "one"] if sides == [] else []))
            self.assertIn("the adjacency matrix of a graph", matrix.err)
            self.assertIn("4 pairs, cost 6", matrix.err)
        self.expect_error(USAGE, "bipartite", "b.col", "--as", "graph", "--sides", "two", "-q",
                          says="--sides does not go with --as graph")
        self.write("odd.dot", "graph { a -- b -- c -- a }\n")
        self.expect_error(BAD_INPUT, "bipartite", "odd.dot", "--sides", "two", "-q", says="a cycle of an odd number of edges")

    def test_pairs_with_their_costs(self):
        """The lines are an edge list of two sides, whatever was counted."""
        self.write("costs.csv", "worker,task,cost\nann,cook,4\nann,wash,1.5\nben,cook,2\nben,wash,3\n")
        run = ["bipartite", "costs.csv", "--output-weights", "-q"]
        self.assertEqual(self.expect(DONE, *run, "--minimize").out, "ann\twash\t1.5\nben\tcook\t2\n")
        for more in [["--permute", "3"], ["--objective", "cardinality"], ["--scaling", "f.txt"]]:
            pairs = [line.split("\t") for line in self.expect(DONE, *run, *more).out.splitlines()]
            self.assertEqual(len(pairs), 2)
            for pair in pairs:
                self.assertIn(",".join(pair) + "\n", self.read("costs.csv").decode())
        self.expect(DONE, *run, "--minimize", "-o", "pairs.el")
        self.assertEqual(self.report("bipartite", "pairs.el", "--minimize")["result"]["weight"], 3.5)
        for more in [["--minimize"], ["--objective", "cardinality"]]:
            self.expect(DONE, "verify", "costs.csv", "pairs.el", "--bipartite", "-q", *more)
        self.write("false.el", self.read("pairs.el").decode().replace("1.5", "1"))
        self.assertIn("ann and wash has weight 1, its entry 1.5",
                      self.expect(FAILED, "verify", "costs.csv", "false.el", "--bipartite", "--minimize").err)
        self.write("short.el", "ann\twash\t1.5\nben\tcook\n")
        self.expect_error(BAD_INPUT, "verify", "costs.csv", "short.el", "--bipartite", "-q", says="short.el:2: expected a weight behind")
        self.write("odd.graphml", '<graphml><graph><node id="#a"/><node id="b"/><edge source="#a" target="b"/></graph></graphml>')
        self.expect_error(UNSUPPORTED, "bipartite", "odd.graphml", "--output-weights", "-q", says="'#a'")

    def test_reviews(self):
        """Two reviews per paper, at most four per reviewer; a linear program gives 1788."""
        listed = [self.case("two_sides/reviews.csv"), "--columns", "paper,reviewer,score"]
        bounds = ["--row-capacity", "2..2", "--column-capacity", "0..4"]
        for file in (listed, [self.case("two_sides/reviews.mtx")]):
            for objective in ([], ["--objective", "weight"]):
                result = self.report("bipartite", *file, *bounds, *objective, "-o", "p.txt",
                                     "--certificate", "d.txt")["result"]
                self.assertEqual((result["edges"], result["weight"]), (24, 1788))
            self.expect(DONE, "verify", *file[:1], "p.txt", "--bipartite", *file[1:], *bounds,
                        "--certificate", "d.txt", "-q")
        self.assertEqual(self.report("bipartite", *file, "--objective", "cardinality",
                                     *bounds)["options"]["objective"], "cardinality")

    def test_matrices_of_other_programs(self):
        found = self.report("match", self.case("matrices/unsigned.mtx"), "-o", "u.txt")
        self.assertEqual(found["result"]["weight"], 4)
        self.assertEqual(self.read("u.txt"), b"3 2\n")
        for name, edges, size in [("one_percent", 6, 3), ("extra", 3, 1)]:
            found = self.report("match", self.case(f"matrices/{name}.mtx"))
            self.assertEqual((found["input"]["edges"], found["result"]["edges"]), (edges, size))
            facts = self.report("info", self.case(f"matrices/{name}.mtx"))
            self.assertEqual(facts["reader"]["banner_faults"], 1)
        self.expect_error(BAD_INPUT, "match", self.case("matrices/no_banner.mtx"),
                          says="no_banner.mtx:1: expected the banner '%%MatrixMarket matrix coordinate "
                               "...' at the beginning of the file, found '6'")

    def test_least_total_distance(self):
        for name in ("distances.mtx", "distances.csv"):
            file = self.case("costs/" + name)
            for flags in (["--minimize"], ["--minimize", "--perfect"],
                          ["--minimize", "--capacity", "1..1"]):
                result = self.report("bipartite", file, *flags, "--verify", "-o", "p.txt",
                                     "--certificate", "d.txt")["result"]
                self.assertAlmostEqual(result["weight"], 1152.85)
                self.assertEqual(result["edges"], 40)
                self.expect(DONE, "verify", file, "p.txt", "--bipartite", *flags, "--certificate",
                            "d.txt", "-q")

    # Dense tables: text, flags, and the least cost, found by trying all assignments.
    TABLES = [(",t1,t2,t3,t4\nann,90,76,75,70\nben,35,85,55,65\ncid,125,95,90,105\ndan,45,110,95,115\n", (), 265),
              ("w,t1,t2,t3\nann,90,,75\nben,35,85,NA\ncid,125,inf,90\n", (), 265),
              ("4,1,3\n2,0,5\n3,2,2\n", ("--format", "table"), 5),
              ("90 76 75\n35 85 55\n125 95 90\n45 110 95\n", ("--format", "table"), 176),
              ("\ta\tb\nx\t4\t\ny\t2\t3\n", (), 7),
              ("\"A\" \"B\" \"C\"\n\"x\" 4 1 3\n\"y\" 2 0 5\n", (), 3),
              ("a;b\n4;1\n2;3\n", ("--format", "table"), 3),
              ("7,1,2,3,4\n9,5,6,7,8\n1,5,6,7,8\n", (), 8)]

    def test_dense_tables(self):
        """Each verb reads the same, and `verify` agrees."""
        for text, flags, cost in self.TABLES:
            self.write("t.csv", text)
            run = self.report("bipartite", "t.csv", *flags, "--minimize", "--perfect", "--verify", "-o", "p.txt",
                              "--certificate", "d.txt")
            self.assertEqual((run["input"]["format"], run["result"]["weight"]), ("table", cost), text)
            self.expect(DONE, "verify", "t.csv", "p.txt", "--bipartite", *flags, "--minimize", "--perfect",
                        "--certificate", "d.txt", "-q")
            facts = self.report("info", "t.csv", *flags)
            self.assertEqual(facts["input"]["kind"], "bipartite")
            self.assertEqual((facts["weights"]["type"], facts["input"]["edges"]), ("int32", run["input"]["edges"]))
            self.expect_error(UNSUPPORTED, "match", "t.csv", *flags, "-q", says="which the verb bipartite matches")

    def test_tables_that_are_lists(self):
        """Few columns are a list, and a note names the other reading."""
        for text in ["4,1,3\n2,0,5\n3,2,2\n", "worker,t1,t2\nann,4,1\nben,2,3\ncid,5,6\n", "4,1\n2,3\n",
                     "worker,10,20\nann,4,1\nben,2,3\n"]:
            self.write("t.csv", text)
            self.assertIn("a dense table is read by --format table", self.expect(DONE, "bipartite", "t.csv").err)
        self.write("t.csv", "4,1,3\n4,2,5\n3,2,2\n")
        self.assertNotIn("table", self.expect(DONE, "bipartite", "t.csv").err)

    # Files that look like others: name, text, arguments, and what the log or the refusal says.
    REFUSED = [("a.csv", "1,2 # first\n2,3\n", "found a comment in '2 # first'"),
               ("a.csv", "x,y\ny,z # b\n", "found a comment in 'z # b'"),
               ("a.txt", "A1 B1 0,5\nB1 C1 0,7\n", "expected a point in a decimal number"),
               ("a.el", "version https://git-lfs.github.com/spec/v1\noid sha256:4d\nsize 12\n", "Git LFS"),
               ("a.mtx", "version https://git-lfs.github.com/spec/v1\noid sha256:4d\nsize 12\n", "Git LFS"),
               ("a.el", "# a\nb 5\nc 3\n# b\nc 2\n", "lists of neighbours have (LGL)"),
               ("a.txt", "0 1 5\n1 0 2\n2 1 3\n3 2 4\n4 3 5\n5 0 4\n", "found lists of neighbours"),
               ("a.txt", "1 First\n2 Second\n3 Third\n#\n1 2\n2 3\n", "separates vertices from edges (TGF)")]
    NOTED = [("match", "a.el", "4 3\n1 2\n2 3\n3 4\n", "as numbers of vertices and edges it would fit too"),
             ("match", "a.txt", "0 1 5\n1 0 2\n2 1 3\n3 2 4\n4 3 5\n5 1 4\n", "lists of neighbours are not read"),
             ("match", "a.csv", "userId,movieId,rating\n1,2,5\n2,1,3\n", "the verb bipartite keeps them apart"),
             ("match", "a.csv", "NA,a,1\nb,NA,2\n", "one id is 'NA'"),
             ("match", "a.csv", "", "no line has an edge"),
             ("match", "a.mtx", "%%MatrixMarket matrix array real symmetric\n2 2\n1\n-0.9\n1\n",
              "1 negative value of the matrix: in a graph the absolute value counts"),
             ("bipartite", "a.mtx", "%%MatrixMarket matrix array integer general\n2 3\n1 2 3\n4 5 6\n",
              "this file has a line per row"),
             ("bipartite", "a.mtx", "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 2 3\n",
              "1 complex value, left out"),
             ("bipartite", "a.csv", "husband,wife\nTom,Ann\nJim,Eve\n", "--header skips it"),
             ("bipartite", "a.txt", "1 31 5 881250949\n2 31 4 881250950\n", "column 4 holds times, left out"),
             ("bipartite", "a.csv", "a,x,1200000123\nb,y,1300000012\n", "column 3 holds times, no weights"),
             ("bipartite", "a.csv", "worker,task,cost\na,x,1\nb,y,2\n", "weighted by column 3 (cost)"),
             ("bipartite", "a.col", "p edge 4 2\ne 1 3 4\ne 2 4 3\n", "the adjacency matrix of a graph")]

    def test_readings_that_are_refused_or_noted(self):
        for name, text, says in self.REFUSED:
            self.expect_error(BAD_INPUT, "match", self.write(name, text), says=says)
        for verb, name, text, says in self.NOTED:
            self.assertIn(says, self.expect(DONE, verb, self.write(name, text)).err, text)

    def test_sizes_in_front_of_entries(self):
        """`rows columns entries` is no entry, whether ids count from 0 or from 1."""
        entries = [(0, 0, 1), (0, 1, 2), (1, 1, 3), (1, 2, 4), (2, 2, 5), (2, 3, 6), (3, 3, 7), (3, 4, 8), (0, 4, 9)]
        for first in (0, 1):
            lines = "".join(f"{u + first} {v + first} {w}\n" for u, v, w in entries)
            self.write("a.txt", "4 5 9\n" + lines)
            facts = self.report("info", "a.txt", "--as", "bipartite")["input"]
            self.assertEqual((facts["rows"], facts["columns"], facts["edges"]), (4, 5, 9))
            self.write("b.txt", "4 5 8\n" + lines)
            self.assertEqual(self.report("info", "b.txt", "--as", "bipartite")["input"]["edges"], 10 - first)

    def test_costs_that_may_be_times(self):
        """A flag of costs, or a declaration, makes weights of them."""
        costs = "a,x,1200000123\na,y,900000456\nb,x,1000000789\nb,y,1300000012\n"
        self.write("a.csv", costs)
        self.assertEqual(self.report("bipartite", "a.csv", "--minimize", "-o", "p.txt")["result"]["weight"], 1900001245)
        self.expect(DONE, "verify", "a.csv", "p.txt", "--bipartite", "--minimize", "-q")
        self.write("b.txt", "% bip weighted\n1 1 1200000123\n1 2 900000456\n2 1 1000000789\n")
        self.assertEqual(self.report("bipartite", "b.txt", "-o", "p.txt")["result"]["weight"], 1900001245)

    def test_communities_as_separated_values(self):
        """`vertex,community` is no label per line: two triangles have modularity 5/14."""
        self.write("g.el", "a b\nb c\nc a\nd e\ne f\nf d\nc d\n")
        for text in ["a,0\nb,0\nc,0\nd,1\ne,1\nf,1\n", "node;community\n\"a\";x\nb;x\nc;x\nd;y\ne;y\nf;y\n",
                     "a, 0\nb, 0\nc, 0\nd, 1\ne, 1\nf, 1\n"]:
            self.write("c.csv", text)
            verdict = self.report("verify", "g.el", "--communities", "c.csv")["result"]["verdict"]
            self.assertAlmostEqual(verdict["quality"], 5 / 14, places=6)
        self.write("n.graph", "2 1\n2\n1\n")
        self.write("c.csv", "id,c\n1,7\n2,7\n")
        self.expect(DONE, "verify", "n.graph", "--communities", "c.csv", "-q")
        self.expect(FAILED, "verify", "n.graph", "--communities", self.write("d.csv", "1,7\n"), "-q")
        self.expect_error(BAD_INPUT, "verify", "n.graph", "--communities", self.write("d.csv", "1,7,8\n"), "-q",
                          says="expected a vertex and its community")

    def test_capacities_by_name(self):
        """Lines `NAME CAPACITY` in any order; lines of numbers alone have the order of the input, which the log names."""
        self.write("r.csv", "agent,partner,rank\nAnn,X,1\nAnn,Y,2\nBob,X,1\nCid,X,1\nCid,Y,2\n")
        self.write("h.csv", "agent,partner,rank\nY,Ann,1\nY,Cid,2\nX,Bob,1\nX,Ann,2\nX,Cid,3\n")
        for text in ["hospital,capacity\nY,1\nX,2\n", "Y 1\nX 2\n", "X;2\nY;1\n", "2\n1\n"]:
            found = self.expect(DONE, "stable", "r.csv", "--right", "h.csv", "--capacity", self.write("c.txt", text))
            self.assertEqual(found.out, "Ann\tX\nBob\tX\nCid\tY\n", text)
            self.assertIn("capacities by name" if "X" in text else "line 1 is that of X", found.err)
        self.write("e.csv", "p1,zoe,9\np1,ann,5\np2,zoe,3\np2,ann,4\n")
        self.write("max.csv", "reviewer,max\nann,1\nzoe,2\n")
        self.write("all.txt", "ann 1\nzoe 2\np2 1 1\np1 1\n")
        for flags in [("--column-capacity", "max.csv"), ("--capacity", "all.txt")]:
            run = self.report("bipartite", "e.csv", *flags, "-o", "p.txt", "--verify")
            self.assertEqual((run["result"]["weight"], run["result"]["edges"]), (13, 2))
            self.expect(DONE, "verify", "e.csv", "p.txt", "--bipartite", *flags, "-q")
        self.write("g.txt", "p1,3\nzoe,1\nann,1\np2,3\n")
        self.assertEqual(self.report("match", "e.csv", "--capacity", "g.txt", "-o", "m.txt")["result"]["weight"], 14)
        self.expect(DONE, "verify", "e.csv", "m.txt", "--capacity", "g.txt", "-q")
        self.write("b.csv", "New York,7,3\nRome,8,4\nNew York,8,1\n")
        self.write("c.txt", "Rome 1\nNew York 1 2\n")
        self.assertEqual(self.report("bipartite", "b.csv", "--row-capacity", "c.txt", "-o", "p")["result"]["weight"], 7)
        for text, says in [("Y 1\nZ 2\n", ":2: expected the name of a vertex, found 'Z'"),
                           ("Y 1\nY 2\n", ":2: 'Y' has had a line before"),
                           ("Y 1\n", "expected a line for 'X', found none"),
                           ("Y 1\nX many\n", ":2: expected a capacity, a whole number from 0, found 'many'"),
                           ("Y,1,2\nX,1,2\n", "expected a name and a capacity"),
                           ("hospital\n1\n", "expected a capacity")]:
            self.expect_error(BAD_INPUT, "stable", "r.csv", "--right", "h.csv", "--capacity", self.write("c.txt", text),
                              "-q", says=says)
        self.write("same.csv", "a,a,1\nb,b,2\n")
        self.expect_error(BAD_INPUT, "bipartite", "same.csv", "--capacity", self.write("c.txt", "a 1 1\nb 1 1\n"), "-q",
                          says="'a' is a row and a column; --row-capacity and --column-capacity")

    def test_ids_that_begin_as_comments_do(self):
        """An id of other edges in front of a line is no comment; a line that may be an edge is noted."""
        self.write("tags.csv", "source,target,weight\n#cats,#dogs,5\n#dogs,#birds,6\nrain,#cats,3\nsnow,#dogs,2\n")
        self.write("links.csv", "a.org,//b.org\n//b.org,c.org\n")
        for name in ["tags.csv", "links.csv"]:
            self.expect_error(BAD_INPUT, "match", name, "-q", says="cannot begin as a comment does")
            self.expect_error(BAD_INPUT, "match", name, "--columns", "1,2", "-q", says="cannot begin as a comment does")
        self.write("c.csv", "1,2,3\n#2,3,4\n3,4,5\n")
        self.assertIn("1 comment line with as many columns as the edges", self.expect(DONE, "match", "c.csv").err)
        self.write("d.csv", "# a,b,3\n1,2,3\n#done\n")
        self.assertNotIn("as many columns", self.expect(DONE, "match", "d.csv").err)

    def test_weights_of_matchings_are_verified(self):
        """What is written with weights is verified, is an edge list, and holds every id as it is, or is refused."""
        self.write("g.csv", "a b,c d,2.5\nc d,e,7\ne,f,3\n")
        self.write("h.hgr", "3 4 1\n5 1 2\n7 2 3 4\n4 1 4\n")
        self.write("u.graph", "3 2\n2\n1 3\n2\n")
        for name, flags in [("g.csv", ()), ("g.csv", ("--capacity", "2")), ("h.hgr", ()), ("u.graph", ())]:
            self.expect(DONE, "match", name, *flags, "--output-weights", "-o", "m.txt", "-q")
            self.expect(DONE, "verify", name, "m.txt", *flags, "-q")
            wrong = self.read("m.txt").decode().replace("\n", "5\n", 1)
            violation = self.expect(FAILED, "verify", name, self.write("w.txt", wrong), *flags, "-q").err
            self.assertIn("the matching says", violation)
        self.write("h.dot", 'graph { "from" -- "to" [weight=5]; "a" -- "b" [weight=3] }')
        self.expect(DONE, "match", "h.dot", "--output-weights", "-o", "m.el", "-q")
        self.assertEqual(self.report("info", "m.el")["input"]["edges"], 2)
        self.write("h.dot", 'graph { "#a" -- "#b" }')
        self.expect_error(UNSUPPORTED, "match", "h.dot", "--output-weights", "-q", says="cannot hold an edge from '#a'")

    def test_each_kind_of_output_is_verified(self):
        self.write("g.csv", "a,b,2\nb,c,7\nc,d,3\n")
        self.write("h.hgr", "3 4\n1 2\n2 3 4\n1 4\n")
        for kind in ["pairs", "mates"]:
            self.expect(DONE, "match", "g.csv", "--output-kind", kind, "-o", "m.txt", "-q")
            self.expect(DONE, "verify", "g.csv", "m.txt", "--output-kind", kind, "-q")
        self.expect(DONE, "match", "h.hgr", "--output-kind", "pairs", "-o", "m.txt", "-q")
        self.expect(DONE, "verify", "h.hgr", "m.txt", "-q")
        for kind in ["pairs", "labels"]:
            self.expect(DONE, "cluster", "g.csv", "--output-kind", kind, "-o", "c.txt", "-q")
            self.expect(DONE, "verify", "g.csv", "--communities", "c.txt", "-q")
        for kind in ["graphml", "dot"]:
            self.expect(DONE, "match", "g.csv", "--output-kind", kind, "-o", "m." + kind, "-q")
            self.assertEqual(self.report("info", "m." + kind)["input"]["edges"], 3)

    def test_rows_and_columns_are_converted(self):
        """A matrix, or a list with a declaration of its sides, has the same answer; names go along or into a file."""
        self.write("table.csv", ",t1,t2,t3\nann,90,,75\nben,35,85,NA\ncid,125,inf,90\n")
        self.write("list.csv", "worker,task,cost\n1,2,1.5\n2,1,2\n2,2,7\n3,1,0.25\n")
        self.write("plain.txt", "a 1\na 2\nb 1\n")
        self.write("square.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 3\n1 1 -4\n1 2 3\n2 1 0\n")
        for name, flags in [("table.csv", ["--minimize"]), ("list.csv", ["--minimize"]), ("plain.txt", []),
                            ("square.mtx", ["--objective", "weight"])]:
            expected = self.report("bipartite", name, *flags, "-o", "p.txt")
            for to in ["out.mtx", "out.el"]:
                self.expect(DONE, "convert", name, to, "--as", "bipartite", "--names", "names.txt", "-q")
                found = self.report("bipartite", to, *flags, "-o", "q.txt")
                self.assertEqual(found["result"]["weight"], expected["result"]["weight"], (name, to))
                for member in ["rows", "columns", "edges"]:
                    self.assertEqual(found["input"][member], expected["input"][member], (name, to))
                if to == "out.el" and name != "square.mtx":
                    self.assertEqual(self.read("p.txt"), self.read("q.txt"))
        self.expect(DONE, "convert", "table.csv", "out.mtx", "--as", "bipartite", "--names", "names.txt", "-q")
        self.assertEqual(self.read("names.txt").decode(), "r 1\tann\nr 2\tben\nr 3\tcid\nc 1\tt1\nc 2\tt2\nc 3\tt3\n")
        self.expect_error(UNSUPPORTED, "convert", "table.csv", "out.hmb", "--as", "bipartite", says="for rows and columns")
        self.expect_error(USAGE, "convert", "table.csv", "out2.mtx", "--as", "bipartite", "--weights", "unit",
                          says="--weights does not go with")
        self.expect_error(UNSUPPORTED, "convert", "table.csv", "out2.mtx", says="(--as bipartite)")

    OTHER_FORMATS = [("a.wcnf", "c x\np wcnf 2 1 9\n9 1 -2 0\n", "weighted formula (p wcnf)"),
                     ("a.wcnf", "c x\nh 1 2 0\n3 -1 0\n", "weighted formula (MaxSAT)"),
                     ("a.asn", "p asn 4 2\nn 1\nn 2\na 1 3 5\na 2 4 6\n", "p asn"), ("a.min", "p min 2 1\na 1 2 0 1 3\n", "p min"),
                     ("a.max", "p max 2 1\nn 1 s\nn 2 t\na 1 2 3\n", "p max"), ("a.lgf", "@nodes\nlabel\n0\n1\n", "LGF"),
                     ("a.g6", ">>graph6<<C~\n", "graph6"), ("a.xlsx", b"PK\x03\x04abc", "ZIP"), ("a.pdf", "%PDF-1.4\n", "PDF"),
                     ("a.json", '{"nodes": [1]}\n', "JSON"), ("a.dl", "dl n=2\ndata:\n0 1\n1 0\n", "UCINET"),
                     ("a.csv", "<html><body>404</body></html>\n", None), ("a.csv", '{"nodes": [1]}\n', "JSON")]

    def test_formats_that_are_not_read_are_named(self):
        for name, text, says in self.OTHER_FORMATS:
            if says is not None:
                self.expect_error(UNSUPPORTED, "match", self.write(name, text), "-q", says=says)

    def test_heaviest_perfect_pairs(self):
        """Four pairs of weight 74 are the most, by brute force: an answer never claims to be better than proven."""
        scores = "A,E,16\nA,F,16\nA,G,16\nA,H,11\nB,E,19\nB,F,19\nB,G,19\nC,D,20\nC,F,19\nC,G,19\nC,H,16\nD,F,19\nD,G,19\nD,H,16\n"
        self.write("games.csv", "first,second,score\n" + scores + "E,G,20\nE,H,19\n")
        found = self.report("match", "games.csv", "--algorithm", "gpa", "--complete", "-o", "m.txt", "--verify")["result"]
        self.assertEqual(found["edges"], 4)
        self.assertLessEqual(found["weight"], 74)
        self.assertGreaterEqual(found["weight"] / found["certified_ratio"], 74)
        wish = self.run_command("match", "games.csv", "--algorithm", "exact", "--json", "-", "-q", "-o", "e.txt")
        if wish.code == DONE:
            self.assertEqual(json.loads(wish.out)["result"]["weight"], 74)
        else:
            self.assertRegex(wish.err, r"\Aerror: [^\n]*no algorithm finds a heaviest matching[^\n]*\n\Z")

    def test_ranks_and_scores_of_both_sides(self):
        """Columns called ranks are ranks, whatever reads them: Ann X, Bob Y by deferred acceptance; the log tells."""
        table = "resident,hospital,rank_r,rank_h\nAnn,X,1,2\nAnn,Y,2,1\nBob,Y,1,2\nBob,X,2,1\nCid,X,1,3\n"
        self.write("both.csv", table)
        columns = "resident,hospital,rank_r,rank_h"
        found = self.expect(DONE, "stable", "both.csv", "--columns", columns, "--verify", "-o", "m.txt")
        self.assertEqual(self.read("m.txt").decode(), "Ann\tX\nBob\tY\n")
        self.assertIn("ranks, the smallest is the best: rank_r, rank_h", found.err)
        self.expect(DONE, "verify", "both.csv", "m.txt", "--columns", columns, "-q")
        for names, says in [("s_r,s_h", "scores, the largest is the best: s_r, s_h")]:
            self.write("s.csv", table.replace("rank_r,rank_h", names))
            log = self.expect(DONE, "stable", "s.csv", "--columns", "resident,hospital," + names, "-o", "s.txt").err
            self.assertIn(says, log)
        self.write("mixed.csv", table.replace("rank_h", "score_h"))
        self.expect_error(BAD_INPUT, "stable", "mixed.csv", "--columns", "resident,hospital,rank_r,score_h", "-q",
                          says="expected two columns of ranks or two of scores")
        self.write("one.csv", "student,school,score\nAnn,X,10\nAnn,Y,90\nBob,Y,5\n")
        self.expect_error(BAD_INPUT, "stable", "one.csv", "--columns", "student,school,score", "--algorithm",
                          "rank_maximal", "-q", says="expected a column of ranks, 1 is the best, found 'score'")

    def test_names_of_drawings_are_not_text(self):
        """A name of a format that a verb does not write is refused before any work."""
        self.write("g.csv", "a,b,2\nb,c,7\n")
        self.write("r.csv", "agent,partner,rank\nAnn,X,1\n")
        for args in [("bipartite", "g.csv"), ("stable", "r.csv", "--algorithm", "rank_maximal")]:
            for name in ["o.graphml", "o.dot", "o.gml", "o.net"]:
                self.expect_error(UNSUPPORTED, *args, "-o", name, "-q", says="is not written by this verb")
        for verb in ["match", "cluster"]:
            self.expect_error(UNSUPPORTED, verb, "g.csv", "-o", "o.gml", "-q", says="graphml and dot are")
            self.expect(DONE, verb, "g.csv", "-o", "o.dot", "-q")

    def test_columns_and_quotes(self):
        """A column is taken once, and by a name that one column has; weights in quotes are read."""
        self.write("t.csv", "a,b,a\n1,2,3\n2,3,4\n")
        self.expect_error(USAGE, "match", "t.csv", "--columns", "1,1", "-q", says="names one column twice")
        self.expect_error(USAGE, "match", "t.csv", "--columns", "1,2,2", "-q", says="names one column twice")
        self.expect_error(USAGE, "match", "t.csv", "--columns", "a,b", "-q", says="two columns are called 'a'")
        self.write("q.csv", '"source","target","weight"\n"x","y","1"\n')
        self.assertIn("weights stand in quotes", self.expect(DONE, "match", "q.csv").err)
        self.expect(DONE, "match", "q.csv", "--header", "-q")
        self.write("s.graphml", '<graphml><key id="s" for="edge" attr.name="similarity" attr.type="double"/><graph>'
                   '<node id="a"/><node id="b"/><edge source="a" target="b"><data key="s">2</data></edge></graph></graphml>\n')
        self.assertIn("numbers called 'similarity' are not read", self.expect(DONE, "match", "s.graphml").err)
        self.assertIn("weight 2;", self.expect(DONE, "match", "s.graphml", "--columns", "similarity").err)

    def test_many_agents_in_few_bytes(self):
        for header in ["p two-sided 50000000 50000000", "p one-sided 100000000"]:
            self.write("many.prefs", header + "\n")
            self.expect_error(BAD_INPUT, "stable", "many.prefs", "-q", says="too short for lists of so many")
        self.write("some.prefs", "p two-sided 1000 2000\nl 1 : 1\nr 1 : 1\n")
        self.assertEqual(self.report("stable", "some.prefs", "-o", "m.txt")["result"]["pairs"], 1)

    def test_directions_that_differ_are_counted(self):
        """The optimum without directions, with the number of pairs whose directions differ; a METIS file says so, too."""
        arcs = self.case("directed/arcs.csv")
        found = self.expect(DONE, "cluster", arcs, "-o", "c.txt")
        self.assertIn("2 pairs of ends whose entries differ in weight, as the directions of a directed graph may", found.err)
        self.assertIn("communities are of the graph without directions", found.err)
        self.write("links.csv", "source,target\n0,3\n0,4\n1,2\n1,6\n3,1\n3,2\n4,5\n4,6\n5,0\n5,1\n5,6\n")
        found = self.expect(DONE, "cluster", "links.csv", "-o", "c.txt")
        self.assertIn("if directed, communities are of the graph without directions", found.err)
        facts = self.report("info", arcs)
        self.assertEqual(facts["reader"]["differing_weights"], 2)
        self.write("a.graph", "3 2 1\n2 7\n1 9 3 8\n2 8\n")
        self.assertIn("1 pair of ends whose entries differ", self.expect(DONE, "match", "a.graph").err)
        self.write("b.graph", "2 1\n2 2\n1\n")
        self.assertIn("1 parallel edge, merged (the heaviest counts)", self.expect(DONE, "match", "b.graph").err)
        self.expect_error(USAGE, "match", "b.graph", "--parallel", "sum", "-q", says="--parallel is for edge lists")
        self.write("c.csv", "a,b,2\na,b,2\nb,a,2\n")
        for how in ["heaviest", "sum", "count"]:
            self.assertNotIn("differ in weight", self.expect(DONE, "match", "c.csv", "--parallel", how).err)

    def test_pairs_of_a_matrix_are_no_violation(self):
        """A result of `bipartite` that is judged as one of `match` names the flag; a wrong one of `match` does not."""
        self.write("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 5\n1 2\n2 1\n2 3\n3 2\n3 3\n")
        self.expect(DONE, "bipartite", "a.mtx", "-o", "p.txt", "-q")
        self.expect_error(USAGE, "verify", "a.mtx", "p.txt", "-q", says="p.txt: no matching of a graph, but its pairs "
                          "fit rows and columns; --bipartite verifies these")
        self.expect(DONE, "verify", "a.mtx", "p.txt", "--bipartite", "-q")
        self.write("p.txt", "1 2\n3 2\n")
        self.assertIn("violation", self.expect(FAILED, "verify", "a.mtx", "p.txt", "-q").err)

    def test_least_degrees_are_for_rows_and_columns(self):
        self.write("near.el", "0 4 5.5\n4 8 2.1\n8 0 2.4\n")
        self.expect_error(UNSUPPORTED, "match", "near.el", "--capacity", "2..4",
                          says="lower bounds on the degrees of general graphs are served by no algorithm here")

    def test_blanks_and_tabs_between_numbers(self):
        """Two ends, a weight and a time: the best matching weighs 3."""
        contacts = self.case("mixed_separators/contacts.txt")
        for flags in [(), ("--columns", "1,2,3")]:
            out = self.expect(DONE, "match", contacts, "--output-kind", "mates", "-q", *flags).out
            self.assertEqual(sorted(out.splitlines()), ["1 3", "2 4", "3 1", "4 2"])
        report = self.report("match", contacts)
        self.assertEqual((report["result"]["weight"], report["input"]["weight_column"]), (3, 3))
        self.assertIn("weighted by column 3", self.expect(DONE, "match", contacts).err)

    def test_names_of_columns_above_names(self):
        """Six vertices, not eight."""
        calls = self.case("parallel/calls.csv")
        done = self.expect(DONE, "info", calls)
        self.assertIn("6 vertices", done.out)
        self.assertIn("'caller,callee' (--no-header keeps it)", done.out)
        self.assertEqual(self.report("info", calls, "--no-header")["input"]["vertices"], 8)
        with open(calls, encoding="utf-8") as file:
            lines = file.read().split("\n", 1)[1]
        for names in ["follower,followee", "author,paper", "user,item", "left,right", "id1,id2", "start,end",
                      "parent,child", "citing,cited", "sender,receiver", "protein1,protein2",
                      "Vertex1,Vertex2", "supplier,customer"]:
            self.write("names.csv", f"{names}\n{lines}")
            self.assertEqual(self.report("info", "names.csv")["input"]["vertices"], 6, names)

    def test_tables_with_names_of_rows(self):
        """The heaviest edge of a path, whichever program wrote the table."""
        for name, columns in [("table.txt", "from,to,weight"), ("table.csv", "from,to,weight"),
                              ("index.csv", "source,target,weight")]:
            for flags in [(), ("--columns", columns), ("--columns", "2,3,4")]:
                report = self.report("match", self.case("row_names/" + name), *flags, "-o", "m")
                self.assertEqual((report["input"]["vertices"], report["result"]["weight"]), (4, 4))
                self.assertEqual(self.read("m"), b"b c\n")


if __name__ == "__main__":
    harness.main()
