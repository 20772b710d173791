import { type AisFile, aisFileSchema } from '../../../../../shared/ais/ais-file.ts';
import type { AisStatic } from '../../../../../shared/ais/contact.ts';
import type { FileSpan } from '../../../../../shared/ais/file-cover.ts';
import { unpackReports } from '../../../../../shared/ais/pack-reports.ts';
import type { AisPass, DetectionMatch } from '../../../../../shared/ais/pass-matches.ts';
import type { AisOfDetection, AisPassOutcome } from '../../../../../shared/ais/pass-outcome.ts';
import type { PassReach } from '../../../../../shared/ais/read/ais-reach.ts';
import type { ImageDetection } from '../../../../../shared/ais/score-pair.ts';
import { toTracks } from '../../../../../shared/ais/track.ts';
import type { LonLat } from '../../../../../shared/geo/geometry.ts';
import { toRegion } from '../../../../../shared/geo/region.ts';
import { findableLengths } from '../../../../../shared/results/analytic-limits.ts';
import type { Steps } from '../../../base/steps.ts';
import { bytesCell, numberCell, textCell } from '../../file/cells.ts';
import type { Sql } from '../../file/sql.ts';
import { detections } from '../detection-pages.ts';
import type { Detections } from '../memory/column-store.ts';
import type { DetectionMemory } from '../memory/detection-memory.ts';
import { toNumbers } from '../memory/field-column.ts';
import { findPosition } from '../memory/find-position.ts';
import type { LoadedPasses, PassLoader } from '../passes/load-passes.ts';
import { idsOfPass } from '../passes/pass-counts.ts';
import { readPassOutlines } from '../passes/pass-rows.ts';
import type { StoredPass } from '../passes/read-passes.ts';
import type { DefineQuery } from '../query.ts';
import { latestDecision } from './read-decisions.ts';

/** A contact as it is stored. */
type StoredContact = {
  readonly identifier: string;
  readonly facts: AisStatic;
  /** `packReports`. */
  readonly reports: Uint8Array;
};

/** What matching a pass needs. */
export type AisPassInput = {
  readonly pass: Omit<AisPass, 'isWater'>;
  readonly contacts: readonly StoredContact[];
  readonly span: FileSpan | null;
  readonly files: readonly AisFile[];
};

/** A pass that files were read for, and whether its outcome is still that of its detections and files. */
export type AisPassState = { readonly key: string; readonly stamp: string; readonly isCurrent: boolean };

const windowMs = 2 * 60 * 60_000;
/** Tracks are shown from this long before an image to this long after it. */
const trackMs = 60 * 60_000;

/** Queries of AIS files, and of what is derived from them. */
export function createAisQueries(query: DefineQuery, sql: Sql, memory: DetectionMemory, loader: PassLoader) {
  return {
    aisFiles: () => listAisFiles(sql),
    aisOutcomes: () => readOutcomes(sql),
    aisOfDetection: (id: number) => readOfDetection(sql, id),
    /** Detections whose match is ambiguous and not decided, by the time of their pass. */
    aisUndecided: () => readUndecided(sql),
    /** All passes with a time and a footprint. */
    aisReach: query(
      () => ({}),
      function* (detections): Steps<readonly (PassReach & { readonly key: string })[]> {
        const { table } = yield* loader.readInSteps(detections);
        const timed = table.passes.filter(({ startedAt }) => startedAt !== null);
        return readPassOutlines(sql, timed).flatMap(({ key, image, footprint }) =>
          footprint && image.startedAt !== null
            ? [{ key, timeMs: image.startedAt, footprint: toRegion([footprint.geometry]) }]
            : [],
        );
      },
    ),
    /** The passes that files were read for. */
    aisPassStates: query(
      () => ({}),
      function* (detections): Steps<readonly AisPassState[]> {
        const loaded = yield* loader.readInSteps(detections);
        const files = listAisFiles(sql);
        const stored = new Map(
          sql
            .all('SELECT pass_key, stamp FROM ais_passes')
            .map((row) => [textCell(row, 'pass_key'), textCell(row, 'stamp')]),
        );
        const keys = [...new Set(files.flatMap(({ passKeys }) => passKeys))];
        return keys.flatMap((key) => {
          const index = loaded.table.byKey.get(key);
          if (index === undefined) return [];
          const stamp = stampOf(files, key, detections, idsOfPass(detections, loaded.column, index));
          return { key, stamp, isCurrent: stored.get(key) === stamp };
        });
      },
    ),
    /** What matching a pass needs; undefined when there is no such pass, or it has no time. */
    aisPassInput: query(
      (_key: string) => ({ fields: ['length', 'heading'] }),
      function* (detections, key: string): Steps<AisPassInput | undefined> {
        const loaded = yield* loader.readInSteps(detections);
        return readPassInput(sql, memory, detections, loaded, key);
      },
    ),
  };
}

