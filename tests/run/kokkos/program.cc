// A Kokkos program with a log of its own: "CALLS NAME" on each line.
#include <Kokkos_Core.hpp>

#include <cstdio>

struct Work {
    Kokkos::View<double *> data;
    KOKKOS_INLINE_FUNCTION void operator()(int i) const
    {
        data(i) += i;
    }
};

int main(int argc, char **argv)
{
    Kokkos::initialize(argc, argv);
    {
        const int n = 20000, rounds = 5;
        Kokkos::View<double *> x("x", n), y("y", n);
        auto copy = Kokkos::create_mirror(x);
        double sum = 0;
        for (int round = 0; round < rounds; round++) {
            Kokkos::Profiling::pushRegion("round");
            Kokkos::parallel_for(
                "fill", n, KOKKOS_LAMBDA(int i) { x(i) = i; });
            Kokkos::parallel_for(n, Work{x});
            Kokkos::parallel_reduce(
                "dot", n, KOKKOS_LAMBDA(int i, double &s) { s += x(i) * x(i); }, sum);
            Kokkos::parallel_scan(
                "prefix", n, KOKKOS_LAMBDA(int i, double &s, bool last) {
                    s += x(i);
                    if (last)
                        y(i) = s;
                });
            Kokkos::fence();
            Kokkos::Profiling::popRegion();
        }
        Kokkos::deep_copy(copy, x);
        std::printf("%d round\n%d parallel_for fill\n%d parallel_for Work\n", rounds, rounds, rounds);
        std::printf("%d parallel_reduce dot\n%d parallel_scan prefix\n", rounds, rounds);
        std::printf("1 deep_copy Host x_mirror = Host x\n");
    }
    Kokkos::finalize();
}
