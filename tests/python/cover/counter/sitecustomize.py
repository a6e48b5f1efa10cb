# An independent counter of lines, for comparison with qii: a trace function in pure Python. With the variable COUNT_TO,
# it writes to this file how often each line of each function ran, as [file, function, line, times], for the functions
# whose file is in the folder COUNT_IN. Without it, this file only imports the same modules, so that the program finds them
# as loaded in both runs.
import atexit
import json
import os
import sys
import threading

lines = {}
wanted = {}  # by file name


def name_of(frame):
    module = frame.f_globals.get("__name__", "__main__")
    name = frame.f_code.co_qualname
    return name if module == "__main__" else module + "." + name


def is_wanted(file):
    if file not in wanted:
        wanted[file] = os.path.abspath(file).startswith(folder)
    return wanted[file]


def enter(frame, event, argument):
    code = frame.f_code
    if not is_wanted(code.co_filename):
        return None
    here = lines.setdefault((code.co_filename, name_of(frame)), {})

    def count(frame, event, argument):
        if event == "line":
            here[frame.f_lineno] = here.get(frame.f_lineno, 0) + 1
        return count

    return count


def write():
    sys.settrace(None)
    with open(target, "w") as out:
        json.dump([[*key, line, times] for key, counts in lines.items() for line, times in counts.items()], out)


target = os.environ.pop("COUNT_TO", None)
folder = os.environ.pop("COUNT_IN", None)
if target:
    atexit.register(write)
    threading.settrace(enter)
    sys.settrace(enter)