/** The files, the earliest import first. */
export function listAisFiles(sql: Sql): readonly AisFile[] {
  return sql
    .all('SELECT body FROM ais_files ORDER BY id')
    .map((row) => aisFileSchema.parse(JSON.parse(textCell(row, 'body'))));
}

/** Analytics whose detections may be ships. */
function isOfVessels(analytic: string): boolean {
  return /vessel|ship/i.test(analytic) || analytic === 'SPEX';
}

/** Optical sensors shift nothing; one of an unknown type may be a radar. */
function isRadar(sensorType: string | null): boolean {
  return !/optic|electro|\beo\b|visible|multispectral|panchrom/i.test(sensorType ?? '');
}

function stampOf(
  files: readonly AisFile[],
  key: string,
  { columns }: Detections,
  ids: readonly number[],
): string {
  const used = files.filter(({ passKeys }) => passKeys.includes(key)).map(({ id }) => id);
  // FNV-1a over ids and positions.
  let hash = 0x811c9dc5;
  const add = (value: number) => {
    hash = Math.imul(hash ^ (value | 0), 0x01000193) >>> 0;
  };
  for (const id of ids) {
    const at = findPosition(columns.id, id);
    add(id);
    add((columns.longitude[at] as number) * 1e6);
    add((columns.latitude[at] as number) * 1e6);
  }
  return `${used.join(',')} ${ids.length} ${hash}`;
}

function readPassInput(
  sql: Sql,
  memory: DetectionMemory,
  detections: Detections,
  { table, column }: LoadedPasses,
  key: string,
): AisPassInput | undefined {
  const index = table.byKey.get(key);
  const stored = index === undefined ? undefined : table.passes[index];
  if (index === undefined || !stored || stored.startedAt === null) return undefined;
  const files = listAisFiles(sql).filter(({ passKeys }) => passKeys.includes(key));
  const { columns } = detections;
  const analytics = memory.store.names.texts();
  const lengths = toNumbers(memory.fieldColumn(detections, 'length'));
  const headings = toNumbers(memory.fieldColumn(detections, 'heading'));
  const positions = idsOfPass(detections, column, index).map((id) => findPosition(columns.id, id));
  const ships = positions.filter((at) => isOfVessels(String(analytics[columns.analytic[at] as number])));
  return {
    pass: {
      ...imageOf(sql, stored),
      detections: ships.map((at): ImageDetection => {
        return {
          id: String(columns.id[at]),
          longitude: columns.longitude[at] as number,
          latitude: columns.latitude[at] as number,
          lengthMeters: numberOrNull(lengths[at]),
          headingDegrees: numberOrNull(headings[at]),
        };
      }),
    },
    contacts: readContacts(sql, files, stored.startedAt),
    span: spanOf(files),
    files,
  };
}

function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

function imageOf(sql: Sql, stored: StoredPass): Omit<AisPass, 'isWater' | 'detections'> {
  const [outline] = readPassOutlines(sql, [stored]);
  const names = sql
    .all(
      `SELECT DISTINCT name FROM processors WHERE record_id IN
         (SELECT record_id FROM records WHERE id IN (SELECT value FROM json_each(?)))`,
      JSON.stringify(stored.recordKeys),
    )
    .map((row) => textCell(row, 'name'));
  const limits = names.filter(isOfVessels).flatMap((name) => {
    const lengths = findableLengths(name);
    return lengths ? [lengths] : [];
  });
  const longest = limits.map(([, most]) => most ?? Number.POSITIVE_INFINITY);
  const isUnlimited = longest.length === 0 || longest.includes(Number.POSITIVE_INFINITY);
  return {
    timeMs: stored.startedAt,
    isRadar: isRadar(stored.sensorType),
    azimuthDegrees: stored.azimuthAngle,
    incidenceDegrees: stored.incidenceAngle,
    footprint: outline?.footprint ? toRegion([outline.footprint.geometry]) : null,
    shortestMeters: limits.length === 0 ? null : Math.min(...limits.map(([least]) => least)),
    longestMeters: isUnlimited ? null : Math.max(...longest),
  };
}

