import { forgetScanWeek } from './scan-store.ts';

// Whoever sees the sign-in page is not signed in, or no longer.
forgetScanWeek();
