/* own_folder.h - the working directory of a test program is the program's own folder, wherever the program is started.
 * So files of a killed test stay in the build tree. */
#pragma once

/* Make the folder of the program the working directory. */
void test_enter_own_folder(void);
