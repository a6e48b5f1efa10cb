/* proc.h - processes in /proc: their names, parents, starts and arguments. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct qp_proc {
    pid_t pid;
    pid_t parent;   /* 0 = none in this namespace */
    uint64_t start; /* field 22 of /proc/PID/stat: clock ticks since the system booted */
    char name[16];  /* the first 15 characters of the program's name */
};

#define QP_PROC_SELF 0 /* the calling process, whatever its pid is in the namespace of /proc */

/* Read the values of a process. Return false if /proc does not show it. */
bool qp_proc_read(pid_t pid, struct qp_proc *proc);

/* Find the nearest ancestor of this process with a name, NULL for its parent. Return false if there is none. */
bool qp_proc_find_ancestor(const char *name, struct qp_proc *proc);

/* Copy the argument that follows `option` on a process's command line, cut to `size` bytes with its NUL. If there is
 * none, `value` becomes empty. */
void qp_proc_argument(pid_t pid, const char *option, char *value, size_t size);
