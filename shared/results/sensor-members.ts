/** Reading of a member's value: `wkt` is a text that may be long, `angle-point` one where angles are defined. */
export type MemberKind = 'index' | 'text' | 'time' | 'degrees' | 'wkt' | 'angle-point';

/**
 * A member of the items of `content.sensorData` (results-api.md). `query-text.test.ts` and `record-fields.test.ts` list and
 * count the members. Its row makes the type `SensorData`, the query's field,
 * the reader of records, the columns of tables and of the page that is written into them, the lines of the inspector, and
 * the demo's schema. Its column changes the schema of workspaces: the fixture of version 1 is written anew. For instance:
 *
 *     {
 *       ...{ key: 'squintAngle', column: 'squint_angle', kind: 'degrees', label: 'Squint' },
 *       meaning: 'Degrees from broadside.',
 *     },
 *
 * A row in `builtin-fields.ts` then filters, lists and exports it for each detection.
 */
export type SensorMember = {
  /** Key in `SensorData`. */
  readonly key: string;
  /** Column of `sensors`, and of `footprints` with `inFootprint`. */
  readonly column: string;
  readonly kind: MemberKind;
  /** Label in the inspector; `{brand}` stands for the operator's brand. */
  readonly label: string;
  /** Tip of the label. */
  readonly hint?: string;
  /** Words after `Copy`, for values that are copied as a whole. */
  readonly copiedAs?: string;
  /** Meaning in the service's document, a sentence. */
  readonly meaning: string;
  /** Name in a record where it is not `key`; `{brand}` stands for the operator's brand. */
  readonly name?: string;
  /** Whether the table of footprints repeats it: its column is then added in `create-schema.ts`, too. */
  readonly inFootprint?: true;
};

/** The members in the order of the service's document. */
export const sensorMembers = [
  {
    key: 'sensorDataIndex',
    column: 'sensor_data_index',
    kind: 'index',
    label: 'Index',
    hint: 'sensorDataIndex',
    meaning: 'Unique index into the list; detections trace back to it.',
  },
  {
    key: 'sensorName',
    column: 'sensor_name',
    kind: 'text',
    label: 'Name',
    meaning: 'Sensor name; the names are not shown.',
    inFootprint: true,
  },
  {
    key: 'sensorType',
    column: 'sensor_type',
    kind: 'text',
    label: 'Type',
    meaning: 'Sensor type; the types are not shown.',
    inFootprint: true,
  },
  {
    key: 'sensorMode',
    column: 'sensor_mode',
    kind: 'text',
    label: 'Mode',
    meaning: 'Sensor mode; the modes are not shown.',
    inFootprint: true,
  },
  {
    key: 'productType',
    column: 'product_type',
    kind: 'text',
    label: 'Product',
    meaning: 'Product type of the image; the types are not shown.',
    inFootprint: true,
  },
  {
    key: 'brandId',
    column: 'brand_id',
    kind: 'text',
    label: '{brand}Id',
    copiedAs: 'image ID',
    meaning: 'Internal identifier of the processed image.',
    name: '{brand}Id',
    inFootprint: true,
  },
  {
    key: 'vendorId',
    column: 'vendor_id',
    kind: 'text',
    label: 'Vendor ID',
    copiedAs: 'vendor ID',
    meaning: 'Vendor-specific name of the processed image.',
    inFootprint: true,
  },
  {
    key: 'startTimeUtc',
    column: 'start_time_utc',
    kind: 'time',
    label: 'Collected',
    meaning: 'Collection start, UTC.',
    name: 'startTimeUTC',
  },
  {
    key: 'geometryReference',
    column: 'geometry_reference',
    kind: 'angle-point',
    label: 'Angles at',
    hint: 'Where the angles are defined (geometryReference), and how far this detection is from there',
    meaning: 'WKT of the location where the azimuth and incidence angles are defined.',
  },
  {
    key: 'azimuthAngle',
    column: 'azimuth_angle',
    kind: 'degrees',
    label: 'To sensor',
    hint: 'Azimuth from the scene to the sensor, clockwise from true north, at the scene center',
    meaning: 'Degrees from scene to sensor, clockwise from true North, at the scene center.',
    inFootprint: true,
  },
  {
    key: 'incidenceAngle',
    column: 'incidence_angle',
    kind: 'degrees',
    label: 'Incidence',
    hint: 'Local angle at the scene center',
    meaning: 'Degrees, local incidence angle at the scene center.',
    inFootprint: true,
  },
  {
    key: 'polarization',
    column: 'polarization',
    kind: 'text',
    label: 'Polarization',
    meaning: 'SAR: two characters, send and receive. RF: possibly one.',
    inFootprint: true,
  },
  {
    key: 'footprint',
    column: 'footprint',
    kind: 'wkt',
    label: 'Footprint',
    meaning: 'WKT of the perimeter of the collection footprint, WGS-84.',
  },
] as const satisfies readonly SensorMember[];

type Member = (typeof sensorMembers)[number];

/** One item of `content.sensorData`: absent and malformed values are null, WKT is unchanged. */
export type SensorData = {
  readonly [Each in Member as Each['key']]:
    | (Each['kind'] extends 'index' | 'degrees' ? number : string)
    | null;
};

/** The name of a member in the records of a brand. */
export function sensorMemberName({ key, name = key }: SensorMember, brand: string): string {
  return name.replace('{brand}', brand);
}

/** The member that the first path with one leads to, in records of the brand `svc`. */
export function sensorMemberAt(paths: readonly string[]): SensorMember | undefined {
  return sensorMembers.find((member) =>
    paths.includes(`content.sensorData.${sensorMemberName(member, 'svc')}`),
  );
}

/** Whether the values of a member are numbers, in a column DOUBLE; all others are texts. */
export function isNumberMember({ kind }: SensorMember): boolean {
  return kind === 'index' || kind === 'degrees';
}
