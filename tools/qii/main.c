#include "tools/qii/qii.h"

#include <signal.h>

int main(int argc, char **argv)
{
    /* A reader that goes away is a write that fails, and that has an exit code. */
    signal(SIGPIPE, SIG_IGN);
    return qii_main(argc, argv);
}
