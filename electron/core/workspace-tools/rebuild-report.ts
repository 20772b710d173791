/** How much of one kind of thing a rebuild took over. */
export type Rescued = {
  readonly rescued: number;
  /** Rows that were there but could not be read, as far as that can be known. */
  readonly lost: number;
};

/** What a rebuild rescued and what it could not. */
export type RebuildReport = {
  readonly records: Rescued;
  readonly detections: number;
  /** Records whose row was lost, found by their bytes alone. */
  readonly recordsFoundByBytes: number;
  readonly reviews: Rescued;
  /** Everything else, by table, in the order it was taken over. */
  readonly tables: readonly (Rescued & { readonly table: string })[];
  /** Where the file could not be read as a whole, and what that means; a sentence each. */
  readonly remarks: readonly string[];
};
