import { type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import type { Projection } from './projection.ts';
import { refuse } from './query-refusal.ts';
import type { SchemaField } from './record-schema.ts';

/** Parses a field list by the rules of service.md: compound fields with their subfields, all others by name alone. */
export function readProjection(
  group: SchemaField & { readonly kind: 'group' },
  selection: SelectionSetNode | undefined,
  path: string,
): Projection {
  if (selection === undefined) refuse(`${path} is a compound field: list its subfields in { }.`);
  const projection = new Map<string, Projection | null>();
  for (const node of selection.selections) {
    if (node.kind !== Kind.FIELD) refuse('Fragments are not supported.');
    const name = readPlainName(node);
    const fieldPath = `${path}.${name}`;
    const field = group.fields[name];
    if (field === undefined) refuse(`${path} has no field named ${name}.`);
    if (projection.has(name)) refuse(`${fieldPath} is listed twice.`);
    if (node.arguments?.length) refuse(`${fieldPath} takes no parameters.`);
    if (field.kind === 'group') {
      projection.set(name, readProjection(field, node.selectionSet, fieldPath));
    } else {
      if (node.selectionSet !== undefined) refuse(`${fieldPath} is listed by name alone, without subfields.`);
      projection.set(name, null);
    }
  }
  return projection;
}

/** The name of a field that has neither an alias nor directives. */
export function readPlainName(node: FieldNode): string {
  if (node.alias !== undefined) refuse(`Aliases are not supported: ${node.alias.value}.`);
  if (node.directives?.length) refuse(`Directives are not supported: on ${node.name.value}.`);
  return node.name.value;
}
