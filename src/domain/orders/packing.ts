/** Where the service inserts a week's print documents into the built page `/admin/packing`. */
export const PACKING_SLOT = { start: '<!--packing-->', end: '<!--/packing-->' } as const;
