import type { AreaShape } from '../../shared/areas/area.ts';
import type { ImportNote, ImportRefusal, ImportResult } from '../../shared/areas/import-areas.ts';
import type { Failure } from '../../shared/result.ts';

/** An area found in a file. */
export type ReadArea = {
  readonly name: string;
  readonly shape: Extract<AreaShape, { kind: 'polygon' }>;
  readonly squareMetres: number;
  readonly vertices: number;
};

/** What reading a file came to, with its areas measured. */
export type ReadFile = Omit<ImportResult, 'areas'> & { readonly areas: readonly ReadArea[] };

/** A file, or a pasted text, of an import. */
export type ImportedFile = { readonly key: number; readonly name: string } & (
  | { readonly state: 'waiting' | 'reading' }
  | { readonly state: 'read'; readonly areaCount: number; readonly notes: readonly ImportNote[] }
  | { readonly state: 'rejected'; readonly error: ImportRefusal; readonly notes: readonly ImportNote[] }
  /** It could not be read to its end. */
  | { readonly state: 'failed'; readonly failure: Failure }
);

/** An area that can be kept. */
export type Candidate = ReadArea & { readonly key: number };

/** Files that are looked at before anything of them is kept. Keys are places in the lists. */
export type AreaImport = {
  readonly files: readonly ImportedFile[];
  readonly candidates: readonly Candidate[];
  readonly chosen: ReadonlySet<number>;
  /** The candidate that is highlighted on the map. */
  readonly focusedKey: number | null;
  readonly isKeeping: boolean;
  /** Why they could not be kept. */
  readonly failure: Failure | null;
};

/** An import without files. */
export const emptyImport: AreaImport = {
  files: [],
  candidates: [],
  chosen: new Set(),
  focusedKey: null,
  isKeeping: false,
  failure: null,
};

/** The import with files that wait to be read. */
export function withWaiting(before: AreaImport, names: readonly string[]): AreaImport {
  const more = names.map(
    (name, index): ImportedFile => ({
      key: before.files.length + index,
      name,
      state: 'waiting',
    }),
  );
  return { ...before, files: [...before.files, ...more] };
}

/** The import once a file is being read. */
export function withReading(before: AreaImport, key: number): AreaImport {
  return withFile(before, key, ({ name }) => ({ key, name, state: 'reading' }));
}

/** The import once a file is read: its areas are candidates, all chosen. */
export function withRead(before: AreaImport, key: number, { areas, notes, error }: ReadFile): AreaImport {
  const found = areas.map((area, index): Candidate => ({ ...area, key: before.candidates.length + index }));
  const after = withFile(before, key, ({ name }) =>
    error
      ? { key, name, state: 'rejected', error, notes }
      : { key, name, state: 'read', areaCount: found.length, notes },
  );
  return {
    ...after,
    candidates: [...before.candidates, ...found],
    chosen: new Set([...before.chosen, ...found.map((candidate) => candidate.key)]),
  };
}

/** The import once a file could not be read. */
export function withFailed(before: AreaImport, key: number, failure: Failure): AreaImport {
  return withFile(before, key, ({ name }) => ({ key, name, state: 'failed', failure }));
}

/** Whether files still wait or are being read. */
export function isReading({ files }: AreaImport): boolean {
  return files.some(({ state }) => state === 'waiting' || state === 'reading');
}

function withFile(before: AreaImport, key: number, change: (file: ImportedFile) => ImportedFile): AreaImport {
  return { ...before, files: before.files.map((file) => (file.key === key ? change(file) : file)) };
}
