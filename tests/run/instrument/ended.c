/* A program that ends by _exit, after a child of vfork that does so too. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static void work(void)
{
    puts("work");
    fflush(stdout);
}

int main(void)
{
    pid_t child = vfork();
    if (child == 0)
        _exit(1);
    waitpid(child, NULL, 0);
    work();
    _exit(4);
}
