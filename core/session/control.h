/* control.h - operations of a client on a running recording: pause, clear, phases, notes, copies.
 *
 * Any thread may call these functions, but not within an event. */
#pragma once

#include "base/attribute.h"
#include "format/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

QP_SHARED bool qp_control_is_running(enum qp_product product);
QP_SHARED bool qp_control_is_recording(enum qp_product product);

/* Each function returns true on success. A run that was paused for good cannot be resumed. qp_control_mark adds a
 * clear, a phase or a note; `text` is the phase's name, the note's text, or NULL. */
QP_SHARED bool qp_control_pause(enum qp_product product, bool for_good);
QP_SHARED bool qp_control_resume(enum qp_product product);
QP_SHARED bool qp_control_mark(enum qp_product product, enum qp_mark_kind kind, const char *text);
QP_SHARED bool qp_control_save(enum qp_product product);

/* Find methods to throttle (qprof_throttle), and return their number. */
QP_SHARED int qp_control_throttle(enum qp_product product, unsigned long *methods, int size);

/* Write the path of the data file to `path`. Return its length; 0 if the product does not run, the file is in memory,
 * or the path does not fit. */
QP_SHARED int qp_control_data_file(enum qp_product product, char *path, size_t size);

/* From now on, raise SIGTRAP at those events of this method that `flags` (QPROF_BREAK_*) selects. */
QP_SHARED void qp_control_break(enum qp_product product, uint32_t flags, uint64_t method);
