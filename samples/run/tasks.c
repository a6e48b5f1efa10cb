/* tasks.c - sort numbers with OpenMP tasks, each of which sorts one half in a new task. Most tasks are too small, as
 * `qii run` and `qii threads` show (doc/run.md).
 *
 *     clang -g -O2 -fopenmp tasks.c -o tasks && qii run ./tasks */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT    400000
#define SMALLEST 100 /* numbers that one task sorts alone */

static int compare(const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;
    return (left > right) - (left < right);
}

static void merge(int *numbers, size_t half, size_t count, int *space)
{
    size_t left = 0, right = half;
    for (size_t i = 0; i < count; i++)
        space[i] =
            right == count || (left < half && numbers[left] <= numbers[right]) ? numbers[left++] : numbers[right++];
    memcpy(numbers, space, count * sizeof *numbers);
}

static void sort(int *numbers, size_t count, int *space)
{
    size_t half = count / 2;
    if (count <= SMALLEST) {
        qsort(numbers, count, sizeof *numbers, compare);
        return;
    }
#pragma omp task
    sort(numbers, half, space);
    sort(numbers + half, count - half, space + half);
#pragma omp taskwait
    merge(numbers, half, count, space);
}

int main(void)
{
    int *numbers = malloc(2 * COUNT * sizeof *numbers);
    if (!numbers)
        return 1;
    for (size_t i = 0; i < COUNT; i++)
        numbers[i] = rand();
#pragma omp parallel
#pragma omp single
    sort(numbers, COUNT, numbers + COUNT);
    printf("%d to %d\n", numbers[0], numbers[COUNT - 1]);
    free(numbers);
    return 0;
}
