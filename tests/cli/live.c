/* live.c - a program with libqprof for tests of the views of a running program. It executes the commands on standard
 * input, one per line, and prints "done" after each command. Options of the library come from QPROF_OPTIONS.
 *
 *   enter ID | leave | call ID TIMES | clear | fork | spin MILLISECONDS | end
 */
#include <qprof.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static unsigned long depth; /* number of open frames; the stack id of a frame is its depth */

static void enter(unsigned long method)
{
    qprof_record_fn_entry(method, ++depth);
}

static void leave(void)
{
    qprof_record_fn_exit(--depth);
}

/* Fork a child that keeps the parent's files open and outlives the parent. */
static void make_child(void)
{
    if (fork() == 0) {
        sleep(3);
        _exit(0);
    }
}

static void spin(long milliseconds)
{
    struct timespec rest = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&rest, NULL);
}

static void obey(const char *word, unsigned long first, unsigned long second)
{
    if (strcmp(word, "enter") == 0)
        enter(first);
    else if (strcmp(word, "leave") == 0)
        leave();
    else if (strcmp(word, "clear") == 0)
        qprof_clear_data();
    else if (strcmp(word, "fork") == 0)
        make_child();
    else if (strcmp(word, "spin") == 0)
        spin((long)first);
    for (unsigned long i = 0; strcmp(word, "call") == 0 && i < second; i++) {
        enter(first);
        leave();
    }
}

int main(void)
{
    static const char hostile[] = "esc\033[31m \t\xe2\x80\xae"
                                  "wide \xe6\xbc\xa2\xe5\xad\x97";
    static const char *const names[] = {"main", "parse", "sort", hostile};
    const qprof_LineInfo lines[] = {{0, 15}};
    char line[100], word[20];
    if (qprof_initialize("", NULL) < 0)
        return 1;
    for (unsigned i = 0; i < 4; i++)
        qprof_register_method_id(i + 1, names[i], NULL, QPROF_METHOD_FLAGS_NONE, "live.toy", lines, 1);
    while (fgets(line, sizeof line, stdin)) {
        unsigned long first = 0, second = 0;
        if (sscanf(line, "%19s %lu %lu", word, &first, &second) < 1 || strcmp(word, "end") == 0)
            break;
        obey(word, first, second);
        puts("done");
        fflush(stdout);
    }
    qprof_shutdown();
    return 0;
}
