/* lock.h - the lock of all tables of ITT in this library. */
#pragma once

void itt_lock(void);
void itt_unlock(void);
