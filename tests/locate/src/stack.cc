// Lines that tests/locate/whole expects by number.
#include "tests/locate/recorder.h"

namespace heat
{
namespace
{
struct Cell {
    __attribute__((always_inline)) int step(int x) const
    {
        locate_here();
        return x + 1;
    }
};

__attribute__((always_inline)) inline int hidden(int x)
{
    return Cell().step(x) * 2;
}
} // namespace

template <class T> struct Grid {
    APART T sweep(T x);
};

template <class T> T Grid<T>::sweep(T x)
{
    return hidden(x) + 3;
}

APART int run(Grid<int> &grid, const char *)
{
    return grid.sweep(1) + 4;
}
} // namespace heat

int main()
{
    heat::Grid<int> grid;
    return heat::run(grid, "") == 0;
}
