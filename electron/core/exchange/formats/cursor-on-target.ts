import { randomUUID } from 'node:crypto';
import { formatCount } from '../../../../shared/format.ts';
import { representativePoint } from '../../../../shared/geo/representative-point.ts';
import { findAnalytic } from '../../../../shared/results/analytics.ts';
import type { ExportNotes, Progress } from '../export-progress.ts';
import { type OutputFile, readPieces } from '../files/output-file.ts';
import type { ZipWriter } from '../files/zip-writer.ts';
import { readGeometry, readPlainPoint } from '../geometry/read-geometry.ts';
import { titleOf } from '../rows/detection-name.ts';
import type { DetectionSourceRow } from '../rows/detection-source.ts';
import { escapeXml } from './escape-xml.ts';

/** Value of Cursor on Target for an unknown height or accuracy, in meters. */
const unknownMeters = '9999999.0';

const hourMs = 60 * 60 * 1000;

/**
 * A marker is stale this long after it is written: clients do not show one that is stale when it comes, and a package may
 * be handed on days after the image, whose time is its start. It ends at a full hour.
 */
const staleAfterMs = 7 * 24 * hourMs;

/**
 * Writes detections as a TAK data package: a Cursor on Target 2.0 event for each (MITRE, Event.xsd), and the list of
 * them in `MANIFEST/manifest.xml`. The affiliation is unknown, the position mensurated from imagery (`m-i`). `now` is
 * when the events are generated.
 */
export async function writeCursorOnTarget(
  zip: ZipWriter,
  newSpool: () => OutputFile,
  rows: Iterable<readonly DetectionSourceRow[]>,
  notes: ExportNotes,
  progress: Progress,
  now: Date,
): Promise<void> {
  const contents = newSpool();
  for (const batch of rows) {
    let written = 0;
    for (const row of batch) {
      const uid = `sightline.${row.name.uid}`;
      const event = eventText(row, uid, now, notes);
      if (event === undefined) continue;
      written += 1;
      const entry = `${row.name.uid}/${row.name.uid}.cot`;
      zip.addWhole(entry, Buffer.from(event));
      contents.text(
        `<Content ignore="false" zipEntry="${entry}"><Parameter name="uid" value="${escapeXml(uid)}"/></Content>\n`,
      );
    }
    progress.written(written);
    await contents.whenWritable();
  }
  await contents.settled();
  await zip.add('MANIFEST/manifest.xml', manifestPieces(contents));
}

function* manifestPieces(contents: OutputFile): Generator<Uint8Array> {
  yield Buffer.from(
    `<MissionPackageManifest version="2">\n<Configuration><Parameter name="uid" value="${randomUUID()}"/><Parameter name="name" value="Detections of Sightline"/></Configuration>\n<Contents>\n`,
  );
  yield* readPieces(contents);
  yield Buffer.from('</Contents>\n</MissionPackageManifest>\n');
}

function eventText(row: DetectionSourceRow, uid: string, now: Date, notes: ExportNotes): string | undefined {
  const { collectedAt, analytic } = row.facts;
  if (collectedAt === null) {
    notes.count(describeTimeless);
    return undefined;
  }
  const shape = readPlainPoint(row.geometry) ? null : readGeometry(row.geometry, notes);
  const position = readPlainPoint(row.geometry) ?? (shape && representativePoint(shape));
  if (!position) return undefined;
  const start = new Date(collectedAt);
  const stale = new Date(
    Math.ceil((Math.max(now.getTime(), start.getTime()) + staleAfterMs) / hourMs) * hourMs,
  );
  const times = { time: now, start, stale };
  const timeAttributes = Object.entries(times).map(([name, value]) => `${name}="${value.toISOString()}"`);
  const name = titleOf(analytic, row.name);
  return `<?xml version="1.0" encoding="UTF-8"?>
<event version="2.0" uid="${escapeXml(uid)}" type="${eventType(analytic)}" ${timeAttributes.join(' ')} how="m-i">
<point lat="${decimalText(position[1])}" lon="${decimalText(position[0])}" hae="${unknownMeters}" ce="${unknownMeters}" le="${unknownMeters}"/>
<detail><contact callsign="${escapeXml(name)}"/><archive/><remarks>${escapeXml(remarksText(row))}</remarks></detail>
</event>
`;
}

/** Degrees without an exponent, as `xs:decimal` has none. */
function decimalText(degrees: number): string {
  const text = String(degrees);
  return text.includes('e') ? degrees.toFixed(9) : text;
}

/** `a-u-…`: an atom of unknown affiliation. Where several analytics are named, only what all imply is stated. */
function eventType(analytic: string): string {
  // `X` is another one.
  const implied = new Set(analytic.split(' + ').map((name) => findAnalytic(name)?.battleDimension ?? 'X'));
  const [dimension] = implied;
  return `a-u-${implied.size === 1 ? dimension : 'X'}`;
}

function remarksText({ facts, confidence, review }: DetectionSourceRow): string {
  const { recordId, sensorName, collectionTime } = facts;
  const reviewed = review?.verdict ? `${review.verdict} by ${review.reviewer}` : 'not reviewed';
  return [
    `Record ${recordId}`,
    `collected ${collectionTime ?? 'at an unknown time'}`,
    ...(sensorName === null ? [] : [`sensor ${sensorName}`]),
    ...(confidence === null ? [] : [`confidence ${confidence}`]),
    `review: ${reviewed}`,
    ...(review?.note ? [`note: ${review.note}`] : []),
  ].join('; ');
}

function describeTimeless(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'detection has' : 'detections have'} no collection time and no marker.`;
}
