# Recursion near the limit, in Python frames and through C functions, and recursion after RecursionError. Each function
# counts its calls itself, because a profile function in Python would fail at the limit.
import sys

calls = {"down": 0, "endless": 0, "through_c": 0, "tree": 0}


def down(n):
    calls["down"] += 1
    return 0 if n == 0 else 1 + down(n - 1)


def endless(n):
    calls["endless"] += 1
    return endless(n + 1)


def through_c(n):
    calls["through_c"] += 1
    return max(map(through_c, [n + 1]))


def tree(n):
    calls["tree"] += 1
    return 1 if n == 0 else tree(n - 1) + tree(n - 1)


if hasattr(sys, "monitoring"):  # with this event, calls of C functions use more of the C stack, also without qii
    sys.monitoring.use_tool_id(0, "deep")
    sys.monitoring.set_events(0, sys.monitoring.events.CALL)
sys.setrecursionlimit(5000)
down(4900)
for function in endless, through_c, endless:
    try:
        function(0)
    except RecursionError:
        tree(5)
sys.setrecursionlimit(200_000)
down(100_000)
for name, number in calls.items():
    print(name, number)
