#include "tests/support/test.h"

int main(int argc, char **argv)
{
    return test_run(argc, argv);
}
