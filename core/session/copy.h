/* copy.h - a copy of the data file that is sound although threads go on recording into it meanwhile.
 *
 * Nobody is stopped. What makes a live file sound makes the copy so: a record is published (release) after all that it
 * refers to, directly or not. So whoever reads a record first, and what it refers to afterwards, finds the latter
 * complete. The copy is made in that order:
 *
 *   1. kinds     those that refer before those that are referred to: the list in copy.c; each is copied whole before
 *                the next, with the extents that there are by then
 *   2. nodes     refer to nodes below them in the window, so they are copied from the highest down
 *   3. words     of a record from the first to the last with acquire: the publication field comes before whatever a
 *                reader believes because of it
 *   4. directory last, with the header: an extent is in it before its first record is published
 *
 * What is missing in the copy, since it came too late, nothing in the copy refers to. Records that are changed in place
 * after they were published (methods, sources, a thread's name) are changed with the cold lock, and blocks of the event
 * log are used again with the trace lock: each piece is copied with both, for some 20 us. Counts may be some events
 * apart, as in a live file. */
#ifndef QP_SESSION_COPY_H
#define QP_SESSION_COPY_H

/* Write a copy of the open data file to a descriptor of an empty file. It says of itself that it is one, so that no
 * reader waits for its end. With the session lock. Returns 0, or -1 with errno. */
int qp_copy_write(int to);

#endif
