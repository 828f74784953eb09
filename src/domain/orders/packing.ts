/** Where the service writes a week's papers into the built page `/admin/packing`. */
export const PACKING_SLOT = { start: '<!--packing-->', end: '<!--/packing-->' } as const;
