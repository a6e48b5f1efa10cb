/* await.h - frames that wait for a coroutine's frame. */
#pragma once

#include <stdbool.h>

#include "bindings/python/frames/stack.h"
#include "bindings/python/inside/record.h"

/* Return whether a frame's caller awaits it. */
bool qpy_is_awaited(qpy_record *record);

/* Record that a coroutine is resumed, to continue or to raise an exception that is thrown into it. */
void qpy_await_resume(struct qpy_stack *stack, qpy_record *record, struct qpy_function *function, bool throws);
