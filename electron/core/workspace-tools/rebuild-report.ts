/** How many items of one kind are in the new file of a rebuild. */
export type RescueCount = {
  readonly rescued: number;
  /** Rows that were there but could not be read, as far as indexes and other tables know of them. */
  readonly lost: number;
  /** Set where no index is left that knows all of them: more may be lost. */
  readonly isLostUnknown?: boolean;
};

/** What a rebuild rescued and what it could not. */
export type RebuildReport = {
  readonly records: RescueCount;
  /** Of the records, those that could be read from the last of the files. */
  readonly recordsOfLast: number;
  readonly detections: number;
  /** Records whose row was lost, found by their bytes alone. */
  readonly recordsFoundByBytes: number;
  readonly reviews: RescueCount;
  /** Reviews whose row was damaged, made again from the last entry of their history. */
  readonly reviewsRemade: number;
  readonly reviewsFromCopy: number;
  /** When the safety copy that was used had been saved (UTC, ISO 8601); undefined where there was none. */
  readonly copySavedAt: string | undefined;
  /** Records whose reviews lay on damaged pages: what was read of those may be wrong. */
  readonly doubtfulReviews: readonly string[];
  /** All other tables, in the order in which they were copied. */
  readonly tables: readonly (RescueCount & {
    readonly table: string;
    /** Rows on damaged pages: what was read of them may be wrong. */
    readonly doubtful: number;
    readonly fromCopy: number;
  })[];
  /** Where the file could not be read as a whole, and what that means; a sentence each. */
  readonly remarks: readonly string[];
};
