#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every block of C++ in the pages compiles as it stands, inside of a function, behind the includes that it
names; what quotes a program is compiled there (check_examples.py). check_blocks.py SOURCE_DIR CXX"""
import subprocess
import sys

import pages

# What the block on devices calls the reader's own.
OURS = """
[[maybe_unused]] static hypermatch::VertexId n = 0;
[[maybe_unused]] static hypermatch::EdgeId m = 0;
[[maybe_unused]] static std::uint64_t num_pins = 0;
[[maybe_unused]] static hypermatch::Offset* offsets = nullptr;
[[maybe_unused]] static hypermatch::VertexId* pins = nullptr;
[[maybe_unused]] static hypermatch::DeviceStream stream = nullptr;
"""


def main():
    source, compiler = sys.argv[1:3]
    blocks = [found["text"] for page in pages.pages(source)
              for found in pages.blocks(page.read_text(encoding="utf-8")) if found["language"] == "cpp" and found["note"] != "quotes"]
    wrong = 0
    for block in blocks:
        lines = block.splitlines()
        includes = [line for line in lines if line.startswith("#include")]
        body = [line for line in lines if not line.startswith("#include")]
        ours = OURS if "DeviceContext" in block else ""
        program = "\n".join([*includes, ours, "void block() {", *body, "}"])
        done = subprocess.run([compiler, "-std=c++20", "-Wall", "-Wextra", "-Wno-unused", "-Werror",
                               "-fsyntax-only", f"-I{source}/include", "-x", "c++", "-"],
                              input=program, text=True, check=False)
        if done.returncode != 0:
            print("does not compile:\n" + program)
            wrong += 1
    print(f"{len(blocks)} blocks, {wrong} do not compile")
    return 0 if blocks and wrong == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
