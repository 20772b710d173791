/** What the reader should know of the files that were written, gathered while they are. */
export type ExportNotes = {
  add(note: string): void;
  /** A note on how often something happened; `describe` gets the count. Calls with the same function add up. */
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
