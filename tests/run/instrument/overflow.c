/* A program that overflows its stack, and continues in the handler on another stack. It ends by the signal that its
 * argument requests: none, or SEGV. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static sigjmp_buf back;
static volatile long depth;

static void overflowed(int number)
{
    (void)number;
    siglongjmp(back, 1);
}

/* Overflow the stack here if little of it is left: a handler must not leave the recorder by a jump. */
__attribute__((noinline, no_instrument_function)) static void touch(void)
{
    volatile char below[16384];
    below[0] = 0;
}

static long recurse(volatile char *above)
{
    volatile char own[200];
    own[0] = *above;
    depth++;
    touch();
    return recurse(own) + own[0];
}

static void once(void)
{
    char first = 0;
    recurse(&first);
}

int main(int argc, char **argv)
{
    stack_t stack = {.ss_sp = malloc(SIGSTKSZ), .ss_size = SIGSTKSZ};
    struct sigaction action = {.sa_handler = overflowed, .sa_flags = SA_ONSTACK};
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    (void)argv;
    if (argc > 1)
        once();
    sigaltstack(&stack, NULL);
    sigaction(SIGSEGV, &action, NULL);
    for (volatile int i = 0; i < 2; i++)
        if (!sigsetjmp(back, 1))
            once();
    printf("1 main\n2 once\n2 overflowed\n");
    fprintf(stderr, "%ld recurse\n", depth); /* differs by the size of the environment */
    return 0;
}
