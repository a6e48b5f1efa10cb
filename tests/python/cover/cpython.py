"""Run some of CPython's own tests, all but those that look at the instructions of their code.

usage: cpython.py MODULE...
"""
import importlib.util
import sys
import unittest

# Tests that fail by nature in rewritten code, and why.
EXCLUDED = {
    # exec runs another code object than the one that the trace function compares with its frames'
    "test.test_sys_settrace.JumpTestCase.test_jump_to_firstlineno",
}


def flatten(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from flatten(test)
        elif test.id() not in EXCLUDED:
            yield test


if importlib.util.find_spec("test.test_generators") is None:
    sys.exit(77)
suite = unittest.TestSuite()
for module in sys.argv[1:]:
    suite.addTests(flatten(unittest.defaultTestLoader.loadTestsFromName("test." + module)))
result = unittest.TextTestRunner(verbosity=0).run(suite)
sys.exit(not result.wasSuccessful() or result.testsRun < 20)
