/* old.h - a class of Java 1.4. Its method `int run()` calls a subroutine within its own code twice, and returns 2. */
#pragma once

#include "tests/jvm/built.h"

void old_build(struct built *built);
