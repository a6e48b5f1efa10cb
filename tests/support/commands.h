/* commands.h - every command of the tool, run over one data file within this process. */
#pragma once

#include "tools/qii/qii.h"

static const char *const test_commands[][4] = {
    {"report", "--threads"},
    {"report", "--product=cprof", "--sort=name"},
    {"report", "--phase=1", "--top=0"},
    {"tree", "--min-share=0", "--depth=0"},
    {"tree", "--threads"},
    {"trace"},
    {"counters"},
    {"counters", "--csv"},
    {"locations"},
    {"annotate", "main.lua"},
    {"annotate", "--product=qprof", "Math"},
    {"cover", "--functions"},
    {"info"},
    {"check"},
    {"check", "--dump=chunks"},
    {"check", "--dump=root:0x3002"},
    {"export", "--format=json", "--events"},
    {"export", "--format=lcov"},
    {"export", "--format=pprof", "--output=/dev/null"},
    {"export", "--format=jfr", "--output=/dev/null"},
    {"export", "--format=firefox", "--output=/dev/null"},
    {"export", "--format=perfetto", "--output=/dev/null"},
    {"html"},
    {"html", "--product=cprof", "--max-paths=3"},
    {"merge", "--output=/dev/null"},
};

#define TEST_COMMANDS (sizeof test_commands / sizeof *test_commands)

/* Run a command of up to four words on a data file. Return its exit code. A command of fewer words ends with NULL. */
static inline int test_run_words(const char *const command[4], const char *path)
{
    char words[6][64];
    char *line[7] = {words[0]};
    int count = 1;
    snprintf(words[0], sizeof words[0], "qii");
    for (unsigned i = 0; i < 4 && command[i]; i++, count++) {
        snprintf(words[count], sizeof words[count], "%s", command[i]);
        line[count] = words[count];
    }
    snprintf(words[count], sizeof words[count], "%s", path);
    line[count] = words[count];
    count++;
    line[count] = NULL;
    return qii_main(count, line);
}

static inline int test_run_command(unsigned number, const char *path)
{
    return test_run_words(test_commands[number], path);
}
