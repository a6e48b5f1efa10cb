# The tests of the module json, from the tests of CPython itself.
import io
import sys
import unittest

try:
    from test import test_json
except ImportError:
    sys.exit(77)
tests = unittest.defaultTestLoader.loadTestsFromName("test.test_json")
result = unittest.TextTestRunner(stream=io.StringIO()).run(tests)
print(result.testsRun, result.failures, result.errors)
