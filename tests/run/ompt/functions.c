/* Calls leaf() in tasks only. Prints its calls. */
#include <stdio.h>

#define TASKS 1000

__attribute__((noinline)) static void leaf(int *value)
{
    ++*value;
}

int main(void)
{
    static int values[TASKS];
    int sum = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < TASKS; i++) {
#pragma omp task untied
        {
            leaf(&values[i]);
#pragma omp taskyield
            leaf(&values[i]);
        }
    }
    for (int i = 0; i < TASKS; i++)
        sum += values[i];
    printf("%d leaf\n", sum);
    return 0;
}
