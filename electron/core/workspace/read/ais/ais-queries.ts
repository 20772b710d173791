import { type AisFile, aisFileSchema, hasTimeOf } from '../../../../../shared/ais/ais-file.ts';
import type { AisPosition, AisStatic } from '../../../../../shared/ais/contact.ts';
import { unpackReports } from '../../../../../shared/ais/pack-reports.ts';
import type { DetectionMatch } from '../../../../../shared/ais/pass-matches.ts';
import {
  type AisOfDetection,
  type AisOverview,
  type AisPassContacts,
  type AisPassOutcome,
  type ContactLink,
  candidatesOf,
  type PassContact,
} from '../../../../../shared/ais/pass-outcome.ts';
import type { ReachedPass } from '../../../../../shared/ais/read/ais-reach.ts';
import { toTracks } from '../../../../../shared/ais/track.ts';
import type { LonLat } from '../../../../../shared/geo/geometry.ts';
import { toRegion } from '../../../../../shared/geo/region.ts';
import type { Steps } from '../../../base/steps.ts';
import { bytesCell, numberCell, textCell, textOrNull } from '../../file/cells.ts';
import type { Sql } from '../../file/sql.ts';
import { detections } from '../detection-pages.ts';
import type { StoredDetections } from '../memory/column-store.ts';
import type { DetectionMemory } from '../memory/detection-memory.ts';
import type { LoadedPasses, PassLoader } from '../passes/load-passes.ts';
import { positionsOfPasses } from '../passes/pass-counts.ts';
import { readPassOutlines } from '../passes/pass-rows.ts';
import type { StoredPass } from '../passes/read-passes.ts';
import type { DefineQuery } from '../query.ts';
import { readOutcomes, readOverview, type StampedPass } from './ais-overview.ts';
import { type AisPassInput, createImageReader, filesOfPass, spanOf, stampOf } from './ais-pass-input.ts';
import { decisionsOf } from './read-decisions.ts';

/** A pass that files were read for, and whether its outcome is still that of its image, detections and files. */
export type AisPassState = { readonly key: string; readonly isCurrent: boolean };

/** Columns of detections that decide a match. */
const fields = ['length', 'heading'] as const;

/** Queries of AIS files, and of what is derived from them. */
export function createAisQueries(query: DefineQuery, sql: Sql, memory: DetectionMemory, loader: PassLoader) {
  return {
    aisFiles: () => listAisFiles(sql),
    aisOutcomes: (): readonly AisPassOutcome[] => readOutcomes(sql).map(({ outcome }) => outcome),
    aisOfDetection: (id: number) => readOfDetection(sql, id),
    /** The contacts in the image of a pass. */
    aisContacts: (passKey: string) => readPassContacts(sql, passKey),
    /** Detections whose match is ambiguous and not decided, by the time of their pass. */
    aisUndecided: () => readUndecided(sql),
    /** The passes with a file of their time. */
    aisOverview: query(
      () => ({ fields }),
      function* (detections): Steps<AisOverview> {
        const loaded = yield* loader.readInSteps(detections);
        const files = listAisFiles(sql);
        const keys = loaded.table.passes
          .filter(
            ({ key, startedAt }) =>
              filesOfPass(files, key).length > 0 || files.some((file) => hasTimeOf(file, startedAt)),
          )
          .map(({ key }) => key);
        const stamped = readStamps(sql, memory, detections, loaded, files, keys);
        return readOverview(sql, loaded.table.passes, files, stamped);
      },
    ),
    /** All passes with a time and a footprint. */
    aisReach: query(
      () => ({}),
      function* (detections): Steps<readonly ReachedPass[]> {
        const { table } = yield* loader.readInSteps(detections);
        return readReach(
          sql,
          table.passes.filter(({ startedAt }) => startedAt !== null),
        );
      },
    ),
    /** Passes that were fetched after a file of their time with an index was read, each with that file. */
    aisLaterPasses: query(
      () => ({}),
      function* (detections): Steps<readonly { readonly fileId: string; readonly pass: ReachedPass }[]> {
        const files = listAisFiles(sql)
          .filter(({ indexBytes }) => indexBytes !== undefined)
          .map((file) => ({ file, keys: new Set(file.passKeys) }));
        if (files.length === 0) return [];
        const { table } = yield* loader.readInSteps(detections);
        return files.flatMap(({ file, keys }) => {
          const later = table.passes.filter(
            ({ key, startedAt }) => !keys.has(key) && hasTimeOf(file, startedAt),
          );
          return readReach(sql, later).map((pass) => ({ fileId: file.id, pass }));
        });
      },
    ),
    /** The passes that files were read for. */
    aisPassStates: query(
      () => ({ fields }),
      function* (detections): Steps<readonly AisPassState[]> {
        const loaded = yield* loader.readInSteps(detections);
        const saved = new Map(readOutcomes(sql).map(({ outcome, stamp }) => [outcome.passKey, stamp]));
        const files = listAisFiles(sql);
        const keys = new Set(files.flatMap(({ passKeys }) => passKeys));
        const stamps = readStamps(sql, memory, detections, loaded, files, [...keys]);
        return [...stamps].map(([key, { stamp }]) => ({ key, isCurrent: saved.get(key) === stamp }));
      },
    ),
    /** The input of matching a pass; undefined when there is no such pass, or it has no time. */
    aisPassInput: query(
      (_key: string) => ({ fields }),
      function* (detections, key: string): Steps<AisPassInput | undefined> {
        const { table, column } = yield* loader.readInSteps(detections);
        const index = table.byKey.get(key);
        const stored = index === undefined ? undefined : table.passes[index];
        if (index === undefined || !stored || stored.startedAt === null) return undefined;
        const positions = positionsOfPasses(column, [index]).get(index) ?? [];
        const pass = createImageReader(sql, memory, detections)(stored, positions);
        const files = filesOfPass(listAisFiles(sql), key);
        return { pass, span: spanOf(files), files, stamp: stampOf(pass, files) };
      },
    ),
  };
}

