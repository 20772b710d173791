import { formatCount, formatQuantity } from '../../../../shared/format.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import { type DamagedContents, findDamagedContents } from '../../workspace/safety/damaged-contents.ts';
import { damageRemedy, type WorkspaceDamage } from '../../workspace/safety/describe-damage.ts';
import type { ExportPlan } from '../export-plan.ts';
import type { ExportNotes } from '../export-progress.ts';

/** Maximum number of ids in one sentence. */
const maxNamed = 20;

/** Adds to the notes of an export what the known damage of the workspace's file means for it. */
export function noteDamage(
  sql: Sql,
  { scope, reviews, format }: Pick<ExportPlan, 'scope' | 'reviews' | 'format'>,
  notes: ExportNotes,
): void {
  const { damage, kind } = scope;
  if (!damage) return;
  const isChosen = (id: number) =>
    kind === 'all' || sql.get`SELECT 1 FROM chosen WHERE id = ${id}` !== undefined;
  const contents = damage.rows && findDamagedContents(sql, damage.rows, isChosen);
  const isTable = format === 'passes';
  const reviewed = reviews || isTable ? (contents?.reviewed ?? []) : [];
  notes.add(describe(damage, contents && { ...contents, reviewed }, isTable ? counted : leftOut));
}

/**
 * The consequence of damage for detections that are copied as they are shown; `contents` as `findDamagedContents`
 * returns it.
 */
export function describeCopiedDamage(damage: WorkspaceDamage, contents: DamagedContents | undefined): string {
  return describe(damage, contents, shown);
}

/** Treatment of damaged rows in an export. */
type Handling = {
  readonly subject: string;
  readonly detections: (count: number) => string;
  readonly reviews: string;
  readonly emptied: string;
};

const leftOut: Handling = {
  subject: 'this export',
  detections: (count) => (count === 1 ? 'is left out' : 'are left out'),
  reviews: 'are left out',
  emptied: 'are left empty',
};

const counted: Handling = {
  subject: 'these passes',
  detections: (count) => (count === 1 ? 'is counted as read before' : 'are counted as read before'),
  reviews: 'may be counted wrongly',
  emptied: 'may be wrong',
};

const shown: Handling = {
  subject: 'what was copied',
  detections: () => 'may be wrong',
  reviews: 'may be wrong',
  emptied: 'may be wrong',
};

function describe(
  { contents: tables }: WorkspaceDamage,
  contents: DamagedContents | undefined,
  handling: Handling,
): string {
  const where = tables.length === 0 ? '' : ` (${tables.join(', ')})`;
  return `The workspace file is damaged on the disk${where}. ${describeContents(contents, handling)}`;
}

function describeContents(contents: DamagedContents | undefined, handling: Handling): string {
  if (!contents) {
    return `What of ${handling.subject} lies on the damaged pages cannot be read: its values may be wrong. ${damageRemedy}`;
  }
  const { detections, records, reviewed, emptied } = contents;
  const sentences = [
    ...(detections > 0
      ? [
          `${formatQuantity(detections, 'detection')} on damaged pages ${handling.detections(detections)}, of ${listed('record', records)}.`,
        ]
      : []),
    ...(reviewed.length > 0
      ? [
          `Reviews on damaged pages ${handling.reviews}: those of ${listed('detection', reviewed.map(String))}.`,
        ]
      : []),
    ...(emptied.length > 0
      ? [
          `Times or sensors on damaged pages ${handling.emptied}, for detections of ${listed('record', emptied)}.`,
        ]
      : []),
  ];
  if (sentences.length === 0) return `Nothing of ${handling.subject} lies on the damaged pages.`;
  return `${sentences.join(' ')} ${damageRemedy}`;
}

/** `3 records: a, b, c`. */
function listed(noun: string, ids: readonly string[]): string {
  const more = ids.length > maxNamed ? ` and ${formatCount(ids.length - maxNamed)} more` : '';
  return `${formatQuantity(ids.length, noun)}: ${ids.slice(0, maxNamed).join(', ')}${more}`;
}
