/* host LIBRARY: a program that knows nothing of MPI. A library that it loads calls MPI_Init and communicates. */
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    int (*communicate)(void) = library ? (int (*)(void))dlsym(library, "communicate") : NULL;
    if (!communicate)
        return fprintf(stderr, "%s\n", dlerror()), 1;
    return communicate();
}
