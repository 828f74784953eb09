import { createContext } from 'react';

/** Called when a response says that the session has ended, so that the page asks for the password again. */
export const SignedOutContext = createContext<() => void>(() => undefined);
