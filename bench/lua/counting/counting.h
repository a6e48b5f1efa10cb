/* counting.h - functions called by the counting interpreter (counting.c). */
#pragma once

#include "llimits.h"
#include "lobject.h"

void counting_call(const Proto *p);
void counting_execute(const Proto *p, const Instruction *pc);
void counting_free(const Proto *p);
