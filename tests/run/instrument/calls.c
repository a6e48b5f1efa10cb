/* A program that counts the calls of its own functions, and prints the counts: "CALLS NAME" on each line. */
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#define WITHOUT     __attribute__((no_instrument_function))
#define COUNT(name) __atomic_add_fetch(&counts[name], 1, __ATOMIC_RELAXED)

enum { EARLY, LATE, LEAF, TWICE, DEEP, COMPARE, WORK, MAIN, NAMES };

static const char *const names[NAMES] = {"early", "late", "leaf", "twice", "deep", "compare", "work", "main"};
static unsigned long counts[NAMES];
static jmp_buf back;

WITHOUT static void print(void)
{
    for (int i = 0; i < NAMES; i++)
        printf("%lu %s\n", counts[i], names[i]);
}

__attribute__((constructor)) static void early(void)
{
    COUNT(EARLY);
}

/* The last function of the program. */
__attribute__((destructor)) static void late(void)
{
    COUNT(LATE);
    print();
}

static int leaf(int n)
{
    COUNT(LEAF);
    return n * 3;
}

static inline int twice(int n)
{
    COUNT(TWICE);
    return leaf(n) + leaf(n + 1);
}

static void deep(int n)
{
    COUNT(DEEP);
    if (n == 0)
        longjmp(back, 1);
    deep(n - 1);
}

static int compare(const void *a, const void *b)
{
    COUNT(COMPARE);
    return *(const int *)a - *(const int *)b;
}

static void *work(void *data)
{
    COUNT(WORK);
    int numbers[100];
    for (int i = 0; i < 100; i++)
        numbers[i] = twice(i * 37 % 100);
    qsort(numbers, 100, sizeof *numbers, compare);
    return data;
}

int main(void)
{
    pthread_t threads[4];
    COUNT(MAIN);
    for (volatile int i = 0; i < 10; i++)
        if (!setjmp(back))
            deep(i);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return 3;
}
