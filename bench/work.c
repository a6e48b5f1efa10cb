#include "work.h"

enum op { LOAD, STORE, ADD, XOR, CONSTANT, LESS, OPS };

/* A byte code program that adds and compares four variables. Its length is coprime to the number of operations. */
static const unsigned char program[] = {LOAD, 0, LOAD,  1, ADD,  0, STORE,    0, CONSTANT, 3, LOAD,  2,
                                        XOR,  0, LOAD,  0, LESS, 0, STORE,    2, LOAD,     1, LOAD,  3,
                                        XOR,  0, STORE, 1, LOAD, 2, CONSTANT, 7, ADD,      0, STORE, 3};

#define TURN 16 /* number of steps in one pass through the program */

/* Interpret the program. After each pass of TURN steps, the stack has its initial height. */
__attribute__((noinline)) uint64_t work_interpreter(uint64_t value, unsigned steps)
{
    uint64_t variables[4] = {value, value >> 7, 1, 2};
    uint64_t stack[16];
    uint64_t *top = stack;
    const unsigned char *at = program;
    for (unsigned i = 0; i < steps; i++, at += 2) {
        if (at == program + sizeof program)
            at = program;
        switch ((enum op)at[0]) {
        case LOAD:
            *top++ = variables[at[1]];
            break;
        case STORE:
            variables[at[1]] = *--top;
            break;
        case ADD:
            top--;
            top[-1] += *top;
            break;
        case XOR:
            top--;
            top[-1] ^= *top;
            break;
        case LESS:
            top--;
            top[-1] = top[-1] < *top;
            break;
        default:
            *top++ = at[1];
        }
    }
    return variables[0] + variables[1];
}

__attribute__((noinline)) uint64_t work_branches(uint64_t value, unsigned steps)
{
    for (; steps > TURN; steps -= TURN) {
        value = value * 0x5851f42d4c957f2du + 0x14057b7ef767814fu;
        if (value >> 63)
            value += work_interpreter(value, TURN);
        else
            value ^= work_interpreter(value, TURN - 1);
    }
    return value + work_interpreter(value, steps);
}

__attribute__((noinline)) uint64_t work_chain(uint64_t value, unsigned steps)
{
    for (unsigned i = 0; i < steps; i++) {
        value = value * 0x9e3779b97f4a7c15u;
        __asm__ volatile("" : "+r"(value));
    }
    return value;
}

__attribute__((noinline)) uint64_t work_independent(uint64_t value, unsigned steps)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < steps; i++) {
        uint64_t a = i + 1, b = i + 2, c = i + 3;
        __asm__ volatile("imul %0, %0\n\timul %1, %1\n\timul %2, %2" : "+r"(a), "+r"(b), "+r"(c));
        sum += a ^ b ^ c;
    }
    return sum + (value & 1);
}
