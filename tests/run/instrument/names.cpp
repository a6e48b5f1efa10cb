// Functions whose names differ only in their arguments, their scopes, or not at all. The names are those of c++filt.
#include <cstdio>

namespace {
int hidden(int n)
{
    return n;
}
} // namespace

struct counted {
    counted() { hidden(1); }
    ~counted() { hidden(2); }
    int operator()(int n) const { return hidden(n); }
};

static int over(int n)
{
    return n;
}

static int over(double n)
{
    return static_cast<int>(n);
}

template <class T> T twice(T value)
{
    return value + value;
}

static int thrower(int n)
{
    counted one;
    if (n == 0)
        throw n;
    return thrower(n - 1);
}

static counted global;

int main()
{
    auto first = [](int n) { return over(n); };
    auto second = [](int n) { return over(1.0 * n); };
    int sum = first(1) + second(2) + second(3) + twice(1) + static_cast<int>(twice(2.5)) + global(1);
    try {
        thrower(3);
    } catch (int caught) {
        sum += caught;
    }
    std::printf("%d\n", sum);
    return 0;
}
