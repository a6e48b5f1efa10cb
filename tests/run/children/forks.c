/* A program that forks before its first recorded call, and again inside of calls. Each process prints "PID ROLE". With
 * an argument, the second child becomes this program. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define WITHOUT __attribute__((no_instrument_function))

static void leaf(void)
{
}

static void child(void)
{
    leaf();
    leaf();
}

/* Recursion, in which the process forks. */
static void outer(int depth, char **program)
{
    if (depth > 0) {
        outer(depth - 1, program);
        return;
    }
    if (fork() == 0) {
        child();
        printf("%d late\n", getpid());
        if (*program)
            execv(*program, program);
        fflush(stdout);
        _exit(0);
    }
    wait(NULL);
    leaf();
}

WITHOUT int main(int argc, char **argv)
{
    (void)argc;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (fork() == 0) {
        child();
        printf("%d early\n", getpid());
        exit(0);
    }
    wait(NULL);
    outer(2, argv + 1);
    printf("%d parent\n", getpid());
    return 0;
}
