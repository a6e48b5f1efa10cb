/* program.h - a compiled program: functions, their code and their statements.
 *
 * An instruction has one operand, which some instructions do not use. The first instruction of a statement is always
 * OP_STATEMENT, so that the machine knows when a line begins. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Opcodes. Operands are in brackets; "a b - c" means that an instruction pops a and b, and then pushes c. */
/* clang-format off */
enum opcode {
    OP_STATEMENT,    /* [statement]   - */
    OP_BRANCH,       /* [branch]      value - value       a branch on this value follows */
    OP_NUMBER,       /* [value]       - value */
    OP_GET,          /* [local]       - value */
    OP_SET,          /* [local]       value - */
    OP_LOAD,         /*               address - value */
    OP_STORE,        /*               address value - */
    OP_DROP,         /*               value - */
    OP_ADD,          /*               a b - a+b */
    OP_SUBTRACT,     /*               a b - a-b */
    OP_MULTIPLY,     /*               a b - a*b */
    OP_DIVIDE,       /*               a b - a/b */
    OP_REMAINDER,    /*               a b - a%b */
    OP_LESS,         /*               a b - a<b */
    OP_LESS_EQUAL,   /*               a b - a<=b */
    OP_EQUAL,        /*               a b - a==b */
    OP_NOT,          /*               a - !a */
    OP_JUMP,         /* [target]      - */
    OP_JUMP_IF_NOT,  /* [target]      value - */
    OP_PRINT,        /*               value - */
    OP_PRINT_TEXT,   /* [text]        - */
    OP_PRINT_END,    /*               - */
    OP_CALL,         /* [function]    arguments - result */
    OP_BECOME,       /* [function]    arguments -         a tail call */
    OP_RETURN,       /*               value - */
    OP_THROW,        /*               value - */
    OP_SPAWN,        /* [function]    arguments - fiber */
    OP_RESUME,       /*               fiber - value       the value that the fiber yields or returns */
    OP_DONE,         /*               fiber - 0 or 1      1 if the fiber has ended */
    OP_YIELD         /*               value - */
};
/* clang-format on */

struct instruction {
    enum opcode opcode;
    int64_t operand;
};

struct statement {
    int offset; /* offset of its OP_STATEMENT in the code */
    int line;
    uint64_t executions; /* number of executions, counted by the machine itself */
};

/* A condition, and how often it was true (0) and false (1), counted by the machine itself. */
struct branch {
    int line;
    uint64_t taken[2];
};

/* Handler of exceptions in the code from offset `first` to before `last`. The thrown value is stored in a local, and
 * execution continues at `target`. Inner handlers precede outer ones. */
struct handler {
    int first;
    int last;
    int target;
    int local;
};

struct function {
    char *name;
    int number;     /* index in the program's functions */
    int line;       /* 0 while the function is not defined yet */
    int parameters; /* number of parameters; -1 until the compiler reads its definition or its first call */
    int locals;     /* including parameters */
    struct instruction *code;
    int code_size;
    struct statement *statements;
    int statement_count;
    struct branch *branches;
    int branch_count;
    struct handler *handlers;
    int handler_count;
    uint64_t calls; /* counted by the machine itself */
};

struct program {
    const char *file;
    int lines; /* number of lines of the file */
    struct function **functions;
    int function_count;
    char **texts; /* literals of print */
    int text_count;
    bool has_fibers; /* the program spawns fibers, or yields */
};

/* Return the array with space for one more element, which is zeroed. If out of memory, end the process. */
void *program_grow(void *array, int count, size_t element);

/* Return a file's text. If it cannot be read, end the process. */
char *program_read(const char *name);

/* Return the function of that name; create it if necessary. */
struct function *program_function(struct program *program, const char *name);

/* Return the innermost handler for an exception at an offset, or NULL. */
const struct handler *program_handler(const struct function *function, int offset);

/* Print the machine's own counts to stderr: "calls FUNCTION N", "line LINE N" and "branch LINE N N", including those
 * that never ran. */
void program_print_counts(const struct program *program);

void program_free(struct program *program);

#endif
