/* Writes the class of old.h to a file. usage: old_class FILE */
#include "tests/jvm/old.h"

#include <stdio.h>

int main(int count, char **words)
{
    struct built built;
    old_build(&built);
    FILE *out = count == 2 ? fopen(words[1], "wb") : NULL;
    if (!out || fwrite(built.bytes.bytes, 1, built.bytes.size, out) != built.bytes.size || fclose(out) != 0) {
        perror("old_class");
        return 1;
    }
    built_fini(&built);
    return 0;
}
