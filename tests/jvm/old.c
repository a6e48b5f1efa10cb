#include "tests/jvm/old.h"

enum { ICONST_0 = 3, ILOAD_1 = 27, ISTORE_1 = 60, ASTORE_0 = 75, IINC = 132, JSR = 168, RET = 169, IRETURN = 172 };

void old_build(struct built *built)
{
    built_init(built, 48);
    built_add(built, &(struct built_code){.access = 0x9,
                                          .name = "run",
                                          .descriptor = "()I",
                                          .stack = 1,
                                          CODE(ICONST_0, ISTORE_1, JSR, U2(8), JSR, U2(5), ILOAD_1, IRETURN, ASTORE_0,
                                               IINC, 1, 1, RET, 0),
                                          ATTRIBUTE("LineNumberTable", U2(2), U2(0), U2(1), U2(10), U2(2))});
    built_done(built);
}
