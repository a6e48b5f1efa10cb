/* A program with its own malloc, which is instrumented. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char pool[1 << 24];
static size_t used;

void *malloc(size_t size)
{
    size = (size + 31) & ~(size_t)15;
    size_t at = __atomic_fetch_add(&used, size, __ATOMIC_RELAXED);
    return at + size > sizeof pool ? NULL : pool + at;
}

void free(void *memory)
{
    (void)memory;
}

void *calloc(size_t count, size_t size)
{
    return malloc(count * size); /* the pool is zero, and nothing is reused */
}

void *realloc(void *memory, size_t size)
{
    char *new = malloc(size);
    for (size_t i = 0; memory && new &&i < size; i++)
        new[i] = ((char *)memory)[i];
    return new;
}

__attribute__((noinline)) static void work(void)
{
    char *volatile copy = strdup("hello");
    free(copy);
}

int main(void)
{
    for (int i = 0; i < 1000; i++)
        work();
    puts("done");
    return 0;
}
