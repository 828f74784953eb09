import { OFFICE_PAGES } from '#domain/office.ts';
import { forgetScanWeek } from './scan-store.ts';

// Whoever sees the sign-in page is not signed in, or no longer.
if (location.pathname === OFFICE_PAGES['admin/sign-in'].path) forgetScanWeek();
