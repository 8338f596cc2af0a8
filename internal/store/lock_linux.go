package store

// setLockCommand is F_OFD_SETLK: the lock is the open file's, not the
// process's, so that two stores in one process are two.
const setLockCommand = 37
