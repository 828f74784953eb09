import { forgetScanWeek } from './scan-store.ts';

// Whoever sees the sign-in page is not signed in, no longer, or is asked again.
if (location.pathname === '/admin/sign-in') forgetScanWeek();
