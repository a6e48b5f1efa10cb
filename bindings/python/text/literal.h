/* literal.h - strings of Python sources, also f-strings with strings inside them. */
#pragma once

#include "bindings/python/text/characters.h"

/* If the next word is the prefix of a string, skip it. Return whether a string begins there. */
bool qpy_literal_skip_prefix(struct qpy_cursor *c, bool *formatted, bool *raw);

/* Skip a string with such a prefix. It begins here with its quotes. */
void qpy_literal_skip(struct qpy_cursor *c, bool formatted, bool raw);