function spanOf(files: readonly AisFile[]): FileSpan | null {
  const times = files.flatMap(({ fromMs, toMs }) => (fromMs === null || toMs === null ? [] : [fromMs, toMs]));
  return times.length === 0 ? null : { fromMs: Math.min(...times), toMs: Math.max(...times) };
}

function readContacts(sql: Sql, files: readonly AisFile[], timeMs: number): readonly StoredContact[] {
  return sql
    .all(
      `SELECT identifier, facts, reports FROM ais_contacts
       WHERE file_id IN (SELECT value FROM json_each(?)) AND from_ms <= ? AND to_ms >= ?`,
      JSON.stringify(files.map(({ id }) => id)),
      timeMs + windowMs,
      timeMs - windowMs,
    )
    .map((row) => ({
      identifier: textCell(row, 'identifier'),
      facts: JSON.parse(textCell(row, 'facts')) as AisStatic,
      reports: bytesCell(row, 'reports'),
    }));
}

function readOutcomes(sql: Sql): readonly AisPassOutcome[] {
  return sql
    .all('SELECT body FROM ais_passes ORDER BY time_ms, pass_key')
    .map((row) => JSON.parse(textCell(row, 'body')) as AisPassOutcome);
}

function readUndecided(sql: Sql): readonly number[] {
  return sql
    .all(
      `SELECT detection_id FROM ais_matches AS m JOIN ais_passes AS p ON p.pass_key = m.pass_key
       WHERE m.state = 'ambiguous' AND m.decision IS NULL ORDER BY p.time_ms, detection_id`,
    )
    .map((row) => numberCell(row, 'detection_id'));
}

function readOfDetection(sql: Sql, id: number): AisOfDetection | null {
  const row = sql.get(
    `SELECT m.pass_key, m.body, p.body AS pass FROM ais_matches AS m JOIN ais_passes AS p ON p.pass_key = m.pass_key
     WHERE m.detection_id = ?`,
    id,
  );
  if (!row) return null;
  const match = JSON.parse(textCell(row, 'body')) as DetectionMatch;
  const { matchedAt, files, timeMs } = JSON.parse(textCell(row, 'pass')) as AisPassOutcome;
  const candidates =
    match.state === 'matched' ? [match.candidate] : match.state === 'ambiguous' ? match.candidates : [];
  const contacts = sql
    .all(
      `SELECT identifier, facts, reports FROM ais_contacts
       WHERE identifier IN (SELECT value FROM json_each(?)) ORDER BY id`,
      JSON.stringify(candidates.map(({ identifier }) => identifier)),
    )
    .map((each) => {
      const identifier = textCell(each, 'identifier');
      return {
        identifier,
        facts: JSON.parse(textCell(each, 'facts')) as AisStatic,
        reports: unpackReports(identifier, bytesCell(each, 'reports'), timeMs - trackMs, timeMs + trackMs),
      };
    });
  const [position] = detections(sql, [id]);
  return {
    passKey: textCell(row, 'pass_key'),
    match,
    matchedAt,
    files,
    statics: Object.fromEntries(contacts.map(({ identifier, facts }) => [identifier, facts])),
    tracks: Object.fromEntries(
      [...Map.groupBy(contacts, ({ identifier }) => identifier)].map(([identifier, same]) => [
        identifier,
        toTracks(same.flatMap(({ reports }) => reports))
          .flat()
          .map(({ longitude, latitude }): LonLat => [longitude, latitude]),
      ]),
    ),
    position: [position?.longitude ?? 0, position?.latitude ?? 0],
    decision: latestDecision(sql, id),
  };
}
