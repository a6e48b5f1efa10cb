/* hint.h - what would help a program of which nothing was recorded. */
#pragma once

/* Print a line on stderr at the end of a program that used no interface. */
void native_hint(void);
