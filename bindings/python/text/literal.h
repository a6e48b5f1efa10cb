/* literal.h - strings of Python sources, also f-strings with strings inside them. */
#pragma once

#include "bindings/python/text/characters.h"

/* If a string begins here, perhaps with a prefix, skip it. Return whether one did. */
bool qpy_literal_skip(struct qpy_cursor *c);
