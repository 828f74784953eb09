// Only programs import this: all files they write are private to their account. The database's log has the database's
// rights.
process.umask(0o077);
