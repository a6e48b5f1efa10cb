/* function.h - which function is it? The methods that the process knows, and how they are told apart.
 *
 * A Lua function is known by what the public interface says of it: source, lines, parameters and upvalues. Where
 * several agree in all that, as those on one line may, the address of the instructions decides (prototype.h), which
 * is noted anew each time that their main chunk runs. What cannot be told apart: functions of one line with the same
 * code whose main chunk ran before the session began. */
#ifndef QP_LUA_FUNCTION_H
#define QP_LUA_FUNCTION_H

#include <stdbool.h>
#include <stdint.h>

#include <lua.h>

#include "branch.h"
#include "map.h"
#include "qii_load.h"

struct qp_chunk;

/* C functions that tell something about coroutines when they are called. The first three do only where coroutines may
 * be older than the session. */
enum qp_function_role {
    QP_FUNCTION_PLAIN,
    QP_FUNCTION_RESUMES,
    QP_FUNCTION_IS_WRAPPED, /* what coroutine.wrap returned */
    QP_FUNCTION_CREATES,    /* coroutine.create, coroutine.wrap */
    QP_FUNCTION_CLOSES
};

struct qp_function {
    /* what events ask for, in the first cache line */
    qprof_MethodID id; /* running number */
    enum qp_function_role role;
    int first_line;
    unsigned span;                /* lines that blocks tells of, from the first */
    int *blocks;                  /* by line: the block, or -1 */
    struct qp_branch_steps steps; /* where branches are counted */
    char *name;
    /* Lua functions: who it is */
    const struct qp_chunk *chunk;
    int line_defined;
    int last_line_defined;
    int parameters;
    int upvalues;
    bool vararg;
    bool alone;               /* met without its main chunk: functions like it may be unknown */
    uint64_t hash;            /* of its code and that of the functions inside */
    uint64_t key;             /* of all else that tells who it is */
    struct qp_function *like; /* the next with this key */
    struct qp_function *twin; /* the next with this key and hash: a later one on its line */
    /* the first of twins */
    struct qp_function *last_twin;
    struct qp_function *next_twin; /* that the reading has not met yet */
    unsigned long reading;         /* of a dump, the last that met them */
    /* its lines */
    int *lines; /* executable, ascending; the place in here is the block */
    int line_count;
    bool finalizer; /* by its text */
    bool met;       /* a frame of it was seen */
    /* C functions */
    lua_CFunction c;
    bool named; /* for good */
    bool registered;
};

/* What the library knows, for all states (recorder.h). */
struct qp_functions {
    struct qp_map lua;    /* by hash of what getinfo tells: the first of those alike */
    struct qp_map twins;  /* by that and the hash of the code: the first of those alike in both */
    struct qp_map code;   /* by address of the instructions */
    struct qp_map c;      /* by address */
    struct qp_map chunks; /* by hash of the source */
    unsigned long last_id;
    unsigned long readings; /* of dumps */
};

/* A new one with its number, all else zero; NULL without memory. */
struct qp_function *qp_function_new(void);

/* The first of those that agree with a Lua function in all that lua_getinfo ("Su") tells, NULL = none. */
struct qp_function *qp_function_like(const lua_Debug *ar);

/* The function of a prototype just read: one with the same code, else a new one; NULL without memory. */
struct qp_function *qp_function_adopt(const struct qp_chunk *chunk, struct qp_prototype *p);

/* The block of a line, -1 if the line is none of its executable ones. */
static inline int qp_function_block(const struct qp_function *function, int line)
{
    unsigned offset = (unsigned)line - (unsigned)function->first_line;
    return offset < function->span ? function->blocks[offset] : -1;
}

/* The library is another one now: it knows none of them. They keep their ids, for a library that is loaded again. */
void qp_functions_unregister(struct qp_functions *functions);

#endif
