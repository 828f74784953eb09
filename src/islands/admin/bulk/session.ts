import { createContext } from 'react';
import type { Role } from '#domain/people.ts';

/**
 * The permissions of the person who looks at the orders. The server enforces them; the page only hides what would be
 * refused.
 */
export const RoleContext = createContext<Role>('owner');

/** Called when a response says that the session has ended, so that the page asks for the password again. */
export const SignedOutContext = createContext<() => void>(() => undefined);
