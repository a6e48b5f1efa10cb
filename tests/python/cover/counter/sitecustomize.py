# An independent counter of lines, for comparison with qii: a trace function in pure Python. With the variable COUNT_TO,
# it writes to this file how often each line of each function ran, as [file, function, line, times], and each arc, for the
# functions whose file is in the folder COUNT_IN. Without it, this file only imports the same modules, so that the program finds them
# as loaded in both runs. Lines of these modules are not compared, since they ran before the counter begins.
#
# Lines are those of statements: the module tokenize finds the first line of each, and docstrings, which are none.
import sys

early = set(sys.modules)

import ast
import atexit
import dis
import json
import opcode
import os
import threading
import token
import tokenize
import types

lines = {}  # of each thread, because two of them could not add to one number
arcs = {}  # the same for pairs of a line and the one that runs next, -LINE for a return from code that begins on LINE
before_of = {}  # statement, line and offset of the last event, by the frame of a generator
wanted = {}  # by file name
texts = set()  # code compiled from texts
begun = False


def name_of(frame):
    module = frame.f_globals.get("__name__", "__main__")
    name = frame.f_code.co_qualname
    return name if module == "__main__" else module + "." + name


def add_text(code):
    texts.add(code)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            add_text(constant)


def is_wanted(frame):
    file = frame.f_code.co_filename
    if file[0] == "<":  # a text that a wanted function executes
        if folder != "/" and frame.f_code.co_name == "<module>" and is_wanted(frame.f_back):
            add_text(frame.f_code)
        return frame.f_code in texts
    if file not in wanted:
        wanted[file] = os.path.abspath(file).startswith(folder) and file[0] != "<"
    return wanted[file]


def operation(frame):
    return opcode.opname[frame.f_code.co_code[frame.f_lasti]]


def offset_of(frame):
    """Return the offset of a line event. Since 3.12, a jump back reports its line itself: return its target."""
    if sys.version_info < (3, 12) or operation(frame) != "JUMP_BACKWARD":
        return frame.f_lasti
    return frame.f_lasti + 4 - 2 * frame.f_code.co_code[frame.f_lasti + 1]


def is_repeated(frame, raised):
    """Return whether an event repeats the line before. CPython 3.12 does not know the line of a call's inline cache: where
    a Python function has returned to, or has raised an exception. `raised` is the offset of the exception, or -1."""
    code, here = frame.f_code, frame.f_lasti
    if sys.version_info[:2] != (3, 12) or operation(frame) == "JUMP_BACKWARD":
        return False
    handled = any(entry.start <= raised < entry.end and entry.target == here for entry in dis._parse_exception_table(code))
    return code.co_code[raised if handled else here - 2] == 0  # CACHE


def is_expected(frame, error):
    """Return whether an exception is part of the flow of control: a raise statement, or the end of an iteration."""
    return operation(frame) == "RAISE_VARARGS" or (
        issubclass(error, (StopIteration, StopAsyncIteration)) and operation(frame) in ("FOR_ITER", "SEND"))


def has_docstring(node):
    kinds = ast.AsyncFunctionDef, ast.ClassDef, ast.FunctionDef, ast.Module
    return isinstance(node, kinds) and ast.get_docstring(node, False) is not None


class Statements(dict):
    """The line of the statement of each line of a file; 0 for a docstring."""

    def __init__(self, file):
        first, before = None, token.INDENT
        try:
            with open(file, "rb") as opened:
                tokens = [part for part in tokenize.tokenize(opened.readline) if part.type != token.ENCODING]
            with tokenize.open(file) as opened:
                tree = ast.parse(opened.read())
        except (OSError, SyntaxError):
            return
        texts = {line for node in ast.walk(tree) if hasattr(node, "body") and has_docstring(node)
                 for line in range(node.body[0].lineno, node.body[0].end_lineno + 1)}
        for part in tokens:
            if part.type == token.NEWLINE:
                for line in range(first, part.end[0] + 1):
                    self[line] = 0 if docstring else first
                first = None
            elif part.string.strip() and part.type != token.COMMENT and not first:
                first = part.start[0]
                docstring = part.type == token.STRING and before == token.INDENT  # by coverage.py 6.5
                if sys.version_info >= (3, 12):
                    docstring = first in texts
            before = part.type

    def __missing__(self, line):
        return line


statements = {}  # by file name


def enter(frame, event, argument):
    global begun
    code = frame.f_code
    if not begun:
        if frame.f_back or code.co_qualname not in ("<module>", "_run_module_as_main"):
            return None
        begun = True
    if not is_wanted(frame):
        return None
    key = threading.get_ident(), code.co_filename, name_of(frame)
    here = lines.setdefault(key, {})
    taken = arcs.setdefault(key, {})
    before, last, at = before_of.pop(frame, (None, None, -1))  # of a generator that is resumed
    exceptional = False
    raised = -1  # offset of an exception after the last line event
    if code.co_filename not in statements:
        statements[code.co_filename] = Statements(code.co_filename)
    statement_of = statements[code.co_filename]

    def count(frame, event, argument):
        nonlocal before, exceptional, at, last, raised
        line = statement_of[frame.f_lineno]
        if event == "line" and line > 0:  # an empty module has a line 0
            # A further line of the statement begins no other run of the statement, except after a jump back.
            if line != before or frame.f_lasti <= at or (frame.f_lineno == last and not is_repeated(frame, raised)):
                here[line] = here.get(line, 0) + 1
            at, last, raised = offset_of(frame), frame.f_lineno, -1
            if before and not exceptional and before != line:
                taken[before, line] = taken.get((before, line), 0) + 1
            before, exceptional = line, False
        elif event == "exception":
            exceptional = not is_expected(frame, argument[0])
            raised = frame.f_lasti
        elif event == "return":
            if operation(frame) in ("YIELD_VALUE", "RESUME") and not exceptional:  # RESUME in 3.13
                before_of[frame] = before, last, at
            elif not exceptional:
                arc = before, -code.co_firstlineno
                taken[arc] = taken.get(arc, 0) + 1
        return count

    return count


def write():
    sys.settrace(None)
    with open(target, "w") as out:
        counts = [[*key[1:], line, times] for key, counts in lines.items() for line, times in counts.items()]
        taken = [[*key[1:], *arc, times] for key, counts in arcs.items() for arc, times in counts.items()]
        json.dump({"ignored": list(ours - {None}), "lines": counts, "arcs": taken}, out)


ours = {__file__} | {getattr(module, "__file__", None) for name, module in sys.modules.items() if name not in early}
target = os.environ.pop("COUNT_TO", None)
folder = os.environ.pop("COUNT_IN", None)
if target:
    atexit.register(write)
    threading.settrace(enter)
    sys.settrace(enter)
