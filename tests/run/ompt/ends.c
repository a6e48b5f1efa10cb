/* Ends while threads are at work. usage: ends endless|exit */
#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int started;

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "endless") == 0) {
#pragma omp parallel num_threads(2)
        if (omp_get_thread_num() == 0) {
#pragma omp task
            {
#pragma omp task
                {
                    started = 1;
                    for (;;)
                        pause();
                }
#pragma omp taskwait
            }
        } else {
            while (!started)
                usleep(1000);
            exit(3);
        }
        return 1;
    }
#pragma omp parallel num_threads(4)
    for (int i = 0;; i++) {
#pragma omp task
        usleep(100);
        if (omp_get_thread_num() == 2 && i == 100)
            exit(3);
    }
}
