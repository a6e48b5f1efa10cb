/* missed.h - an MPI program that recorded nothing says so in one line at its end.
 *
 * Before MPI started libvt by itself programs called nothing to start it either: linked without libvtmpi, or with
 * libVTnull before libvt, they would run as always and leave no file. Other programs may have events and never start.
 */
#ifndef QP_VT_MISSED_H
#define QP_VT_MISSED_H

/* VT_initialize was called: what comes of it is told by itself. */
void vt_missed_start(void);

#endif
