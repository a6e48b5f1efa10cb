/* A library with functions whose names contain NUMBER, which the compiler's command line defines. */
#ifndef NUMBER
#define NUMBER 0
#endif

#define JOIN(a, b)    a##_##b
#define NAME(a, b)    JOIN(a, b)
#define NAMED(prefix) NAME(prefix, NUMBER)

int entry(int n);

__attribute__((constructor)) static void NAMED(first)(void)
{
}

__attribute__((noinline)) static int NAMED(step)(int n)
{
    return n * NUMBER;
}

int entry(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += NAMED(step)(i);
    return sum;
}
