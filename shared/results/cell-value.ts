/** The value of a field of a detection; null without one. */
export type CellValue = string | number | boolean | null;
