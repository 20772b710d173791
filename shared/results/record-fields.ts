import type { FieldList } from './query.ts';

/**
 * What the values of a field are, as the results document says. `unknown`: the document does not show it.
 * `time` is text that holds a UTC time in ISO 8601.
 */
export type FieldType = 'text' | 'number' | 'time' | 'unknown';

/** One field of a record (results document, 2.1 to 2.5), with its meaning in the document's words. */
export type RecordField = {
  readonly name: string;
  /** Dotted, from the record. */
  readonly path: string;
  readonly meaning: string;
  readonly type: FieldType;
  /**
   * `group`: has fields below it, which are listed when it is asked for. `whole`: is named and comes whole, with
   * whatever it holds; the fields below it that the document names can be filtered on, and so can any other.
   */
  readonly kind: 'value' | 'group' | 'whole';
  /** There are several in one record; how a filter is matched with them, the document does not say. */
  readonly isList: boolean;
  readonly fields: readonly RecordField[];
};

type Draft = Omit<RecordField, 'path' | 'fields'> & { readonly fields: readonly Draft[] };

const make = (name: string, type: FieldType, meaning: string): Draft => ({
  name,
  type,
  meaning,
  kind: 'value',
  isList: false,
  fields: [],
});
const text = (name: string, meaning: string) => make(name, 'text', meaning);
const number = (name: string, meaning: string) => make(name, 'number', meaning);
const time = (name: string, meaning: string) => make(name, 'time', meaning);
const notShown = (name: string, meaning: string) => make(name, 'unknown', meaning);
const group = (name: string, meaning: string, fields: readonly Draft[]): Draft => ({
  ...make(name, 'unknown', meaning),
  kind: 'group',
  fields,
});
const list = (name: string, meaning: string, fields: readonly Draft[]): Draft => ({
  ...group(name, meaning, fields),
  isList: true,
});
const whole = (name: string, meaning: string, fields: readonly Draft[]): Draft => ({
  ...group(name, meaning, fields),
  kind: 'whole',
});

/** The fields of a record in the order of the document; `<brand>Id` of an image follows the operator's brand. */
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

function sensorFields(brand: string): readonly Draft[] {
  return [
    number('sensorDataIndex', 'Unique index into the list; detections trace back to it.'),
    text('sensorName', 'Sensor name; the names are not shown.'),
    text('sensorType', 'Sensor type; the types are not shown.'),
    text('sensorMode', 'Sensor mode; the modes are not shown.'),
    text('productType', 'Product type of the image; the types are not shown.'),
    text(`${brand}Id`, 'Internal identifier of the processed image.'),
    text('vendorId', 'Vendor-specific name of the processed image.'),
    time('startTimeUTC', 'Collection start, UTC.'),
    text('geometryReference', 'WKT of the location where the azimuth and incidence angles are defined.'),
    number('azimuthAngle', 'Degrees from scene to sensor, clockwise from true North, at scene centre.'),
    number('incidenceAngle', 'Degrees, local incidence angle at scene centre.'),
    text('polarization', 'SAR: two characters, send and receive. RF: possibly one.'),
    text('footprint', 'WKT of the perimeter of the collection footprint, WGS-84.'),
  ];
}

function withPath({ fields, ...field }: Draft, parent: string): RecordField {
  const path = parent === '' ? field.name : `${parent}.${field.name}`;
  return { ...field, path, fields: fields.map((inner) => withPath(inner, path)) };
}

/** The first names that a path can begin with. */
export const recordRoots: readonly string[] = ['uploadTime', 'assignedId', 'header', 'content'];

/** All fields of the tree, each before those below it. */
export function flattenFields(fields: readonly RecordField[]): readonly RecordField[] {
  return fields.flatMap((field) => [field, ...flattenFields(field.fields)]);
}

const anyBrand = 'svc';
const known = new Map(flattenFields(recordFields(anyBrand)).map((field) => [field.path, field]));
/** Identifiers of the image carry the operator's brand, which a path alone does not tell from another name. */
const brandedId = /^content\.sensorData\.[A-Za-z][A-Za-z0-9]*Id$/;

/** The field at a path, whatever the brand; undefined for one that the document does not name. */
export function findRecordField(path: string): RecordField | undefined {
  return (
    known.get(path) ?? (brandedId.test(path) ? known.get(`content.sensorData.${anyBrand}Id`) : undefined)
  );
}

/** What the values at a path are; `unknown` also for a path that the document does not name. */
export function fieldTypeAt(path: string): FieldType {
  return findRecordField(path)?.type ?? 'unknown';
}

/** Which fields are listed in a query: names with, for a group, the names below them. */
export type FieldSelection = { readonly name: string; readonly selections?: readonly FieldSelection[] };

/** The fields that a query with this list names (results document, field list rules). */
export function listedFields(brand: string, fields: FieldList): readonly FieldSelection[] {
  return recordFields(brand)
    .filter(({ name }) => fields !== 'headers' || name !== 'content')
    .map((field) => select(field, fields === 'all' ? '' : 'content.features'));
}

function select(field: RecordField, left: string): FieldSelection {
  if (field.kind !== 'group') return { name: field.name };
  const inner = field.fields.filter(({ path }) => path !== left);
  return { name: field.name, selections: inner.map((each) => select(each, left)) };
}
