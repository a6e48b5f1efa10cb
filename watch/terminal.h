/* terminal.h - the terminal of `qii top`, through ncurses: a drawing on it, keys from it. One per process. */
#ifndef QP_WATCH_TERMINAL_H
#define QP_WATCH_TERMINAL_H

#include "base/error.h"
#include "watch/drawing.h"

#include <stdbool.h>
#include <stdint.h>

/* Take the terminal of standard input and output: full screen, keys at once. colour: where it has some. Returns 0, else
 * the error's code: there is none, or it is one that ncurses does not know or cannot draw on. */
int qp_terminal_open(bool colour, struct qp_error *error);

/* Put everything back as it was. A signal that asked for the end (SIGTERM, SIGHUP) then does what it does by itself. */
void qp_terminal_close(void);

/* Its size of now. */
void qp_terminal_size(unsigned *rows, unsigned *columns);
void qp_terminal_draw(const struct qp_drawing *drawing);

/* Wait for a key (view.h), a while; without one it is QP_KEY_NONE, and also where the size has changed or the program
 * was stopped and goes on: then all is to be drawn again. Returns false where a signal asked for the end, or the
 * terminal is gone. */
bool qp_terminal_key(uint64_t wait_ns, unsigned *key);

#endif
