/* own_folder.h - a test program's working directory: its own folder, wherever it is started. Files of a killed test
 * then stay in the build tree. */
#pragma once

/* Make the folder of the program the working directory. */
void test_enter_own_folder(void);
