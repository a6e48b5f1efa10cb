# An independent counter of calls, for comparison with qii: a profile function in pure Python. With the variable
# COUNT_TO, it writes to this file the calls of each Python function and of each C function by the file of its caller.
# Without it, this file only imports the same modules, so that the program finds them as loaded in both runs.
import atexit
import json
import os
import sys
import threading
import types

python_calls = {}
c_calls = {}
generators = {}  # frames of generators and coroutines whose call was counted; kept, so that no address is reused
begun = False
GENERATOR = 0x20 | 0x80 | 0x200  # CO_GENERATOR, CO_COROUTINE, CO_ASYNC_GENERATOR


def class_name(cls):
    return cls.__qualname__ if cls.__module__ == "builtins" else cls.__module__ + "." + cls.__qualname__


def defines(cls, name, kind, function):
    found = cls.__dict__.get(name)
    return isinstance(found, kind) and found.__get__(function.__self__) == function


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
        module = frame.f_globals.get("__name__", "__main__")
        name = code.co_qualname if module == "__main__" else module + "." + code.co_qualname
        line = 0 if code.co_name == "<module>" else code.co_firstlineno
        key = "%s:%d %s" % (code.co_filename, line, name)
        python_calls[key] = python_calls.get(key, 0) + 1
    elif event == "c_call":
        key = "%s %s" % (code.co_filename, c_name(argument))
        c_calls[key] = c_calls.get(key, 0) + 1


def write():
    sys.setprofile(None)
    with open(target, "w") as out:
        json.dump({"python": python_calls, "c": c_calls}, out)


target = os.environ.pop("COUNT_TO", None)
if target:
    atexit.register(write)
    threading.setprofile(count)
    sys.setprofile(count)
