/* A program whose malloc is interrupted by a signal while it holds its lock. The handler calls functions for the first
 * time. If the recorder allocates memory in the handler, it waits for the lock forever. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define WITHOUT __attribute__((no_instrument_function))

static char pool[1 << 24];
static size_t used;
static volatile int locked, interrupts;

WITHOUT void *malloc(size_t size)
{
    while (__atomic_exchange_n(&locked, 1, __ATOMIC_ACQUIRE))
        ;
    if (interrupts && --interrupts == 0)
        raise(SIGUSR1);
    void *memory = pool + used;
    used += (size + 31) & ~(size_t)15;
    __atomic_store_n(&locked, 0, __ATOMIC_RELEASE);
    return used < sizeof pool ? memory : NULL;
}

WITHOUT void free(void *memory)
{
    (void)memory;
}

WITHOUT void *calloc(size_t count, size_t size)
{
    return malloc(count * size); /* the pool is zero, and nothing is reused */
}

WITHOUT void *realloc(void *memory, size_t size)
{
    char *new = malloc(size);
    for (size_t i = 0; memory && new &&i < size; i++)
        new[i] = ((char *)memory)[i];
    return new;
}

static volatile int seen;

/* So many functions that the recorder's tables must grow. */
#define ONE(name)                                                                                                      \
    __attribute__((noinline)) static void name(void)                                                                   \
    {                                                                                                                  \
        seen++;                                                                                                        \
    }
#define EACH_OF_TEN(X, name)                                                                                           \
    X(name##0) X(name##1) X(name##2) X(name##3) X(name##4) X(name##5) X(name##6) X(name##7) X(name##8) X(name##9)
#define EACH(X) EACH_OF_TEN(X, note0) EACH_OF_TEN(X, note1) EACH_OF_TEN(X, note2) EACH_OF_TEN(X, note3)
EACH(ONE)

static void handle(int number)
{
    (void)number;
#define CALL(name) name();
    EACH(CALL)
}

__attribute__((noinline)) static void allocate(void)
{
    char *volatile memory = malloc(10);
    free(memory);
}

int main(void)
{
    signal(SIGUSR1, handle);
    allocate();
    interrupts = 1;
    allocate();
    printf("1 main\n2 allocate\n1 handle\n");
#define PRINT(name) printf("1 %s\n", #name);
    EACH(PRINT)
    fflush(stdout);
    return seen == 40 ? 0 : 1;
}
