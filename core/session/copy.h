/* copy.h - a consistent copy of the data file, written while threads continue to record into it.
 *
 * The copy is consistent for the same reason as a live file: a record is published (by a release store) after all
 * records that it refers to, directly or indirectly. So whoever reads a record first, and then the records that it
 * refers to, finds them complete. The copy is made in this order:
 *
 *   1. kinds     A kind is copied before the kinds that its records refer to, in the order of the list in copy.c. Each
 *                kind is copied completely before the next, with the extents that exist by then.
 *   2. nodes     A node refers only to nodes below it in the window, so nodes are copied from the highest down.
 *   3. words     The words of a record are copied from the first to the last by acquire loads. The publication field
 *                comes before all words that are valid only after publication.
 *   4. directory The directory is copied last, together with the header. An extent is in the directory before its first
 *                record is published.
 *
 * So no record in the copy refers to a record that is missing there. Records that are changed in place after their
 * publication (methods, sources, a thread's name) change under the cold lock, and blocks of the event log are reused
 * under the trace lock. Each piece is therefore copied under both locks, for some 20 us. Counts may differ by some
 * events, as in a live file. */
#pragma once

/* Write a copy of the open data file to the descriptor of an empty file. The copy's header marks it as a copy, so
 * that no reader waits for its run to end. Call this with the session lock. Return 0, or -1 with errno. */
int qp_copy_write(int to);
