/* terminal.h - the terminal of `qii top`, through ncurses: output of a drawing, input of keys. One per process. */
#pragma once

#include "base/error.h"
#include "watch/drawing.h"

#include <stdbool.h>
#include <stdint.h>

/* Set up the terminal of standard input and output: full screen, unbuffered keys; colour if supported. Return 0, else
 * the error's code: no terminal, or one that ncurses does not support. */
int qp_terminal_open(bool colour, struct qp_error *error);

/* Restore the terminal. A pending SIGTERM or SIGHUP then takes its default action. */
void qp_terminal_close(void);

/* Return the current size. */
void qp_terminal_size(unsigned *rows, unsigned *columns);
void qp_terminal_draw(const struct qp_drawing *drawing);

/* Wait for a key (view.h). *key is QP_KEY_NONE on timeout, after a change of size, and after the program was stopped
 * and resumed: redraw then. Return false if a signal asks to quit, or the terminal is gone. */
bool qp_terminal_key(uint64_t wait_ns, unsigned *key);
