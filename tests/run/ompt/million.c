/* Has a million tasks at a time: each waits for the one before, and the first one until all exist. Prints the peak of
 * resident memory in KB. */
#include <stdatomic.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#define TASKS 1000000

static atomic_int created;

int main(void)
{
    struct rusage usage;
    long sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp master
    for (int i = 0; i < TASKS; i++) {
#pragma omp task depend(inout : sum)
        {
            while (!created)
                usleep(1000);
            sum++;
        }
        created = i == TASKS - 1;
    }
    getrusage(RUSAGE_SELF, &usage);
    fprintf(stderr, "%ld\n", usage.ru_maxrss);
    printf("%ld\n", sum);
    return 0;
}
