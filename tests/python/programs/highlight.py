# pygments highlights a Python file: a real program with many regular expressions.
import sys

try:
    from pygments.cmdline import main
except ImportError:
    sys.exit(77)
sys.exit(main(["pygmentize", "-l", "python", "-f", "html", __file__.replace("highlight", "parser")]))
