/* compiler.h - the compiler from source text to a program.
 *
 *     fn gcd(a, b) {
 *         while b { var rest = a % b; a = b; b = rest; }
 *         return a;
 *     }
 *
 *     fn main() {
 *         try { print "gcd ", gcd(84, 36); }
 *         catch error { print "failed: ", error; }
 *     }
 *
 * Values are 64-bit numbers. Statements: var, assignment, mem[address] = value, if else, while, return, become (a
 * tail call), throw, try catch, print, yield, an expression. Expressions: numbers, names, calls, mem[address],
 * + - * / % < <= == !, spawn f(...), resume fiber, done fiber. A comment begins with #. */
#ifndef COMPILER_H
#define COMPILER_H

#include "program.h"

/* Compile a text. After an error, print a message and end the process. */
void compiler_run(struct program *program, const char *file, const char *text);

#endif
