/* Forks inside a parallel region, and outside one. The children use OpenMP only where the runtime supports it. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int count(int tasks)
{
    int sum = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < tasks; i++) {
#pragma omp task
#pragma omp atomic
        sum++;
    }
    return sum;
}

static int status_of(pid_t child)
{
    int status = 0;
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}

int main(void)
{
    int inside = 0;
#pragma omp parallel
    {
#pragma omp single nowait
        {
            pid_t child = fork();
            if (child == 0)
                _exit(7);
            inside = status_of(child);
        }
#pragma omp task
        usleep(10);
    }
    pid_t child = fork();
    if (child == 0)
        exit(count(50));
    int outside = status_of(child);
    printf("%d %d %d\n", inside, outside, count(100));
    return 0;
}
