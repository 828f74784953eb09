import { createContext } from 'react';
import type { Role } from '#domain/people.ts';

/** Of the person who looks at the orders. The server enforces it; the page only hides what would be refused. */
export const RoleContext = createContext<Role>('owner');
