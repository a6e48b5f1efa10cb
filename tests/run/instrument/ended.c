/* A program that ends by _exit, after a child of vfork that does so too. It prints errno, which the recorder must not
 * change. With an argument it first closes stderr. */
#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static void work(void)
{
    printf("work %d\n", errno);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int first = errno;
    (void)argv;
    pid_t child = vfork();
    if (child == 0)
        _exit(1);
    waitpid(child, NULL, 0);
    printf("main %d\n", first);
    errno = 7;
    work();
    if (argc > 1)
        fclose(stderr);
    _exit(4);
}
