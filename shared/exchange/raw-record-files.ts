/** The extensions of files with raw records, without a dot. */
export const rawRecordExtensions: readonly string[] = ['json', 'ndjson', 'jsonl', 'zip'];

/** Maximum number of files that are imported at once; a folder may have more. */
export const maxRawRecordFiles = 10_000;
