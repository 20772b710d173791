import { createHash } from 'node:crypto';
import type { AisFile } from '../../../../../shared/ais/ais-file.ts';
import type { AisStatic } from '../../../../../shared/ais/contact.ts';
import type { FileSpan } from '../../../../../shared/ais/file-cover.ts';
import { matchingVersion } from '../../../../../shared/ais/matching-rule.ts';
import type { AisPass } from '../../../../../shared/ais/pass-matches.ts';
import type { ImageDetection } from '../../../../../shared/ais/score-pair.ts';
import { toRegion } from '../../../../../shared/geo/region.ts';
import { findableLengths, isVesselAnalytic } from '../../../../../shared/results/analytics.ts';
import { bytesCell, textCell } from '../../file/cells.ts';
import type { Sql } from '../../file/sql.ts';
import type { StoredDetections } from '../memory/column-store.ts';
import type { DetectionMemory } from '../memory/detection-memory.ts';
import { toNumbers } from '../memory/field-column.ts';
import { readPassOutlines } from '../passes/pass-rows.ts';
import type { StoredPass } from '../passes/read-passes.ts';

/** A contact as it is stored. */
type StoredContact = {
  readonly identifier: string;
  readonly facts: AisStatic;
  /** `packReports`. */
  readonly reports: Uint8Array;
};

/** A pass as it is matched. */
type MatchedImage = Omit<AisPass, 'isWater'>;

/** Input of matching a pass, without the contacts: these may be very many, and are read where it is matched. */
export type AisPassInput = {
  readonly pass: MatchedImage;
  readonly span: FileSpan | null;
  readonly files: readonly AisFile[];
  /** Digest of all that its outcome depends on. */
  readonly stamp: string;
};

const windowMs = 2 * 60 * 60_000;

/** Returns the images of passes as they are matched, with the lengths and headings that count for each detection. */
export function createImageReader(sql: Sql, memory: DetectionMemory, detections: StoredDetections) {
  const { columns } = detections;
  const isOfVessels = memory.store.names.texts().map((name) => isVesselAnalytic(String(name)));
  const lengths = toNumbers(memory.fieldColumn(detections, 'length'));
  const headings = toNumbers(memory.fieldColumn(detections, 'heading'));
  return (stored: StoredPass, positions: readonly number[]): MatchedImage => ({
    ...imageOf(sql, stored),
    detections: positions
      .filter((at) => isOfVessels[columns.analytic[at] as number])
      .map(
        (at): ImageDetection => ({
          id: String(columns.id[at]),
          longitude: columns.longitude[at] as number,
          latitude: columns.latitude[at] as number,
          lengthMeters: numberOrNull(lengths[at]),
          headingDegrees: numberOrNull(headings[at]),
        }),
      ),
  });
}

function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** Optical sensors shift nothing; one of an unknown type may be a radar. */
function isRadar(sensorType: string | null): boolean {
  return !/optic|electro|\beo\b|visible|multispectral|panchrom/i.test(sensorType ?? '');
}

function imageOf(sql: Sql, stored: StoredPass): Omit<MatchedImage, 'detections'> {
  const [outline] = readPassOutlines(sql, [stored]);
  const names = sql
    .all(
      `SELECT DISTINCT name FROM processors WHERE record_id IN
         (SELECT record_id FROM records WHERE id IN (SELECT value FROM json_each(?))) ORDER BY name`,
      JSON.stringify(stored.recordKeys),
    )
    .map((row) => textCell(row, 'name'));
  const limits = names.filter(isVesselAnalytic).flatMap((name) => {
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

/** The files that were read for a pass. */
export function filesOfPass(files: readonly AisFile[], key: string): readonly AisFile[] {
  return files.filter(({ passKeys }) => passKeys.includes(key));
}

/** A digest of all that an outcome depends on, but for the reports, which stay the same in a file. */
export function stampOf(image: MatchedImage, files: readonly AisFile[]): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([matchingVersion, files.map(({ id }) => id), image]));
  return hash.digest('base64');
}

/** The saved reports around a pass. */
export function readContacts(sql: Sql, files: readonly AisFile[], timeMs: number): readonly StoredContact[] {
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

/** The first and last report of files. */
export function spanOf(files: readonly AisFile[]): FileSpan | null {
  const times = files.flatMap(({ fromMs, toMs }) => (fromMs === null || toMs === null ? [] : [fromMs, toMs]));
  return times.length === 0 ? null : { fromMs: Math.min(...times), toMs: Math.max(...times) };
}
