// A program that leaves functions by exceptions.
#include <exception>

#define NOINLINE __attribute__((noinline))

struct failure : std::exception {
};

struct cleaned {
    volatile int value;
    NOINLINE ~cleaned()
    {
        value = 1;
    }
};

static volatile int sum;

NOINLINE static int thrower(int n)
{
    cleaned local = {n};
    if (n == 0)
        throw failure();
    return thrower(n - 1) + local.value;
}

NOINLINE static int large()
{
    volatile char own[1000];
    own[0] = 1;
    return own[0];
}

NOINLINE static int catches(int n)
{
    try {
        return thrower(n);
    } catch (std::exception &) {
        return large();
    }
}

static inline int odd(int n)
{
    if (n % 2)
        throw n;
    return n;
}

static inline int inlined(int n)
{
    try {
        return n % 2 ? throw n : n;
    } catch (int) {
        return large();
    }
}

int main()
{
    for (int i = 0; i < 100; i++)
        sum = sum + catches(2) + inlined(i);
    for (int i = 0; i < 100; i++) {
        try {
            sum = sum + odd(i);
        } catch (int) {
            sum = sum + large();
        }
    }
    return 0;
}
