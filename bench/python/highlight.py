"""The package pygments highlights its own sources: regular expressions in C, generators, a large real program.

usage: highlight.py ROUNDS
"""
import io
import os
import sys

import pygments
import pygments.formatters
import pygments.lexers


def main(rounds):
    folder = os.path.dirname(pygments.__file__)
    names = ["lexer.py", "util.py", "formatters/html.py", "formatters/latex.py", "style.py"]
    texts = [open(os.path.join(folder, name), encoding="utf-8").read() for name in names]
    size = 0
    for _ in range(rounds):
        for text in texts:
            out = io.StringIO()
            pygments.highlight(text, pygments.lexers.PythonLexer(), pygments.formatters.HtmlFormatter(), out)
            size += len(out.getvalue())
    print(size)


main(int(sys.argv[1]))
