/* hold_lock FILE COMMAND...: run a command while this process holds the recorder's lock on byte 0 of the file. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
    int fd = argc < 3 ? -1 : open(argv[1], O_RDWR);
    if (fd < 0 || fcntl(fd, F_SETLK, &lock) != 0) {
        perror("hold_lock");
        return 99;
    }
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(98);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 97;
}
