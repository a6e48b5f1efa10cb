/* Has 200,000 tasks at a time: the other thread runs the first one, which waits until all exist. Prints the peak of
 * resident memory in KB. */
#include <stdatomic.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#define TASKS 200000

static atomic_int created, sum;

int main(void)
{
    struct rusage usage;
#pragma omp parallel num_threads(2)
#pragma omp master
    for (int i = 0; i < TASKS; i++) {
#pragma omp task
        {
            while (!created)
                usleep(1000);
            atomic_fetch_add(&sum, 1);
        }
        created = i == TASKS - 1;
    }
    getrusage(RUSAGE_SELF, &usage);
    fprintf(stderr, "%ld\n", usage.ru_maxrss);
    printf("%d\n", sum);
    return 0;
}
