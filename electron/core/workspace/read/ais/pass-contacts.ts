import type { AisPosition } from '../../../../../shared/ais/contact.ts';
import { unpackReports } from '../../../../../shared/ais/pack-reports.ts';
import type { DetectionMatch } from '../../../../../shared/ais/pass-matches.ts';
import {
  type AisPassContacts,
  type AisPassOutcome,
  type ContactLink,
  candidatesOf,
  type PassContact,
} from '../../../../../shared/ais/pass-outcome.ts';
import { toTracks } from '../../../../../shared/ais/track.ts';
import type { LonLat } from '../../../../../shared/geo/geometry.ts';
import { bytesCell, numberCell, textCell, textOrNull } from '../../file/cells.ts';
import type { Sql } from '../../file/sql.ts';
import { detections } from '../detection-pages.ts';

/** Tracks are shown from this long before an image to this long after it. */
const trackMs = 60 * 60_000;
/** More reports do not show on the map, and a pass may have thousands of contacts. */
const betweenPointsMs = 2 * 60_000;

/** The contacts in the image of a pass, with their tracks and the detections that they are or may be. */
export function readPassContacts(sql: Sql, passKey: string): AisPassContacts {
  const row = sql.get('SELECT body, contacts FROM ais_passes WHERE pass_key = ?', passKey);
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
export function readTracks(
  sql: Sql,
  identifiers: readonly string[],
  timeMs: number,
): ReadonlyMap<string, readonly LonLat[]> {
  const rows = sql.all(
    `SELECT identifier, reports FROM ais_contacts
     WHERE identifier IN (SELECT value FROM json_each(?)) AND from_ms <= ? AND to_ms >= ? ORDER BY id`,
    JSON.stringify(identifiers),
    timeMs + trackMs,
    timeMs - trackMs,
  );
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
  const rows = sql.all(
    `SELECT detection_id, body, decision FROM ais_matches
     WHERE pass_key = ? AND state IN ('matched', 'ambiguous')`,
    passKey,
  );
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
