/** Collects notes for the user on the files that are being written. */
export type ExportNotes = {
  add(note: string): void;
  /** Counts occurrences; the note is `describe(count)`. Calls with the same function add up. */
  count(describe: (count: number) => string, by?: number): void;
  list(): readonly string[];
};

export function createExportNotes(): ExportNotes {
  const notes: string[] = [];
  const counts = new Map<(count: number) => string, number>();
  return {
    add(note) {
      notes.push(note);
    },
    count(describe, by = 1) {
      counts.set(describe, (counts.get(describe) ?? 0) + by);
    },
    list: () => [...notes, ...[...counts].map(([describe, count]) => describe(count))],
  };
}
