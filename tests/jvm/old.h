/* old.h - a class of Java 1.4, whose method `int run()` calls a subroutine of its own twice, and returns 2. */
#pragma once

#include "tests/jvm/built.h"

void old_build(struct built *built);
