import type { AreaShape } from '../../shared/areas/area.ts';
import type { ImportedArea } from '../../shared/areas/import/import-result.ts';
import type { ImportNote, ImportRefusal, ImportResult } from '../../shared/areas/import-areas.ts';
import type { Failure } from '../../shared/result.ts';
import type { TableColumns, TablePreview } from '../../shared/tables/table-columns.ts';

/** An area found in a file. */
export type ParsedArea = Pick<ImportedArea, 'name' | 'layer'> & {
  readonly shape: Extract<AreaShape, { kind: 'polygon' }>;
  readonly squareMetres: number;
  readonly vertices: number;
};

/** The result of parsing a file, with its areas measured. */
export type ParsedAreaFile = Omit<ImportResult, 'areas'> & { readonly areas: readonly ParsedArea[] };

/** A file, or a pasted text, before it is read. */
export type ImportSource = Pick<File, 'name' | 'size' | 'arrayBuffer' | 'slice'>;

/** Choices of the user about reading a file: its code page, and the columns of a table. */
export type ReadingChoices = {
  readonly codePage?: string | undefined;
  readonly columns?: TableColumns | undefined;
};

/** A source in an import, what the user chose for it, and the table that it was read as. */
export type ImportEntry = {
  readonly key: number;
  readonly name: string;
  readonly source: ImportSource;
  readonly table?: TablePreview | undefined;
} & ReadingChoices &
  ImportFileState;

type ImportFileState =
  | { readonly state: 'waiting' | 'reading' }
  | { readonly state: 'read'; readonly areaCount: number; readonly notes: readonly ImportNote[] }
  | { readonly state: 'rejected'; readonly error: ImportRefusal; readonly notes: readonly ImportNote[] }
  /** The file could not be read completely. */
  | { readonly state: 'failed'; readonly failure: Failure };

/** An area that can be saved, and the key of its file. */
export type ImportCandidate = ParsedArea & { readonly key: number; readonly fileKey: number };

/** Files that are previewed before any of their areas is saved. The keys of files are indices in the list. */
export type AreaImport = {
  readonly files: readonly ImportEntry[];
  readonly candidates: readonly ImportCandidate[];
  readonly chosenKeys: ReadonlySet<number>;
  /** The candidate that is highlighted on the map. */
  readonly focusedKey: number | null;
  readonly isSaving: boolean;
  /** Reason why they could not be saved. */
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

/** Returns the import with sources added that wait to be read. */
export function withWaitingFiles(before: AreaImport, sources: readonly ImportSource[]): AreaImport {
  const more = sources.map(
    (source, index): ImportEntry => ({
      key: before.files.length + index,
      name: source.name,
      source,
      state: 'waiting',
    }),
  );
  return { ...before, files: [...before.files, ...more] };
}

/** Returns the import with a file marked as being read, as the user chose, if anything. */
export function withReadingFile(before: AreaImport, key: number, choices?: ReadingChoices): AreaImport {
  return withFile(before, key, { state: 'reading' }, choices);
}

/**
 * Returns the import with a parsed file: its areas are candidates, all chosen. Those of a file that was read before are
 * replaced by as many in their order, which are chosen like the former ones.
 */
export function withParsedFile(
  before: AreaImport,
  key: number,
  { areas, notes, error, table }: ParsedAreaFile,
): AreaImport {
  const former = before.candidates.filter(({ fileKey }) => fileKey === key);
  const isAgain = former.length === areas.length;
  const firstKey = Math.max(-1, ...before.candidates.map((candidate) => candidate.key)) + 1;
  const found = areas.map(
    (area, index): ImportCandidate => ({
      ...area,
      fileKey: key,
      key: (isAgain ? former[index]?.key : undefined) ?? firstKey + index,
    }),
  );
  const others = before.candidates.filter(({ fileKey }) => fileKey !== key);
  const chosen = isAgain ? [] : found.map((candidate) => candidate.key);
  return {
    ...withFile(
      before,
      key,
      error ? { state: 'rejected', error, notes } : { state: 'read', areaCount: found.length, notes },
      { table },
    ),
    candidates: [...others, ...found].sort((one, other) => one.fileKey - other.fileKey),
    chosenKeys: new Set([...before.chosenKeys, ...chosen]),
  };
}

/** Returns the import with a file that could not be read. */
export function withFailedFile(before: AreaImport, key: number, failure: Failure): AreaImport {
  return withFile(before, key, { state: 'failed', failure });
}

/** Whether files still wait or are being read. */
export function isReadingFiles({ files }: AreaImport): boolean {
  return files.some(({ state }) => state === 'waiting' || state === 'reading');
}

function withFile(
  before: AreaImport,
  key: number,
  state: ImportFileState,
  more: ReadingChoices & Pick<ImportEntry, 'table'> = {},
): AreaImport {
  return {
    ...before,
    files: before.files.map((file) => {
      if (file.key !== key) return file;
      const { name, source, codePage, columns, table } = file;
      return { key, name, source, codePage, columns, table, ...more, ...state };
    }),
  };
}
