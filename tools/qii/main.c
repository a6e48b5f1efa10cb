#include "format/lost_pages.h"
#include "tools/qii/qii.h"

#include <signal.h>
#include <string.h>

int main(int argc, char **argv)
{
    /* Ignore SIGPIPE: if the reader of our output exits, writes fail with EPIPE instead, and we exit with our own code.
     * `qii lua`, `qii java` and `qii python` do not ignore it, because the program that they execute would inherit
     * that. */
    if (argc < 2 || (strcmp(argv[1], "lua") != 0 && strcmp(argv[1], "java") != 0 && strcmp(argv[1], "python") != 0))
        signal(SIGPIPE, SIG_IGN);
    qp_lost_pages_guard();
    return qii_main(argc, argv);
}
