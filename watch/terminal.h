/* terminal.h - the terminal of `qii top`, through ncurses: output of a drawing, and input of keys. A process has
 * only one terminal. */
#pragma once

#include "base/error.h"
#include "watch/drawing.h"

#include <stdbool.h>
#include <stdint.h>

/* Set up the terminal of standard input and output: full screen, keys without buffering, and colour if the terminal
 * supports it. Return 0, or the error's code: there is no terminal, or ncurses does not support it. */
int qp_terminal_open(bool colour, struct qp_error *error);

/* Restore the terminal. Afterwards, a pending SIGTERM or SIGHUP takes its default action. */
void qp_terminal_close(void);

/* Return the current size. */
void qp_terminal_size(unsigned *rows, unsigned *columns);
void qp_terminal_draw(const struct qp_drawing *drawing);

/* Wait for a key (key.h), and set *key to it. Set *key to QP_KEY_NONE if the screen must be redrawn: after a
 * timeout, a change of its size, or a stop and resumption of the program. Return false if a signal asks the program to
 * quit, or if the terminal is gone. */
bool qp_terminal_key(uint64_t wait_ns, unsigned *key);
