/* A program that becomes another one by the function that its argument names. Each of these prints "other". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void work(void)
{
}

static void become(const char *how)
{
    char *words[] = {"sh", "-c", "echo other $X", NULL}, *environment[] = {"X=x", NULL};
    FILE *file = fopen("/bin/sh", "r");
    if (strcmp(how, "execl") == 0)
        execl("/bin/sh", words[0], words[1], words[2], NULL);
    if (strcmp(how, "execlp") == 0)
        execlp("sh", words[0], words[1], words[2], NULL);
    if (strcmp(how, "execle") == 0)
        execle("/bin/sh", words[0], words[1], words[2], NULL, environment);
    if (strcmp(how, "execv") == 0)
        execv("/bin/sh", words);
    if (strcmp(how, "execvp") == 0)
        execvp("sh", words);
    if (strcmp(how, "execve") == 0)
        execve("/bin/sh", words, environment);
    if (strcmp(how, "execvpe") == 0)
        execvpe("sh", words, environment);
    if (strcmp(how, "fexecve") == 0 && file)
        fexecve(fileno(file), words, environment);
    if (strcmp(how, "daemon") == 0 && daemon(1, 1) == 0)
        puts("other");
}

int main(int argc, char **argv)
{
    char *nothing[] = {NULL};
    int status = 0;
    if (vfork() == 0) {
        execl("/bin/true", "true", NULL);
        _exit(1);
    }
    wait(&status);
    work();
    /* The program continues after these. */
    if (execv("/nonexistent", nothing) == 0 || execlp("nonexistent", "x", NULL) == 0 || execl("/", "x", NULL) == 0)
        return 2;
    work();
    if (argc > 1)
        become(argv[1]);
    return status;
}
