/* A library of a few bytes at a known address: its build id is given, its code begins at 0x4000 with tiny_first. */
static inline __attribute__((always_inline)) int tiny_inlined(volatile int *x)
{
    *x += 1;
    return *x;
}

int tiny_first(volatile int *x);
int tiny_second(volatile int *x);

int tiny_first(volatile int *x)
{
    return tiny_inlined(x);
}

int tiny_second(volatile int *x)
{
    return tiny_first(x) + 1;
}
