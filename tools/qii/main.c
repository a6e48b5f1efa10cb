#include "format/lost_pages.h"
#include "tools/qii/qii.h"

#include <signal.h>
#include <stdbool.h>
#include <string.h>

/* Return true if the command is replaced by a program, which would inherit ignored signals. */
static bool becomes_program(const char *command)
{
    static const char *const commands[] = {"java", "lua", "python", "run"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(command, commands[i]) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    /* Ignore SIGPIPE: if the reader of our output exits, writes fail with EPIPE instead, and we exit with our own
     * code. */
    if (argc < 2 || !becomes_program(argv[1]))
        signal(SIGPIPE, SIG_IGN);
    qp_lost_pages_guard();
    return qii_main(argc, argv);
}
