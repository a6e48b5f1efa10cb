# An independent counter of lines, for comparison with qii: a trace function in pure Python. With the variable COUNT_TO,
# it writes to this file how often each line of each function ran, as [file, function, line, times], for the functions
# whose file is in the folder COUNT_IN. Without it, this file only imports the same modules, so that the program finds them
# as loaded in both runs. Lines of these modules are not compared, since they ran before the counter begins.
import sys

early = set(sys.modules)

import atexit
import json
import os
import threading
import types

lines = {}  # of each thread, because two of them could not add to one number
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


def enter(frame, event, argument):
    global begun
    code = frame.f_code
    if not begun:
        if frame.f_back or code.co_qualname not in ("<module>", "_run_module_as_main"):
            return None
        begun = True
    if not is_wanted(frame):
        return None
    here = lines.setdefault((threading.get_ident(), code.co_filename, name_of(frame)), {})

    def count(frame, event, argument):
        if event == "line" and frame.f_lineno > 0:  # an empty module has a line 0
            here[frame.f_lineno] = here.get(frame.f_lineno, 0) + 1
        return count

    return count


def write():
    sys.settrace(None)
    with open(target, "w") as out:
        counts = [[*key[1:], line, times] for key, counts in lines.items() for line, times in counts.items()]
        json.dump({"ignored": list(ours - {None}), "counts": counts}, out)


ours = {__file__} | {getattr(module, "__file__", None) for name, module in sys.modules.items() if name not in early}
target = os.environ.pop("COUNT_TO", None)
folder = os.environ.pop("COUNT_IN", None)
if target:
    atexit.register(write)
    threading.settrace(enter)
    sys.settrace(enter)
