/* copy.h - a consistent copy of the data file, written while threads continue to record into it.
 *
 * No thread is stopped. The copy is consistent for the same reason as a live file: a record is published (release)
 * after everything it refers to, directly or indirectly. So a reader that reads a record first finds what it refers to
 * complete. The copy is made in that order:
 *
 *   1. kinds     referring kinds before referred-to kinds: the list in copy.c. Each is copied completely before the
 *                next, with the extents that exist by then
 *   2. nodes     refer to nodes below them in the window, so they are copied from the highest down
 *   3. words     of a record from the first to the last with acquire: the publication field precedes everything that
 *                a reader believes because of it
 *   4. directory last, with the header: an extent is in it before its first record is published
 *
 * Nothing in the copy refers to a record that came too late for it. Records that are changed in place after their
 * publication (methods, sources, a thread's name) change under the cold lock, and blocks of the event log are reused
 * under the trace lock: each piece is copied under both, for some 20 us. Counts may differ by some events, as in a live
 * file. */
#pragma once

/* Write a copy of the open data file to the descriptor of an empty file. The copy is marked as such, so that no reader
 * waits for its run to end. Call this with the session lock. Return 0, or -1 with errno. */
int qp_copy_write(int to);
