/* linked.c - a C program linked with one of the libraries. */
#include <qprof.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    if (strcmp(qprof_version(), QPROF_VERSION) != 0) {
        printf("library %s, header %s\n", qprof_version(), QPROF_VERSION);
        return 1;
    }
    if (qprof_initialize("-data-file=none -quiet", NULL) < 0)
        return 1;
    qprof_record_fn_entry(1, 65);
    int inside = qprof_current_method_id() == 1;
    qprof_record_fn_exit(0);
    qprof_shutdown();
    return inside ? 0 : 1;
}
