import { isNumberMember, sensorMemberName, sensorMembers } from './sensor-members.ts';

/**
 * Type of the values of a field. `unknown`: the service does not document it. `time`: text with a
 * UTC time in ISO 8601.
 */
export type RecordFieldType = 'text' | 'number' | 'time' | 'unknown';

/** One field of a record (service.md, Records), with its documented meaning. */
export type RecordField = {
  readonly name: string;
  /** Dotted path from the record. */
  readonly path: string;
  readonly meaning: string;
  readonly type: RecordFieldType;
  /**
   * `group`: has fields, which a query must list. `whole`: is requested by its name and returned with all its content.
   * Known and unknown fields below it can be used in filters.
   */
  readonly kind: 'value' | 'group' | 'whole';
  /** A record has several; the service does not document how filters match them. */
  readonly isList: boolean;
  readonly fields: readonly RecordField[];
};

type FieldDefinition = Omit<RecordField, 'path' | 'fields'> & { readonly fields: readonly FieldDefinition[] };

const defineField = (name: string, type: RecordFieldType, meaning: string): FieldDefinition => ({
  name,
  type,
  meaning,
  kind: 'value',
  isList: false,
  fields: [],
});
const text = (name: string, meaning: string) => defineField(name, 'text', meaning);
const time = (name: string, meaning: string) => defineField(name, 'time', meaning);
const notShown = (name: string, meaning: string) => defineField(name, 'unknown', meaning);
const group = (name: string, meaning: string, fields: readonly FieldDefinition[]): FieldDefinition => ({
  ...defineField(name, 'unknown', meaning),
  kind: 'group',
  fields,
});
const list = (name: string, meaning: string, fields: readonly FieldDefinition[]): FieldDefinition => ({
  ...group(name, meaning, fields),
  isList: true,
});
const whole = (name: string, meaning: string, fields: readonly FieldDefinition[]): FieldDefinition => ({
  ...group(name, meaning, fields),
  kind: 'whole',
});

/**
 * Returns the fields of a record in the order of the document; `<brand>Id` of an image depends on the operator's
 * brand.
 */
export function recordFields(brand: string): readonly RecordField[] {
  return [
    text('assignedId', 'Unique record identifier (UUID). Takes one value and no operator.'),
    time('uploadTime', 'UTC time the record was uploaded.'),
    group('header', 'Identification and version data about the generation of the record.', [
      notShown('version', 'Version of the header.'),
      group('generatorInfo', 'What generated the record.', [
        notShown('id', 'Identifier of the generator.'),
        notShown('timeUTC', 'When the record was generated, UTC.'),
        notShown('generatorType', 'Type of the generator.'),
        notShown('generatorVersion', 'Version of the generator.'),
      ]),
    ]),
    group('content', 'The GeoJSON output.', [
      text('type', 'Always FeatureCollection.'),
      group('product', 'The product.', [
        text('productType', 'Product format name; it mainly decides the allowed feature properties.'),
        text('documentVersion', 'Version of the product format.'),
      ]),
      list('processors', 'One for each analytic of the workflow.', [
        text('processorName', 'Analytic name.'),
        text('version', 'Version of the analytic.'),
        whole('parameters', 'Processor parameters; they come whole.', [
          group('dissemination', 'To whom the product goes; not every record has it.', [
            text('customer', 'Always GMSS.'),
            text('region', 'Region of the product, such as East Asia or Eastern Europe.'),
            text('qcStatus', 'Quality-control status set by the customer; its values are not shown.'),
          ]),
        ]),
      ]),
      list('sensorData', 'The source sensors.', sensorFields(brand)),
      list('features', 'The detections; there may be none.', [
        text('type', 'Always Feature.'),
        group('geometry', 'GeoJSON geometry.', [
          text('type', 'Point, LineString, MultiPoint, Polygon, MultiLineString or MultiPolygon.'),
          notShown('coordinates', 'Longitude and latitude, nested as the type has them.'),
        ]),
        whole('properties', 'Depend on the product; they come whole. Other names can be typed.', [
          text('sarChipIdentifier', 'Identifier of the image chip; vessel detections have it.'),
        ]),
      ]),
    ]),
  ].map((field) => withPath(field, ''));
}

function sensorFields(brand: string): readonly FieldDefinition[] {
  return sensorMembers.map((member) => {
    const type = isNumberMember(member) ? 'number' : member.kind === 'time' ? 'time' : 'text';
    return defineField(sensorMemberName(member, brand), type, member.meaning);
  });
}

function withPath({ fields, ...field }: FieldDefinition, parent: string): RecordField {
  const path = parent === '' ? field.name : `${parent}.${field.name}`;
  return { ...field, path, fields: fields.map((inner) => withPath(inner, path)) };
}

/** Names that a path can start with. */
export const recordRoots: readonly string[] = ['uploadTime', 'assignedId', 'header', 'content'];

/** Returns all fields of the tree, parents first. */
export function flattenFields(fields: readonly RecordField[]): readonly RecordField[] {
  return fields.flatMap((field) => [field, ...flattenFields(field.fields)]);
}

const anyBrand = 'svc';
const known = new Map(flattenFields(recordFields(anyBrand)).map((field) => [field.path, field]));
/** The image identifier contains the operator's brand, which a path alone does not distinguish from another name. */
const brandedId = /^content\.sensorData\.[A-Za-z][A-Za-z0-9]*Id$/;

/** Returns the field at a path, for any brand; undefined for a path that the service does not document. */
export function findRecordField(path: string): RecordField | undefined {
  return (
    known.get(path) ?? (brandedId.test(path) ? known.get(`content.sensorData.${anyBrand}Id`) : undefined)
  );
}

/** Returns the type of the values at a path; `unknown` also for a path that the service does not document. */
export function fieldTypeAt(path: string): RecordFieldType {
  return findRecordField(path)?.type ?? 'unknown';
}
