# Starts the recorder in a program of `qii python`, which puts this folder into PYTHONPATH. The interpreter imports
# this file before the program. All traces are removed first: the program and its children find their own environment,
# sys.path and sitecustomize.
def _start():
    import os
    import sys

    here = os.path.dirname(os.path.abspath(__file__))
    settings = os.environ.pop("QII_PYTHON_SETTINGS", None)
    path = os.environ.pop("QII_PYTHON_PATH", None)
    if path is None:
        os.environ.pop("PYTHONPATH", None)
    else:
        os.environ["PYTHONPATH"] = path
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != here]
    sys.path_importer_cache.pop(here, None)
    if settings is None:  # another program has put this folder into its path
        return
    version = "%d.%d" % sys.version_info[:2]
    folder = "%s%s" % (here, version)
    if sys.implementation.name != "cpython" or not os.path.exists(folder):
        known = [name[6:] for name in os.listdir(os.path.dirname(here)) if name.startswith("python3")]
        sys.stderr.write("qii python: qii has no module for %s %s, only for %s\n" %
                         ({"cpython": "CPython"}.get(sys.implementation.name, sys.implementation.name), version,
                          " and ".join(sorted(known))))
        sys.stderr.flush()
        os._exit(125)
    sys.path.insert(0, folder)
    try:
        import _qii
    finally:
        del sys.path[0]
        sys.path_importer_cache.pop(folder, None)
    del sys.modules["_qii"]
    _qii.start(settings)


_start()
del _start
# The user's own sitecustomize, if there is one. If there is none, the error is the one that site expects.
import sys
del sys.modules["sitecustomize"]
import sitecustomize
