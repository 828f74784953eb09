import { createContext } from 'react';

/** Called when an answer says that the session has ended: the page asks for the password again. */
export const SignedOutContext = createContext<() => void>(() => undefined);
