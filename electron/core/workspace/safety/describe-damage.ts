import { formatCount, formatQuantity } from '../../../../shared/format.ts';
import type { DamagedRows } from './damaged-rows.ts';

/** Maximum number of ids of damaged records that are named. */
const maxNamed = 20;

/** Remedy for damage; every way of it is tested. */
export const damageRemedy =
  'Rebuild the workspace (Settings → Workspace → Rebuild from raw records), then fetch the damaged records again.';

/** Pages of a file that have changed on the disk, and what that has damaged. */
export type WorkspaceDamage = {
  readonly damagedPages: number;
  readonly pages: number;
  /** Contents of the damaged pages, in words, such as `reviews`. Empty where that cannot be known. */
  readonly contents: readonly string[];
  readonly damagedRecords: readonly string[];
  /** Undefined where damage prevents SQLite from reading all of them. */
  readonly records: number | undefined;
  /** Undefined where the tables cannot be found. */
  readonly rows: DamagedRows | undefined;
};

/** Names the damaged raw records, and that the others are not. */
export function describeDamagedRecords(damaged: readonly string[], all: number): string {
  const named = damaged.slice(0, maxNamed).join(', ');
  const more = damaged.length > maxNamed ? ` and ${formatCount(damaged.length - maxNamed)} more` : '';
  return `${formatCount(damaged.length)} of ${formatQuantity(all, 'raw record')} ${damaged.length === 1 ? 'is' : 'are'} damaged on the disk and left out: ${named}${more}. The others are as they were received. ${damageRemedy}`;
}

/** The damage of a file in words: what has changed, which records, what is still good, what to do. */
export function describeDamage(damage: WorkspaceDamage): string {
  const { damagedPages, pages, contents, damagedRecords, records } = damage;
  const where = contents.length === 0 ? '' : ` (${contents.join(', ')})`;
  return `The workspace file is damaged: ${formatCount(damagedPages)} of its ${formatQuantity(pages, 'page')}${where} changed on the disk since Sightline closed it. ${describeRecords(damagedRecords, records)} ${damageRemedy}`;
}

function describeRecords(damaged: readonly string[], records: number | undefined): string {
  if (records === undefined) return 'Which raw records are damaged cannot be read.';
  if (damaged.length === 0) return `All ${formatCount(records)} raw records are intact.`;
  const named = damaged.slice(0, maxNamed).join(', ');
  const more = damaged.length > maxNamed ? ', …' : '';
  return `${formatCount(damaged.length)} of ${formatQuantity(records, 'raw record')} are damaged (${named}${more}), the others are intact.`;
}
