import { z } from 'zod';
import type { FieldProblem } from '../result.ts';
import { formatConditionValue, readConditionValue } from './condition-value.ts';
import { type Condition, fieldPathSchema, type Scalar } from './query.ts';
import { fieldTypeAt, findRecordField, recordRoots } from './record-fields.ts';
import { searchPaths } from './search-paths.ts';

/** Operators of a condition row. `between` is the range of `gt` and `lt`, both ends excluded. */
export const rowOperators = ['eq', 'ne', 'gt', 'lt', 'between', 'or'] as const;
export type RowOperator = (typeof rowOperators)[number];

/** A condition as typed: one value, two for `between`, any number for `or`. */
export const conditionRowSchema = z.object({
  path: z.string(),
  operator: z.enum(rowOperators),
  values: z.array(z.string()),
});
export type ConditionRow = z.infer<typeof conditionRowSchema>;

type PathCondition = { readonly path: string; readonly condition: Condition };

/** Converts conditions to rows, one for each operator. */
export function conditionsToRows(conditions: readonly PathCondition[]): ConditionRow[] {
  return conditions.flatMap(({ path, condition }) => {
    const type = fieldTypeAt(path);
    const row = (operator: RowOperator, ...values: readonly Scalar[]): ConditionRow => ({
      path,
      operator,
      values: values.map((value) => formatConditionValue(value, type)),
    });
    const { eq, ne, gt, lt, or } = condition;
    const rows: ConditionRow[] = [];
    if (eq !== undefined) rows.push(row('eq', eq));
    if (ne !== undefined) rows.push(row('ne', ne));
    if (gt !== undefined && lt !== undefined) rows.push(row('between', gt, lt));
    else if (gt !== undefined) rows.push(row('gt', gt));
    else if (lt !== undefined) rows.push(row('lt', lt));
    if (or !== undefined) rows.push(row('or', ...or));
    return rows;
  });
}

/** For each path the operators that other fields of the form use. */
export type UsedOperators = ReadonlyMap<string, readonly (keyof Condition)[]>;

/**
 * Converts rows to conditions, one for each path. Problems are reported at `conditions.<row>.path`, `.operator` or
 * `.values`. Empty rows are left out.
 */
export function readConditionRows(
  rows: readonly ConditionRow[],
  usedElsewhere: UsedOperators,
  report: (problem: FieldProblem) => void,
): PathCondition[] {
  const conditions = new Map<string, Condition>();
  const used = new Map(Array.from(usedElsewhere, ([path, operators]) => [path, new Set(operators)]));
  for (const [index, row] of rows.entries()) {
    const path = row.path.trim();
    if (path === '' && row.values.every((value) => value.trim() === '')) continue;
    const at = (member: keyof ConditionRow, value: string, message: string) =>
      report({ field: `conditions.${index}.${member}`, value, message });
    const problem = pathProblem(path) ?? nestingProblem(path, [...used.keys()]);
    if (problem !== undefined) {
      at('path', path, problem);
      continue;
    }
    const condition = readRow(row, path, at);
    if (!condition) continue;
    const operators = used.get(path) ?? new Set();
    const twice = Object.keys(condition).find((name) => operators.has(name as keyof Condition));
    if (twice !== undefined) {
      at('operator', row.operator, duplicateOperatorMessage(path, twice));
      continue;
    }
    const joined = { ...conditions.get(path), ...condition };
    // Two rows that leave nothing between them are one range in the query, which `between` would refuse, too.
    if (joined.gt !== undefined && joined.lt !== undefined && isEmpty(joined.gt, joined.lt)) {
      at('values', row.values.join(' … '), emptyRangeMessage);
      continue;
    }
    for (const name of Object.keys(condition)) operators.add(name as keyof Condition);
    used.set(path, operators);
    conditions.set(path, joined);
  }
  return Array.from(conditions, ([path, condition]) => ({ path, condition }));
}

/** Returns why a path cannot be filtered; undefined when it can, also for a path that the service does not document. */
export function pathProblem(path: string): string | undefined {
  if (path === '') return 'Choose a field, or type its path.';
  if (!fieldPathSchema.safeParse(path).success) {
    return 'A path is names joined by dots, such as content.sensorData.sensorName.';
  }
  const [root = ''] = path.split('.');
  if (!recordRoots.includes(root)) return `A path begins with ${listOf(recordRoots)}.`;
  if (path.startsWith(`${searchPaths.assignedId}.`)) return 'assignedId has no fields below it.';
  const field = findRecordField(path);
  if (field?.kind === 'group') return 'It has fields below it. Choose one of those.';
  return undefined;
}

function nestingProblem(path: string, others: readonly string[]): string | undefined {
  const conflicting = others.find((other) => other.startsWith(`${path}.`) || path.startsWith(`${other}.`));
  return conflicting && `One query cannot have conditions both here and on ${conflicting}.`;
}

function duplicateOperatorMessage(path: string, operator: string): string {
  return `${path} has “${operator}” already; each operator can stand once on a path. Use “any of” for several values.`;
}

type ReportAt = (member: keyof ConditionRow, value: string, message: string) => void;

function readRow({ operator, values }: ConditionRow, path: string, report: ReportAt): Condition | undefined {
  if (path === searchPaths.assignedId && operator !== 'eq') {
    report('operator', operator, 'assignedId takes one value and no operator. Choose “equals”.');
    return undefined;
  }
  const type = fieldTypeAt(path);
  const count = operator === 'or' ? Math.max(1, values.length) : operator === 'between' ? 2 : 1;
  const read: Scalar[] = [];
  for (let index = 0; index < count; index += 1) {
    const typed = values[index] ?? '';
    const value = readConditionValue(typed, type);
    const message = value.ok ? operatorValueProblem(operator, value.value, path) : value.failure.message;
    if (message !== undefined || !value.ok) {
      report('values', typed, message ?? '');
      return undefined;
    }
    read.push(value.value);
  }
  const [first = null, second = null] = read;
  if (operator === 'or') return { or: [...new Set(read)] };
  if (operator !== 'between') return { [operator]: first };
  if (isEmpty(first, second)) {
    report('values', values.join(' … '), emptyRangeMessage);
    return undefined;
  }
  return { gt: first, lt: second };
}

/** Returns why an operator cannot have a value; undefined when it can. */
export function operatorValueProblem(
  operator: RowOperator | keyof Condition,
  value: Scalar,
  path: string,
): string | undefined {
  if (path === searchPaths.assignedId && typeof value !== 'string') return 'assignedId takes a text.';
  const compares = operator === 'gt' || operator === 'lt' || operator === 'between';
  return compares && (value === null || typeof value === 'boolean')
    ? `Nothing is greater or less than ${value}. Type a number, a text or a time.`
    : undefined;
}

const emptyRangeMessage = 'Nothing lies between these. Choose an end that is greater.';

function isEmpty(gt: Scalar, lt: Scalar): boolean {
  return typeof gt === 'number' && typeof lt === 'number' && gt >= lt;
}

function listOf(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
