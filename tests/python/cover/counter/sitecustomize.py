# An independent counter of lines, for comparison with qii: a trace function in pure Python. With the variable COUNT_TO,
# it writes to this file how often each line of each function ran, as [file, function, line, times], and each arc, for the
# functions whose file is in the folder COUNT_IN. Without it, this file only imports the same modules, so that the program finds them
# as loaded in both runs. Lines of these modules are not compared, since they ran before the counter begins.
import sys

early = set(sys.modules)

import atexit
import json
import opcode
import os
import threading
import types

lines = {}  # of each thread, because two of them could not add to one number
arcs = {}  # the same for pairs of a line and the one that runs next, -LINE for a return from code that begins on LINE
before_of = {}  # line that ran last, by the frame of a generator
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


def is_expected(frame, error):
    """Return whether an exception is part of the flow of control: a raise statement, or the end of an iteration."""
    return operation(frame) == "RAISE_VARARGS" or (
        issubclass(error, (StopIteration, StopAsyncIteration)) and operation(frame) in ("FOR_ITER", "SEND"))


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
    before = before_of.pop(frame, None)  # line before the call, of a generator that is resumed
    exceptional = False

    def count(frame, event, argument):
        nonlocal before, exceptional
        line = frame.f_lineno
        if event == "line" and line > 0:  # an empty module has a line 0
            here[line] = here.get(line, 0) + 1
            if before and not exceptional and before != line:
                taken[before, line] = taken.get((before, line), 0) + 1
            before, exceptional = line, False
        elif event == "exception":
            exceptional = not is_expected(frame, argument[0])
        elif event == "return":
            if operation(frame) == "YIELD_VALUE" and not exceptional:
                before_of[frame] = before
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
