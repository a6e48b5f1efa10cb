#include "format/lost_pages.h"
#include "tools/qii/qii.h"

#include <signal.h>
#include <string.h>

int main(int argc, char **argv)
{
    /* If the reader of our output exits, writes fail with EPIPE, which has an exit code. `qii lua` and `qii java` exec
     * another program, which would inherit the ignored signal. */
    if (argc < 2 || (strcmp(argv[1], "lua") != 0 && strcmp(argv[1], "java") != 0))
        signal(SIGPIPE, SIG_IGN);
    qp_lost_pages_guard();
    return qii_main(argc, argv);
}
