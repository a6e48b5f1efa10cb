# docutils writes a text in three formats: a real program with many classes.
import sys

try:
    from docutils.core import publish_string
except ImportError:
    sys.exit(77)

text = """
Title
=====

Section
-------

* a list, with *emphasis* and ``literal``

  1. nested `link <http://a.b>`_

.. note:: a note

.. code:: python

   def f(): pass

====  ====
a     b
====  ====
1     2
====  ====

A footnote [#]_.

.. [#] text
"""
print(len(publish_string(text, writer_name="html")), len(publish_string(text, writer_name="latex")), len(publish_string(text, writer_name="xml")))
