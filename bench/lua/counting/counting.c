/* counting.c - functions that let a Lua interpreter count its calls and record its executed instructions without a
 * hook.
 *
 * qii's counts are compared with these counts. bench/lua/counting/build adds this file to Lua's own sources. At the end
 * of the process, the counts are written to the file named by COUNTING_OUTPUT, in the format of bench/lua/truth.lua.
 * The count of a line is only 1 or missing: it shows whether an instruction of the line was executed. */
#include <stdio.h>
#include <stdlib.h>

#include "counting.h"
#include "ldebug.h"
#include "lobject.h"
#include "lstring.h"

#define ROOM ((size_t)1 << 22) /* maximum number of prototypes in a process, including freed prototypes */

struct counts {
    const Proto *prototype; /* NULL = the prototype was freed, and the counts are written */
    unsigned long calls;
    unsigned char *executed; /* for each instruction: 1 = executed */
    char *source;
};

static struct counts *table[ROOM];
static struct counts *last;
static FILE *out;

/* Return a copy of the source, escaped as in truth.lua. It is made early, since Lua may free the source of a prototype
 * before the prototype. */
static char *escaped_source(const Proto *p)
{
    const char *source = p->source ? getstr(p->source) : "=?";
    size_t size = p->source ? tsslen(p->source) : 2;
    char *escaped = malloc(4 * size + 1);
    char *to = escaped;
    for (size_t i = 0; escaped && i < size; i++) {
        unsigned char byte = (unsigned char)source[i];
        to += sprintf(to, byte <= ' ' || byte >= 127 || byte == '\\' ? "\\%03d" : "%c", byte);
    }
    if (escaped)
        *to = '\0';
    return escaped;
}

/* Return the state of each line from *first to *last_line: 0 = no instruction, 1 = no instruction executed, 2 = at
 * least one instruction executed. As in lua_getinfo, the first instruction of a vararg function is on no line. */
static unsigned char *read_lines(const struct counts *counts, int *first, int *last_line)
{
    const Proto *p = counts->prototype;
    *first = *last_line = luaG_getfuncline(p, p->sizecode - 1);
    for (int pc = p->is_vararg; pc < p->sizecode; pc++) {
        int line = luaG_getfuncline(p, pc);
        *first = line < *first ? line : *first;
        *last_line = line > *last_line ? line : *last_line;
    }
    unsigned char *lines = calloc((size_t)(*last_line - *first) + 1, 1);
    for (int pc = p->is_vararg; lines && pc < p->sizecode; pc++) {
        unsigned char *line = &lines[luaG_getfuncline(p, pc) - *first];
        *line = counts->executed[pc] ? 2 : *line ? *line : 1;
    }
    return lines;
}

static void write_counts(const struct counts *counts)
{
    const Proto *p = counts->prototype;
    int first, last_line;
    unsigned char *lines = p->lineinfo ? read_lines(counts, &first, &last_line) : NULL;
    if (!lines)
        return;
    fprintf(out, "function %lu %s %d %d ", counts->calls, counts->source, p->linedefined, p->lastlinedefined);
    const char *between = "";
    for (int line = first; line <= last_line; line++) {
        if (!lines[line - first])
            continue;
        fprintf(out, "%s%d", between, line);
        between = ",";
    }
    fprintf(out, "\n");
    for (int line = first; line <= last_line; line++)
        if (lines[line - first] == 2)
            fprintf(out, "line 1 %s %d\n", counts->source, line);
    free(lines);
}

static void end(void)
{
    for (size_t i = 0; i < ROOM; i++)
        if (table[i] && table[i]->prototype)
            write_counts(table[i]);
    fclose(out);
    out = NULL;
}

static void begin(void)
{
    const char *name = getenv("COUNTING_OUTPUT");
    out = fopen(name ? name : "/dev/null", "w");
    if (!out)
        abort();
    atexit(end);
}

static struct counts **find(const Proto *p)
{
    size_t at = (size_t)p / 16 * 2654435761u % ROOM;
    while (table[at] && table[at]->prototype != p)
        at = (at + 1) % ROOM;
    return &table[at];
}

static struct counts *counts_of(const Proto *p)
{
    if (last && last->prototype == p)
        return last;
    if (!out)
        begin();
    struct counts **place = find(p);
    if (!*place) {
        *place = calloc(1, sizeof **place);
        unsigned char *executed = calloc((size_t)p->sizecode, 1);
        char *source = escaped_source(p);
        if (!*place || !executed || !source)
            abort();
        **place = (struct counts){.prototype = p, .executed = executed, .source = source};
    }
    return last = *place;
}

void counting_call(const Proto *p)
{
    counts_of(p)->calls++;
}

void counting_execute(const Proto *p, const Instruction *pc)
{
    counts_of(p)->executed[pc - p->code] = 1;
}

void counting_free(const Proto *p)
{
    struct counts *counts = out ? *find(p) : NULL;
    if (!counts)
        return;
    write_counts(counts);
    free(counts->executed);
    free(counts->source);
    *counts = (struct counts){0};
}
