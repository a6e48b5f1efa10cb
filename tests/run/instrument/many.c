/* Loads the libraries ./lib0.so to ./lib199.so, and calls in each a function that calls 50 others, twice. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    for (int i = 0; i < 200; i++) {
        char name[40];
        void (*all)(void);
        snprintf(name, sizeof name, "./lib%d.so", i);
        void *library = dlopen(name, RTLD_NOW);
        snprintf(name, sizeof name, "all_%d", i);
        void *address = library ? dlsym(library, name) : NULL;
        memcpy(&all, &address, sizeof all);
        if (!all)
            return 1;
        all();
        all();
    }
    return 0;
}
