import { openPostgres } from '../../api/db/postgres.ts';

// One of several processes that start on one empty database: says how many tables it then has.
const { db, close } = await openPostgres(process.argv[2] ?? '');
console.log(String((await db.introspection.getTables()).length));
await close();
