import { type DetectionField, layerFieldOf, parameterOf, propertyOf } from './detection-field.ts';
import { familyOf, type PropertyFamily } from './property-meaning.ts';

/** The titles of the families of properties, in the order in which lists show them. */
export const familyTitles: Readonly<Record<PropertyFamily, string>> = {
  sar: 'From the SAR image',
  ais: 'AIS, as the service states it',
  sts: 'Ship-to-ship transfer',
  rf: 'Radio frequency',
  change: 'Change',
  classification: 'Classification',
};

const fields = 'Fields';
const properties = 'Properties';
const parameters = 'Parameters';
const layers = 'Your layers';
const order = [fields, properties, ...Object.values(familyTitles), parameters, layers];

/** The title of the group in which lists show a field: a property is in that of its family. */
export function fieldGroup(field: DetectionField): string {
  if (parameterOf(field) !== undefined) return parameters;
  if (layerFieldOf(field)) return layers;
  const property = propertyOf(field);
  if (property === undefined) return fields;
  const family = familyOf(property);
  return family === null ? properties : familyTitles[family];
}

/** Items by the groups of their fields; an item without a field is in the first one. Items stay in order. */
export function groupByField<Item>(
  items: readonly Item[],
  fieldOf: (item: Item) => DetectionField | null,
): { readonly group: string; readonly items: Item[] }[] {
  const byGroup = Map.groupBy(items, (item) => {
    const field = fieldOf(item);
    return field === null ? fields : fieldGroup(field);
  });
  return order.flatMap((group) => {
    const found = byGroup.get(group);
    return found ? [{ group, items: found }] : [];
  });
}
