// Imported by programs, not by parts: whatever they write is for their own account alone. The database's log takes its
// rights from the database.
process.umask(0o077);
