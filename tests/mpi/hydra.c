/* hydra CHILD...: a program with VT and without MPI, for MPICH's mpirun. Rank 0 starts each CHILD as two processes, by
 * the command that MPI_Comm_spawn sends to mpirun. */
#include "VT.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Send a command to mpirun's proxy and wait for the answer. End the program unless it contains `expected`. */
static void send_command(const char *expected, const char *format, ...)
{
    char text[8192];
    va_list arguments;
    int proxy = atoi(getenv("PMI_FD"));
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ssize_t got = write(proxy, text, (size_t)length) == length ? read(proxy, text, sizeof text - 1) : -1;
    text[got > 0 ? got : 0] = '\0';
    if (!strstr(text, expected)) {
        fprintf(stderr, "mpirun answered: %s\n", text);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    int state;
    VT_initialize(&argc, &argv);
    VT_funcdef("Job:work", VT_NOCLASS, &state);
    VT_begin(state);
    send_command("rc=0", "cmd=init pmi_version=1 pmi_subversion=1\n");
    for (int i = 1; i < argc && strcmp(getenv("PMI_RANK"), "0") == 0; i++)
        send_command("rc=0",
                     "mcmd=spawn\nnprocs=2\nexecname=%s\ntotspawns=1\nspawnssofar=1\nargcnt=0\npreput_num=0\n"
                     "info_num=0\nendcmd\n",
                     argv[i]);
    send_command("finalize_ack", "cmd=finalize\n");
    VT_end(state);
    VT_finalize();
    return 0;
}
