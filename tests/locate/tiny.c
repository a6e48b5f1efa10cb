/* A library of a few bytes at known addresses. Its build ID is fixed, and its code begins at 0x4000 with tiny_first. */
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
