import { runAside } from '../process/aside.ts';
import type * as Work from './content-work.ts';

/** What is done with a whole content folder, in a thread aside. */
export const contentAside = runAside<typeof Work>(new URL('./content-work.ts', import.meta.url).href);
