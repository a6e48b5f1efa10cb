# An independent counter of calls, for comparison with qii: a profile function in pure Python. With the variable
# COUNT_TO, it writes to this file the calls of each function by each caller, as [file of the callee, or of the caller of a
# C function, caller, callee, calls].
# Without it, this file only imports the same modules, so that the program finds them as loaded in both runs.
import atexit
import json
import opcode
import os
import sys
import threading
import types

calls = {}  # by thread, since CPython may switch threads between a read and the write
open_c = {}  # by the address of a frame: name of the C function that the frame calls now
generators = {}  # frames of generators and coroutines whose call was counted; kept, so that no address is reused
begun = False
COROUTINE = 0x80  # CO_COROUTINE
set_profile = sys.setprofile
GENERATOR = 0x20 | COROUTINE | 0x200  # CO_GENERATOR, CO_ASYNC_GENERATOR
SEND = opcode.opmap["SEND"]


def class_name(cls):
    return cls.__qualname__ if cls.__module__ == "builtins" else cls.__module__ + "." + cls.__qualname__


def defines(cls, name, kind, function):
    found = cls.__dict__.get(name)
    return isinstance(found, kind) and found.__get__(function.__self__, cls) == function


def c_name(function):
    name, owner = function.__name__, function.__self__
    if owner is None or isinstance(owner, types.ModuleType):
        return "%s.%s" % (function.__module__, name) if function.__module__ else name
    if name == "__new__":
        return class_name(owner) + ".__new__"
    if isinstance(owner, type):
        for cls in owner.__mro__:
            found = cls.__dict__.get(name)
            if isinstance(found, types.ClassMethodDescriptorType) and found.__get__(None, owner) == function:
                return class_name(cls) + "." + name
    for cls in type(owner).__mro__:
        if defines(cls, name, types.MethodDescriptorType, function):
            return class_name(cls) + "." + name
    return class_name(type(owner)) + "." + name


def python_name(frame):
    code = frame.f_code
    module = frame.f_globals.get("__name__", "__main__").replace("_frozen_importlib", "importlib._bootstrap")
    name = code.co_qualname if module == "__main__" else module + "." + code.co_qualname
    return "%s:%d %s" % (code.co_filename, 0 if code.co_name == "<module>" else code.co_firstlineno, name)


def awaits(frame):
    if not frame or not frame.f_code.co_flags & GENERATOR:
        return False
    at = frame.f_lasti
    while frame.f_code.co_code[at] == 0:  # in 3.12, the frame is at the cache of the instruction
        at -= 2
    return frame.f_code.co_code[at] == SEND


def add(file, caller, callee):
    key = threading.get_ident(), file, caller, callee
    calls[key] = calls.get(key, 0) + 1


def count(frame, event, argument):
    global begun
    code = frame.f_code
    if not begun:
        if event != "call" or frame.f_back or code.co_qualname not in ("<module>", "_run_module_as_main"):
            return
        begun = True
    if code.co_filename == __file__:
        return
    if event == "call":
        if code.co_flags & GENERATOR:
            if id(frame) in generators:
                return  # resumed
            generators[id(frame)] = frame
        caller = frame.f_back
        if code.co_flags & COROUTINE and not awaits(caller):
            caller = None  # the outermost coroutine of a task begins a stack
        add(code.co_filename, caller and (open_c.get(id(caller)) or python_name(caller)), python_name(frame))
    elif event == "c_call":
        if argument is not set_profile:  # the return of one that removes this function is not reported
            open_c[id(frame)] = c_name(argument)
        add(code.co_filename, python_name(frame), c_name(argument))
    elif event == "c_return" or event == "c_exception":
        open_c.pop(id(frame), None)


def write():
    sys.setprofile(None)
    total = {}
    for (thread, *key), number in calls.items():
        total[tuple(key)] = total.get(tuple(key), 0) + number
    with open(target, "w") as out:
        json.dump([[*key, number] for key, number in total.items()], out)


class Finder:
    """Stands for the finder of qii: a module that does not exist is looked for by one more finder in both runs."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        return None


target = os.environ.pop("COUNT_TO", None)
if target:
    sys.meta_path.append(Finder)
    atexit.register(write)
    threading.setprofile(count)
    sys.setprofile(count)