/** Passes with a time and a footprint. */
function readReach(sql: Sql, passes: readonly StoredPass[]): readonly ReachedPass[] {
  return readPassOutlines(sql, passes).flatMap(({ key, image, footprint }) =>
    footprint && image.startedAt !== null
      ? [{ key, timeMs: image.startedAt, footprint: toRegion([footprint.geometry]) }]
      : [],
  );
}

/** The files, the earliest import first. */
export function listAisFiles(sql: Sql): readonly AisFile[] {
  return sql
    .all('SELECT body FROM ais_files ORDER BY id')
    .map((row) => aisFileSchema.parse(JSON.parse(textCell(row, 'body'))));
}

/** Passes by their keys, with the stamps that their outcomes would have now; those that are gone are left out. */
function readStamps(
  sql: Sql,
  memory: DetectionMemory,
  detections: StoredDetections,
  { table, column }: LoadedPasses,
  files: readonly AisFile[],
  keys: readonly string[],
): ReadonlyMap<string, StampedPass> {
  const indexes = keys.flatMap((key) => table.byKey.get(key) ?? []);
  const positions = positionsOfPasses(column, indexes);
  const readImage = createImageReader(sql, memory, detections);
  return new Map(
    indexes.flatMap((index) => {
      const stored = table.passes[index];
      if (!stored) return [];
      const image = readImage(stored, positions.get(index) ?? []);
      const stamp = stampOf(image, filesOfPass(files, stored.key));
      return [[stored.key, { stored, stamp, ships: image.detections.length }]];
    }),
  );
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
  const row = sql.get`
    SELECT m.pass_key, m.body, p.body AS pass FROM ais_matches AS m JOIN ais_passes AS p ON p.pass_key =
    m.pass_key
    WHERE m.detection_id = ${id}`;
  if (!row) return null;
  const match = JSON.parse(textCell(row, 'body')) as DetectionMatch;
  const { matchedAt, files, timeMs } = JSON.parse(textCell(row, 'pass')) as AisPassOutcome;
  const identifiers = candidatesOf(match).map(({ identifier }) => identifier);
  const statics = sql.all`
    SELECT identifier, facts FROM ais_contacts WHERE identifier IN (SELECT value
    FROM json_each(${JSON.stringify(identifiers)})) ORDER BY id`;
  const [position] = detections(sql, [id]);
  return {
    passKey: textCell(row, 'pass_key'),
    match,
    matchedAt,
    files,
    statics: Object.fromEntries(
      statics.map((each) => [textCell(each, 'identifier'), JSON.parse(textCell(each, 'facts')) as AisStatic]),
    ),
    tracks: Object.fromEntries(readTracks(sql, identifiers, timeMs)),
    position: [position?.longitude ?? 0, position?.latitude ?? 0],
    ...decisionsOf(sql, id),
  };
}

