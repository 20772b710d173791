import type { AreaShape } from '../../shared/areas/area.ts';
import type { ImportNote, ImportRefusal, ImportResult } from '../../shared/areas/import-areas.ts';
import type { Failure } from '../../shared/result.ts';

/** An area found in a file. */
export type ParsedArea = {
  readonly name: string;
  readonly shape: Extract<AreaShape, { kind: 'polygon' }>;
  readonly squareMetres: number;
  readonly vertices: number;
};

/** The result of parsing a file, with its areas measured. */
export type ParsedAreaFile = Omit<ImportResult, 'areas'> & { readonly areas: readonly ParsedArea[] };

/** A file, or a pasted text, in an import. */
export type ImportFile = { readonly key: number; readonly name: string } & (
  | { readonly state: 'waiting' | 'reading' }
  | { readonly state: 'read'; readonly areaCount: number; readonly notes: readonly ImportNote[] }
  | { readonly state: 'rejected'; readonly error: ImportRefusal; readonly notes: readonly ImportNote[] }
  /** The file could not be read completely. */
  | { readonly state: 'failed'; readonly failure: Failure }
);

/** An area that can be saved. */
export type ImportCandidate = ParsedArea & { readonly key: number };

/** Files that are previewed before any of their areas is saved. Keys are indices in the lists. */
export type AreaImport = {
  readonly files: readonly ImportFile[];
  readonly candidates: readonly ImportCandidate[];
  readonly chosenKeys: ReadonlySet<number>;
  /** The candidate that is highlighted on the map. */
  readonly focusedKey: number | null;
  readonly isSaving: boolean;
  /** Why they could not be saved. */
  readonly failure: Failure | null;
};

/** An import without files. */
export const emptyImport: AreaImport = {
  files: [],
  candidates: [],
  chosenKeys: new Set(),
  focusedKey: null,
  isSaving: false,
  failure: null,
};

/** Returns the import with files added that wait to be read. */
export function withWaitingFiles(before: AreaImport, names: readonly string[]): AreaImport {
  const more = names.map(
    (name, index): ImportFile => ({
      key: before.files.length + index,
      name,
      state: 'waiting',
    }),
  );
  return { ...before, files: [...before.files, ...more] };
}

/** Returns the import with a file marked as being read. */
export function withReadingFile(before: AreaImport, key: number): AreaImport {
  return withFile(before, key, ({ name }) => ({ key, name, state: 'reading' }));
}

/** Returns the import with a parsed file: its areas are candidates, all chosen. */
export function withParsedFile(
  before: AreaImport,
  key: number,
  { areas, notes, error }: ParsedAreaFile,
): AreaImport {
  const found = areas.map(
    (area, index): ImportCandidate => ({ ...area, key: before.candidates.length + index }),
  );
  const after = withFile(before, key, ({ name }) =>
    error
      ? { key, name, state: 'rejected', error, notes }
      : { key, name, state: 'read', areaCount: found.length, notes },
  );
  return {
    ...after,
    candidates: [...before.candidates, ...found],
    chosenKeys: new Set([...before.chosenKeys, ...found.map((candidate) => candidate.key)]),
  };
}

/** Returns the import with a file that could not be read. */
export function withFailedFile(before: AreaImport, key: number, failure: Failure): AreaImport {
  return withFile(before, key, ({ name }) => ({ key, name, state: 'failed', failure }));
}

/** Whether files still wait or are being read. */
export function isReadingFiles({ files }: AreaImport): boolean {
  return files.some(({ state }) => state === 'waiting' || state === 'reading');
}

function withFile(before: AreaImport, key: number, change: (file: ImportFile) => ImportFile): AreaImport {
  return { ...before, files: before.files.map((file) => (file.key === key ? change(file) : file)) };
}
