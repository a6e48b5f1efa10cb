#include "core/session/proc.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ARGUMENTS 4096 /* bytes of a command line that are searched */

/* Read the beginning of /proc/PID/FILE. Append a NUL, for which `text` has one byte more than `size`. Return the number
 * of bytes, 0 if the file cannot be read. */
static size_t read_file(pid_t pid, const char *file, char *text, size_t size)
{
    char path[64];
    if (pid == QP_PROC_SELF)
        snprintf(path, sizeof path, "/proc/self/%s", file);
    else
        snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, file);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? 0 : read(fd, text, size);
    if (fd >= 0)
        close(fd);
    size_t got = length > 0 ? (size_t)length : 0;
    text[got] = '\0';
    return got;
}

bool qp_proc_read(pid_t pid, struct qp_proc *proc)
{
    char text[1024 + 1];
    read_file(pid, "stat", text, sizeof text - 1);
    const char *name = strchr(text, '('), *field = strrchr(text, ')'); /* field 2 may contain any character */
    if (!name || !field)
        return false;
    *proc = (struct qp_proc){.pid = (pid_t)strtol(text, NULL, 10)};
    snprintf(proc->name, sizeof proc->name, "%.*s", (int)(field - name - 1), name + 1);
    for (int i = 2; field && i < 22; i++) {
        if (i == 4)
            proc->parent = (pid_t)strtol(field, NULL, 10);
        field = strchr(field + 1, ' ');
    }
    proc->start = field ? strtoull(field, NULL, 10) : 0;
    return field != NULL;
}

bool qp_proc_find_ancestor(const char *name, struct qp_proc *proc)
{
    bool found = qp_proc_read(QP_PROC_SELF, proc);
    do
        found = found && proc->parent > 0 && qp_proc_read(proc->parent, proc);
    while (found && name && strcmp(proc->name, name) != 0);
    return found;
}

void qp_proc_argument(pid_t pid, const char *option, char *value, size_t size)
{
    char text[ARGUMENTS + 1];
    const char *end = text + read_file(pid, "cmdline", text, ARGUMENTS), *at = text;
    while (at < end && strcmp(at, option) != 0)
        at += strlen(at) + 1;
    at = at < end ? at + strlen(at) + 1 : end;
    snprintf(value, size, "%s", at < end ? at : "");
}
