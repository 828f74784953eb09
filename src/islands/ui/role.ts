import { createContext } from 'react';
import type { Role } from '#domain/people.ts';

/** What whoever looks at the orders may do. The server holds to it; the page only leaves out what would be refused. */
export const RoleContext = createContext<Role>('owner');
