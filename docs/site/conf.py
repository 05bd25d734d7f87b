# SPDX-License-Identifier: MIT
"""Settings of Sphinx for the pages of the Python package, which `make docs` puts beside those of Doxygen."""
import os
import pathlib
import re

import hypermatch as hm

ROOT = pathlib.Path(os.environ["HYPERMATCH_SOURCE"])
PAGES = pathlib.Path(__file__).parent  # a copy, so that pages can be written into it
PROBLEMS = {
    "graph_matching": "Matchings of graphs", "hypergraph_matching": "Matchings of hypergraphs",
    "bipartite_matching": "Rows and columns, as many pairs as possible", "b_assignment": "Rows and columns, by weight or cost",
    "clustering": "Communities", "stable_matching": "Stable matchings",
}

project = "hypermatch for Python"
version = release = hm.__version__
extensions = ["sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc", "sphinx_gallery.gen_gallery", "myst_parser"]
html_theme = "alabaster"
html_theme_options = {
    "description": "Matchings, communities and stable assignments, from the arrays that you have",
    "extra_nav_links": {"C++ and the command line": "../index.html"}, "page_width": "1100px", "sidebar_width": "240px",
}
html_copy_source = False
html_show_sphinx = html_show_copyright = False
autosummary_generate = True
autodoc_typehints = "none"
numpydoc_show_class_members = False
numpydoc_xref_param_type = False
myst_heading_anchors = 3
sphinx_gallery_conf = {
    "examples_dirs": str(ROOT / "examples" / "python"), "gallery_dirs": "gallery", "filename_pattern": r"plot_\w+\.py",
    "show_signature": False, "download_all_examples": False, "abort_on_example_error": True, "min_reported_time": 10**6,
    "remove_config_comments": True, "write_computation_times": False, "reset_modules": ("matplotlib",),
}


def guide():
    """docs/python.md with links to the other pages where Doxygen puts them."""
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    made = PAGES.parent / "html"

    def replaced(found):
        name = found[2].partition("#")[0]
        target = made / f"md_docs_{pathlib.Path(name).stem.replace('-', '_')}.html"
        return f'<a href="../{target.name}">{found[1]}</a>' if target.exists() else found[1]

    return re.sub(r"\[([^\]]*)\]\(((?!https?:)[^)]*\.md[^)]*)\)", replaced, text)


def which_algorithm():
    """The table of algorithms, a section per problem."""
    lines = ["Which algorithm when", "====================", "",
             "What `hypermatch.algorithms()` lists. The first algorithm of a problem is the default.", ""]
    for problem, title in PROBLEMS.items():
        lines += [title, "-" * len(title), "", ".. list-table::", "   :header-rows: 1", "   :widths: 14 26 18 18 24", "",
                  "   * - algorithm", "     - how", "     - finds", "     - work", "     - described by"]
        rows = {}
        for row in hm.algorithms(problem):
            if row["kind"] == "solver" and row["backends"] != ["ranks"]:
                rows.setdefault(row["name"], row)
        for row in rows.values():
            facts = [row[fact].replace("*", "\\*") for fact in ("summary", "guarantee", "complexity", "reference")]
            lines += [f"   * - ``{row['name']}``", *(f"     - {fact}" for fact in facts)]
        lines.append("")
    return "\n".join(lines)


def parameters():
    """The parameters of all algorithms, with what they do."""
    lines = ["Parameters", "==========", "", "Named arguments of the calls that solve a problem; each belongs to the algorithms named.", ""]
    found = {}
    for row in hm.algorithms():
        if row["kind"] == "solver" and row["backends"] != ["ranks"]:
            for name, facts in row["parameters"].items():
                found.setdefault(name, (facts, []))[1].append(row["name"])
    for name, (facts, names) in sorted(found.items()):
        lines += [f"``{name}`` : {facts['kind']}", f"    {facts.get('help', '')}", "", f"    Of {', '.join(dict.fromkeys(names))}.", ""]
    return "\n".join(lines)


(PAGES / "guide.md").write_text(guide(), encoding="utf-8")
(PAGES / "which_algorithm.rst").write_text(which_algorithm(), encoding="utf-8")
(PAGES / "parameters.rst").write_text(parameters(), encoding="utf-8")
