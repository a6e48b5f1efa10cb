# Starts the recorder in a program of `qii python`, which puts this folder into PYTHONPATH. The interpreter imports
# this file before the program. All traces are removed first: the program and its children find their own environment,
# sys.path and sitecustomize. Any version of Python can run this file.
#
# If child processes are followed, PYTHONPATH stays in the environment, with the settings of the children in
# QII_PYTHON_FOLLOW. Hiding both from os.environ would lose all children that get a copy of it.
import os
import sys


class _Error(Exception):
    """There is no recorder for this interpreter."""


def _load(library):
    """Return the module for this interpreter, which the program does not find among its modules."""
    name = getattr(getattr(sys, "implementation", None), "name", "cpython").replace("cpython", "CPython")
    version = "%d.%d" % sys.version_info[:2]
    if "t" in getattr(sys, "abiflags", ""):
        name = "free-threaded " + name
    folder = library + version
    if name != "CPython" or not os.path.exists(folder):
        known = [entry[6:] for entry in os.listdir(os.path.dirname(library)) if entry.startswith("python3")]
        raise _Error("qii has no module for %s %s, only for %s" % (name, version, " and ".join(sorted(known))))
    sys.path.insert(0, folder)
    try:
        import _qii
    except ImportError as error:
        raise _Error("cannot load the recorder: %s" % error)
    finally:
        del sys.path[0]
        sys.path_importer_cache.pop(folder, None)
    return sys.modules.pop("_qii")


def _start_program(library, settings):
    path = os.environ.pop("QII_PYTHON_PATH", None)
    try:
        follow = _load(library).start(settings, False)
    except _Error as error:
        sys.stderr.write("qii python: %s\n" % error)
        sys.stderr.flush()
        os._exit(125)
    if follow is not None:
        os.environ["QII_PYTHON_FOLLOW"] = follow
    elif path is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = path


def _start_child(library, settings):
    try:
        _load(library).start(settings, True)
    except _Error:
        pass  # the child may be any interpreter


def _start():
    here = os.path.dirname(os.path.abspath(__file__))
    library = os.path.dirname(here)
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != here]
    sys.path_importer_cache.pop(here, None)
    settings = os.environ.pop("QII_PYTHON_SETTINGS", None)
    follow = os.environ.get("QII_PYTHON_FOLLOW")
    if settings is not None:
        _start_program(library, settings)
    elif follow is not None:
        _start_child(library, follow)
    # Else a subinterpreter has inherited the path, but the program's environment is already restored.


_start()
# The user's own sitecustomize, if there is one. If there is none, the error is the one that site expects.
del sys.modules["sitecustomize"]
import sitecustomize
