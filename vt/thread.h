/* thread.h - the numbers of threads. */
#ifndef QP_VT_THREAD_H
#define QP_VT_THREAD_H

/* The calling thread's number, -1 when it has none. Any thread, signal handlers too. */
int vt_thread_index(void);

#endif
