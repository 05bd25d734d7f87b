# SPDX-License-Identifier: MIT
"""What the tests of the pages share: the pages of the documentation and their blocks."""
import pathlib
import re

# A fenced block, with the comment that may stand in the line before it.
BLOCK = re.compile(r"^(?:<!-- (?P<note>[a-z]+)(?:: (?P<value>[^\n]*?))? -->\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$",
                   re.MULTILINE | re.DOTALL)


def pages(source):
    """All Markdown pages that users and contributors read."""
    source = pathlib.Path(source)
    return sorted([*source.glob("*.md"), *source.glob("docs/**/*.md")])


def blocks(text):
    return list(BLOCK.finditer(text))
