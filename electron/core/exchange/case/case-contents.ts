import { type CountedKind, carriedWords, countedKinds } from '../../../../shared/carried-words.ts';
import { formatCount, formatQuantity } from '../../../../shared/format.ts';
import { itemKinds, type ListKind, listKinds, listsOnWay } from '../../../../shared/items/item-kinds.ts';
import { type CaseCounts, type CaseFacts, caseFactsSchema } from '../../../../shared/workspace/case-file.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { type CarriedChoice, everything } from '../../workspace/carried/carried-kind.ts';
import { carriedKinds } from '../../workspace/carried/carried-kinds.ts';
import { textCell, textOrNull } from '../../workspace/file/cells.ts';
import { type TableRole, tableRoles } from '../../workspace/file/schema/table-roles.ts';
import { countRows, type Sql } from '../../workspace/file/sql.ts';
import { readItems } from '../../workspace/read/items.ts';
import { getSetting } from '../../workspace/read/settings.ts';
import type { PlannedScope } from '../export-plan.ts';

/** Counts of what a file brings when it is imported. */
export function countCase(sql: Sql): CaseCounts {
  const counts = countedKinds.map((kind) => [
    kind,
    carriedKinds[kind].countFile?.(sql) ?? countItems(sql, kind, everything) ?? 0,
  ]);
  return {
    ...(Object.fromEntries(counts) as CaseCounts),
    detections: countRows(sql, 'detections') + countRows(sql, 'detection_areas'),
    footprints: countRows(sql, 'footprints'),
  };
}

function countItems(sql: Sql, kind: CountedKind, choice: CarriedChoice): number | undefined {
  const { items } = carriedKinds[kind];
  return items && [...items.read(sql, choice)].length;
}

/** Requested contents of a case. */
export type CaseChoice = CarriedChoice & { readonly scope: PlannedScope };

/**
 * Lists the contents of a workspace that stay behind when a case of this choice is written, such as `2 of 3 areas`; empty
 * where everything is in the case.
 */
export function leftBehind(sql: Sql, choice: CarriedChoice): readonly string[] {
  const parts: readonly Part[] = [
    ...countedKinds.flatMap((kind): readonly Part[] => {
      const { countChosen, wordsBehind = carriedWords[kind] } = carriedKinds[kind];
      const [total, inCase] = [everything, choice].map(
        (one) => countChosen?.(sql, one) ?? countItems(sql, kind, one),
      );
      return total === undefined || inCase === undefined ? [] : [[total, inCase, wordsBehind]];
    }),
    ...listsLeftBehind.map((kind): Part => [lengthOf(sql, kind), 0, itemKinds[kind].words]),
    ...tablesLeftBehind.map(([table, words]): Part => [countRows(sql, table), 0, words]),
  ];
  return parts.flatMap(([total, inCase, words]) =>
    total > inCase ? [`${formatCount(total - inCase)} of ${formatQuantity(total, ...words)}`] : [],
  );
}

type Part = readonly [total: number, inCase: number, words: readonly [one: string, many: string]];

const listsInCase: readonly ListKind[] = listsOnWay('case');
/** Lists that no case has. */
const listsLeftBehind = listKinds.filter((kind) => !listsInCase.includes(kind));

/** Tables of the user's work that no case has, with their words. */
const tablesLeftBehind = Object.entries(tableRoles).flatMap(([table, role]: [string, TableRole]) =>
  role.words && !role.isDerived && !role.passedOn?.includes('case') ? [[table, role.words] as const] : [],
);

function lengthOf(sql: Sql, kind: ListKind): number {
  const { items, unreadable } = readItems(sql, kind);
  return items.length + unreadable.length;
}

/** Names and versions of the processors of all records. */
export function listProcessors(sql: Sql): readonly string[] {
  return sql
    .all('SELECT DISTINCT name, version FROM processors ORDER BY name, version LIMIT 1000')
    .map((row) => `${textCell(row, 'name')} ${textOrNull(row, 'version') ?? ''}`.trim());
}

/** The setting with what a case states about itself. */
export const caseFactsKey = 'case';

/** Statements of a file about itself as a case; null where it was not written as one. */
export function readCaseFacts(sql: Sql): CaseFacts | null {
  return caseFactsSchema.safeParse(parseBoundedJson(getSetting(sql, caseFactsKey) ?? '')).data ?? null;
}
