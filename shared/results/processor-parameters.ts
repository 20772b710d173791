import { parseExactJson } from '../exact-json.ts';
import type { CellValue } from './cell-value.ts';

/** Objects nested deeper than this are one value, written as JSON. */
const maxDepth = 8;
/** Maximum number of parameters of a processor, and of characters of a name. */
const maxParameters = 500;
const maxNameLength = 200;

/** Deepest nesting and greatest length, as JSON, of parameters that are stored outside of the raw record, too. */
export const maxParameterDepth = 32;
export const maxParametersLength = 65_536;

/**
 * The parameters of a processor by name, from their JSON. The name of a parameter within an object has the name of the
 * object before it, as in `detector.threshold`. Lists are their JSON. Absent, null and unreadable parameters are left
 * out.
 */
export function readParameters(json: string | null): ReadonlyMap<string, NonNullable<CellValue>> {
  const parameters = new Map<string, NonNullable<CellValue>>();
  collect(parse(json), '', 1, parameters);
  return parameters;
}

/** The parameters as JSON without `dissemination`, which has fields of its own; null when there are no others. */
export function withoutDissemination(json: string | null): string | null {
  const parameters = parse(json);
  if (!isObject(parameters)) return null;
  const { dissemination: _dissemination, ...others } = parameters;
  return Object.keys(others).length === 0 ? null : JSON.stringify(others);
}

/** A parameter for a tree: a list or an object with its members, or a value: text as it is, anything else as JSON. */
export type ParameterNode =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly nodes: readonly ParameterNode[] };

/** The parameters as a tree. */
export function toParameterTree(json: string | null): readonly ParameterNode[] {
  const parameters = parse(json);
  return isObject(parameters) ? nodesOf(parameters, 1) : [];
}

function nodesOf(value: object, depth: number): readonly ParameterNode[] {
  return Object.entries(value).map(([name, member]) =>
    typeof member === 'object' && member !== null && depth < maxParameterDepth
      ? { name, nodes: nodesOf(member, depth + 1) }
      : { name, value: typeof member === 'string' ? member : JSON.stringify(member) },
  );
}

function collect(
  value: unknown,
  prefix: string,
  depth: number,
  parameters: Map<string, NonNullable<CellValue>>,
): void {
  if (!isObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (parameters.size >= maxParameters) return;
    const name = prefix + key;
    if (member === null || key === '' || name.length > maxNameLength) continue;
    if (isObject(member) && depth < maxDepth) collect(member, `${name}.`, depth + 1, parameters);
    else if (!parameters.has(name)) {
      parameters.set(name, typeof member === 'object' ? JSON.stringify(member) : (member as string));
    }
  }
}

function parse(json: string | null): unknown {
  if (json === null) return null;
  try {
    return parseExactJson(json);
  } catch {
    // Another program wrote something that is not valid JSON.
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
