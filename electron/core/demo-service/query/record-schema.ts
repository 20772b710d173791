import { sensorMemberName, sensorMembers } from '../../../../shared/results/sensor-members.ts';

/**
 * A field of a record in the query language.
 *
 * - `group`: a compound field; its subfields must be listed when it is returned, and are nested when filtered
 * - `value`: a scalar, or a list of them (`coordinates`)
 * - `whole`: an object that is named without subfields and returned whole, but can be filtered by any path in it
 */
export type SchemaField =
  | { readonly kind: 'group'; readonly fields: Readonly<Record<string, SchemaField>> }
  | { readonly kind: 'value' }
  | { readonly kind: 'whole' };

const value: SchemaField = { kind: 'value' };
const whole: SchemaField = { kind: 'whole' };

function group(fields: Readonly<Record<string, SchemaField>>): SchemaField {
  // Without a prototype, so that no query can name `constructor` and the like.
  return { kind: 'group', fields: Object.assign(Object.create(null), fields) };
}

/** The fields of a record (service.md, Records). */
export function recordSchema(brand: string): SchemaField & { readonly kind: 'group' } {
  const schema = group({
    assignedId: value,
    uploadTime: value,
    header: group({
      version: value,
      generatorInfo: group({ id: value, timeUTC: value, generatorType: value, generatorVersion: value }),
    }),
    content: group({
      type: value,
      product: group({ productType: value, documentVersion: value }),
      processors: group({ processorName: value, version: value, parameters: whole }),
      sensorData: group(
        Object.fromEntries(sensorMembers.map((member) => [sensorMemberName(member, brand), value])),
      ),
      features: group({
        type: value,
        geometry: group({ type: value, coordinates: value }),
        properties: whole,
      }),
    }),
  });
  if (schema.kind !== 'group') throw new Error('A record is a compound field.');
  return schema;
}

/** The name of the query field that returns records. */
export function rootFieldName(brand: string): string {
  return `${brand}_udp_analyticgeojsonrecord`;
}
