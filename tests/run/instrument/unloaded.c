/* Loads three libraries one after the other, mostly at the same address, and again, and prints its own calls. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    int runs = 0;
    for (int turn = 0; turn < 6; turn++) {
        int (*entry)(int);
        char name[] = "./libN.so";
        name[5] = (char)('1' + turn % 3);
        void *library = dlopen(name, RTLD_NOW);
        void *address = library ? dlsym(library, "entry") : NULL;
        memcpy(&entry, &address, sizeof entry);
        if (!entry)
            return 1;
        for (int i = 0; i <= turn % 3; i++, runs++)
            entry(5);
        dlclose(library);
    }
    printf("1 main\n%d entry\n", runs); /* one function, since name, file and line are equal */
    for (int i = 1; i <= 3; i++)
        printf("2 first_%d\n%d step_%d\n", i, 10 * i, i);
    return runs == 12 ? 0 : 1;
}