/** Tracks are shown from this long before an image to this long after it. */
const trackMs = 60 * 60_000;
/** More reports do not show on the map, and a pass may have thousands of contacts. */
const betweenPointsMs = 2 * 60_000;

/** The contacts in the image of a pass, with their tracks and the detections that they are or may be. */
function readPassContacts(sql: Sql, passKey: string): AisPassContacts {
  const row = sql.get`SELECT body, contacts FROM ais_passes WHERE pass_key = ${passKey}`;
  if (!row) return { contacts: [] };
  const { timeMs } = JSON.parse(textCell(row, 'body')) as AisPassOutcome;
  const contacts = JSON.parse(textCell(row, 'contacts')) as readonly PassContact[];
  const links = readLinks(sql, passKey);
  const tracks = readTracks(
    sql,
    contacts.map(({ identifier }) => identifier),
    timeMs,
  );
  return {
    contacts: contacts.map((contact) => ({
      ...contact,
      track: tracks.get(contact.identifier) ?? [],
      links: links.get(contact.identifier) ?? [],
    })),
  };
}

/** The shown tracks of contacts within an hour of a time, by identifier. */
function readTracks(
  sql: Sql,
  identifiers: readonly string[],
  timeMs: number,
): ReadonlyMap<string, readonly LonLat[]> {
  const rows = sql.all`
    SELECT identifier, reports FROM ais_contacts
    WHERE identifier IN (SELECT value FROM json_each(${JSON.stringify(identifiers)}))
      AND from_ms <= ${timeMs + trackMs} AND to_ms >= ${timeMs - trackMs} ORDER BY id`;
  const reports = rows.map((row) => {
    const identifier = textCell(row, 'identifier');
    const near = unpackReports(identifier, bytesCell(row, 'reports'), timeMs - trackMs, timeMs + trackMs);
    return { identifier, near };
  });
  return new Map(
    [...Map.groupBy(reports, ({ identifier }) => identifier)].map(([identifier, same]) => [
      identifier,
      toTracks(same.flatMap(({ near }) => near)).flatMap(thin),
    ]),
  );
}

function thin(track: readonly AisPosition[]): readonly LonLat[] {
  let last = Number.NEGATIVE_INFINITY;
  return track.flatMap(({ timeMs, longitude, latitude }, index): LonLat[] => {
    if (timeMs - last < betweenPointsMs && index < track.length - 1) return [];
    last = timeMs;
    return [[roundDegrees(longitude), roundDegrees(latitude)]];
  });
}

/** To about a meter. */
function roundDegrees(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}

/** The detections that a contact is or may be, by its identifier; after a decision that of the user. */
function readLinks(sql: Sql, passKey: string): ReadonlyMap<string, readonly ContactLink[]> {
  const rows = sql.all`
    SELECT detection_id, body, decision FROM ais_matches
    WHERE pass_key = ${passKey} AND state IN ('matched', 'ambiguous')`;
  const ids = rows.map((row) => numberCell(row, 'detection_id'));
  const positions = new Map(
    detections(sql, ids).map(({ id, longitude, latitude }) => [id, [longitude, latitude]]),
  );
  const links = rows.flatMap((row) => {
    const id = numberCell(row, 'detection_id');
    const [longitude = 0, latitude = 0] = positions.get(id) ?? [];
    const decision = textOrNull(row, 'decision');
    const match = JSON.parse(textCell(row, 'body')) as DetectionMatch;
    return candidatesOf(match)
      .filter(({ identifier }) => decision === null || decision === identifier)
      .map(({ identifier, distanceMeters }) => ({
        identifier,
        link: {
          detectionId: id,
          position: [longitude, latitude] as const,
          distanceMeters,
          isCertain: decision !== null || match.state === 'matched',
        },
      }));
  });
  return new Map(
    [...Map.groupBy(links, ({ identifier }) => identifier)].map(([identifier, same]) => [
      identifier,
      same.map(({ link }) => link),
    ]),
  );
}
