import { itemKinds, listsWithFields } from '../../../../shared/items/item-kinds.ts';
import type { FieldOf } from '../../../../shared/results/builtin-fields.ts';
import type { Steps } from '../../base/steps.ts';
import type { DetectionColumns } from '../file/columns/detection-chunk.ts';
import type { Sql } from '../file/sql.ts';
import { type DecisionSubject, readSubjectsOfRecords } from './ais/read-decisions.ts';
import { listItems } from './items.ts';
import type { FieldColumn } from './memory/field-column.ts';
import { findPosition } from './memory/find-position.ts';
import { getSetting } from './settings.ts';

/** The lists whose items are values of fields, as they are stored; changes with every item. */
export function itemsText(sql: Sql): string {
  return JSON.stringify(listsWithFields().map(({ kind }) => getSetting(sql, itemKinds[kind].setting)));
}

/** The column of a field of the analyst's lists: of each detection the values of all items about it, as names. */
export function* readItemColumn(
  sql: Sql,
  { id, count }: DetectionColumns,
  field: FieldOf<'item'>,
): Steps<FieldColumn> {
  const namesOf = new Map<string, Set<string>>();
  const recordIds = new Set<string>();
  for (const { kind, fields } of listsWithFields()) {
    const toName = fields[field];
    if (!toName) continue;
    for (const item of listItems(sql, kind) as readonly unknown[] as readonly DecisionSubject[]) {
      const value = toName(item);
      if (value === null) continue;
      recordIds.add(item.recordId);
      namesOf.set(keyOf(item), (namesOf.get(keyOf(item)) ?? new Set()).add(value));
    }
  }
  const codes = new Uint32Array(count);
  const values: (string | null)[] = [null];
  const codeOf = new Map<string, number>();
  for (const recordId of recordIds) {
    yield;
    for (const [detection, subject] of readSubjectsOfRecords(sql, [recordId])) {
      const names = namesOf.get(keyOf(subject));
      const position = findPosition(id, detection);
      if (!names || position < 0) continue;
      const text = [...names].join(', ');
      const code = codeOf.get(text) ?? values.push(text) - 1;
      codeOf.set(text, code);
      codes[position] = code;
    }
  }
  return { kind: 'coded', codes, values };
}

function keyOf({ recordId, identity }: DecisionSubject): string {
  return JSON.stringify([recordId, identity]);
}
