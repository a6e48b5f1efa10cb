/* Has a million tasks at a time, unless the runtime runs some early. Prints the peak of resident memory in KB. */
#include <stdio.h>
#include <sys/resource.h>

int main(void)
{
    struct rusage usage;
    long sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp master
    for (int i = 0; i < 1000000; i++) {
#pragma omp task depend(inout : sum)
        sum++;
    }
    getrusage(RUSAGE_SELF, &usage);
    fprintf(stderr, "%ld\n", usage.ru_maxrss);
    printf("%ld\n", sum);
    return 0;
}
