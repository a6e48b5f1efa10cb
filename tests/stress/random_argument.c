#include "tests/stress/random_argument.h"

#include <limits.h>
#include <stddef.h>

int draw_number(struct draw *draw)
{
    static const int odd[] = {-1, INT_MAX, INT_MIN, 1000000, 255};
    return draw_below(draw, 16) == 0 ? SOME(odd, draw) : (int)draw_below(draw, 8);
}

const char *draw_text(struct draw *draw)
{
    static const char *const texts[] = {"main",       "worker", "a::b", "x/y/z",
                                        "A:B:c",      "",       NULL,   "…",
                                        "line\nline", ":",      "%s%n", "a rather long name of a thing"};
    return SOME(texts, draw);
}

const char *draw_file(struct draw *draw)
{
    static const char *const files[] = {"main.toy", "none/such.toy", "/dev/null", "", NULL, "/proc/self/maps", "."};
    return SOME(files, draw);
}
