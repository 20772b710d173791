import { foldText } from '../fold-text.ts';
import { type FieldList, isRequested } from './field-list.ts';

/** Type of the values of a built-in field. `names`: names joined by `, `, of which `contains` finds a whole one. */
export type BuiltinFieldType = 'number' | 'text' | 'names' | 'time' | 'boolean' | 'verdict';

/**
 * Where the value of a field comes from:
 * - `detection`: the feature, and what its record states about it;
 * - `property`: the property that counts of those with this meaning (`meaning-fields.ts`);
 * - `image`: the image that the detection is traced to; without a trace it has no value, also when the record names images;
 * - `processor`: the processors that may have made the detection, where all that state the value agree;
 * - `record`: the record of the detection;
 * - `ais`: inferred from AIS files of the user, or decided by them;
 * - `interval`: two times of the detection, in hours from the first to the second;
 * - `looks`: the passes that cover its place, of which all detections have to be known (`shared/fixed-objects`);
 * - `review`: the review of an analyst.
 */
export type FieldOrigin =
  | 'detection'
  | 'property'
  | 'image'
  | 'processor'
  | 'record'
  | 'interval'
  | 'ais'
  | 'looks'
  | 'review';

/** A field that every detection has, whatever its record contains. */
export type FieldDefinition = {
  /** Sentence case, without the unit. */
  readonly label: string;
  readonly type: BuiltinFieldType;
  readonly unit: string | null;
  readonly origin: FieldOrigin;
  /** What the value is, in one sentence. */
  readonly description: string;
  /**
   * `category`: repeats, so detections are counted by it; `quantity`: a measure, which has a distribution and can be the
   * size of a marker.
   */
  readonly use: 'category' | 'quantity' | 'other';
  /** Fields of the record without which it has no value; absent: it does not depend on what was requested. */
  readonly paths?: readonly string[];
  /** Name of its column in exports; null: the geometry has it. */
  readonly exportColumn: string | null;
};

/**
 * The fields of detections, in the order in which lists show them. Expressions, columns of the table, statistics, sizes,
 * labels, exports and completion lists are made from this table. A new field is a row here and a reader: for
 * image, processor, record and interval in `electron/core/workspace/read/traced-values.ts`.
 */
export const builtinFieldTable = {
  id: {
    label: 'ID',
    type: 'number',
    unit: null,
    origin: 'detection',
    description: 'Number of the detection in this workspace.',
    use: 'other',
    exportColumn: 'detection_id',
  },
  analytic: {
    label: 'Analytic',
    type: 'text',
    unit: null,
    origin: 'detection',
    description: 'Analytic that found it; several names where the record does not state which one.',
    use: 'category',
    paths: ['content.processors.processorName'],
    exportColumn: 'analytic',
  },
  region: {
    label: 'Region',
    type: 'text',
    unit: null,
    origin: 'detection',
    description: 'Region of the product, as the service names it.',
    use: 'category',
    paths: ['content.processors.parameters'],
    exportColumn: 'region',
  },
  place: {
    label: 'Place',
    type: 'text',
    unit: null,
    origin: 'detection',
    description: 'Nearest named port within 25 nautical miles.',
    use: 'category',
    paths: ['content.features'],
    exportColumn: 'place',
  },
  sensor: {
    label: 'Sensor',
    type: 'text',
    unit: null,
    origin: 'detection',
    description: 'Name of the sensor of its image.',
    use: 'category',
    paths: ['content.sensorData.sensorName'],
    exportColumn: 'sensor_name',
  },
  collected: {
    label: 'Collected',
    type: 'time',
    unit: null,
    origin: 'detection',
    description: 'Start of the collection of its image.',
    use: 'other',
    paths: ['content.sensorData.startTimeUTC'],
    exportColumn: 'collected_at',
  },
  uploaded: {
    label: 'Uploaded',
    type: 'time',
    unit: null,
    origin: 'detection',
    description: 'When its record was uploaded to the service.',
    use: 'other',
    paths: ['uploadTime'],
    exportColumn: 'uploaded_at',
  },
  confidence: {
    label: 'Confidence',
    type: 'number',
    unit: null,
    origin: 'detection',
    description: 'Confidence of the analytic, 0 to 1.',
    use: 'quantity',
    paths: ['content.features'],
    exportColumn: 'confidence',
  },
  longitude: {
    label: 'Longitude',
    type: 'number',
    unit: null,
    origin: 'detection',
    description: 'Degrees, WGS-84; of an area, of a point inside it.',
    use: 'other',
    paths: ['content.features'],
    exportColumn: null,
  },
  latitude: {
    label: 'Latitude',
    type: 'number',
    unit: null,
    origin: 'detection',
    description: 'Degrees, WGS-84; of an area, of a point inside it.',
    use: 'other',
    paths: ['content.features'],
    exportColumn: null,
  },
  chip: {
    label: 'Chip',
    type: 'text',
    unit: null,
    origin: 'detection',
    description: 'Identifier of its image chip.',
    use: 'other',
    paths: ['content.features'],
    exportColumn: 'chip_identifier',
  },
  record: {
    label: 'Record',
    type: 'text',
    unit: null,
    origin: 'detection',
    description: 'Assigned ID of its record.',
    use: 'other',
    paths: ['assignedId'],
    exportColumn: 'record_id',
  },
  length: {
    label: 'Length',
    type: 'number',
    unit: 'm',
    origin: 'property',
    description: 'Length of the object, from the property that counts.',
    use: 'quantity',
    paths: ['content.features'],
    exportColumn: 'derived_length_m',
  },
  width: {
    label: 'Width',
    type: 'number',
    unit: 'm',
    origin: 'property',
    description: 'Width of the object, from the property that counts.',
    use: 'quantity',
    paths: ['content.features'],
    exportColumn: 'derived_width_m',
  },
  heading: {
    label: 'Heading',
    type: 'number',
    unit: '°',
    origin: 'property',
    description: 'Heading of the object, clockwise from North, from the property that counts.',
    use: 'quantity',
    paths: ['content.features'],
    exportColumn: 'derived_heading_deg',
  },
  speed: {
    label: 'Speed',
    type: 'number',
    unit: 'kn',
    origin: 'property',
    description: 'Speed of the object, from the property that counts.',
    use: 'quantity',
    paths: ['content.features'],
    exportColumn: 'derived_speed_kn',
  },
  area: {
    label: 'Object area',
    type: 'number',
    unit: 'm²',
    origin: 'property',
    description: 'Area of the object, from the property that counts.',
    use: 'quantity',
    paths: ['content.features'],
    exportColumn: 'derived_area_m2',
  },
  class: {
    label: 'Class',
    type: 'text',
    unit: null,
    origin: 'property',
    description: 'Class of the object; of a list of classes the likeliest.',
    use: 'category',
    paths: ['content.features'],
    exportColumn: 'derived_class',
  },
  class_share: {
    label: 'Class share',
    type: 'number',
    unit: null,
    origin: 'property',
    description: 'Highest share in the list of likely classes, 0 to 1.',
    use: 'quantity',
    paths: ['content.features'],
    exportColumn: 'derived_class_share',
  },
  classes: {
    label: 'Classes',
    type: 'names',
    unit: null,
    origin: 'property',
    description: 'All likely classes of the object, the likeliest first.',
    use: 'other',
    paths: ['content.features'],
    exportColumn: 'derived_classes',
  },
  vessel_name: {
    label: 'Vessel name',
    type: 'text',
    unit: null,
    origin: 'property',
    description: 'Name of the vessel; from AIS, it is what the service states.',
    use: 'other',
    paths: ['content.features'],
    exportColumn: 'derived_vessel_name',
  },
  mmsi: {
    label: 'MMSI',
    type: 'text',
    unit: null,
    origin: 'property',
    description: 'MMSI of the vessel; from AIS, it is what the service states.',
    use: 'other',
    paths: ['content.features'],
    exportColumn: 'derived_mmsi',
  },
  imo: {
    label: 'IMO number',
    type: 'text',
    unit: null,
    origin: 'property',
    description: 'IMO number of the vessel; from AIS, it is what the service states.',
    use: 'other',
    paths: ['content.features'],
    exportColumn: 'derived_imo',
  },
  sensor_type: {
    label: 'Sensor type',
    type: 'text',
    unit: null,
    origin: 'image',
    description: 'Type of the sensor of its image.',
    use: 'category',
    paths: ['content.sensorData.sensorType'],
    exportColumn: 'sensor_type',
  },
  sensor_mode: {
    label: 'Sensor mode',
    type: 'text',
    unit: null,
    origin: 'image',
    description: 'Mode in which its image was collected.',
    use: 'category',
    paths: ['content.sensorData.sensorMode'],
    exportColumn: 'sensor_mode',
  },
  polarization: {
    label: 'Polarization',
    type: 'text',
    unit: null,
    origin: 'image',
    description: 'SAR: two letters, send and receive, such as HH; RF: possibly one.',
    use: 'category',
    paths: ['content.sensorData.polarization'],
    exportColumn: 'polarization',
  },
  incidence: {
    label: 'Incidence angle',
    type: 'number',
    unit: '°',
    origin: 'image',
    description: 'Local incidence angle at the scene center of its image.',
    use: 'quantity',
    paths: ['content.sensorData.incidenceAngle'],
    exportColumn: 'incidence_angle',
  },
  azimuth: {
    label: 'Azimuth angle',
    type: 'number',
    unit: '°',
    origin: 'image',
    description: 'From the scene to the sensor, clockwise from true North, at the scene center.',
    use: 'quantity',
    paths: ['content.sensorData.azimuthAngle'],
    exportColumn: 'azimuth_angle',
  },
  image_product: {
    label: 'Image product',
    type: 'text',
    unit: null,
    origin: 'image',
    description: 'Product type of its image.',
    use: 'category',
    paths: ['content.sensorData.productType'],
    exportColumn: 'image_product',
  },
  vendor_id: {
    label: 'Vendor’s image ID',
    type: 'text',
    unit: null,
    origin: 'image',
    description: 'Name that the vendor gave its image.',
    use: 'other',
    paths: ['content.sensorData.vendorId'],
    exportColumn: 'vendor_id',
  },
  qc_status: {
    label: 'QC status',
    type: 'text',
    unit: null,
    origin: 'processor',
    description: 'Quality-control status that the customer set, not the service.',
    use: 'category',
    paths: ['content.processors.parameters'],
    exportColumn: 'qc_status',
  },
  processor: {
    label: 'Processor',
    type: 'text',
    unit: null,
    origin: 'processor',
    description: 'Processor that found it; empty where the record does not state which one.',
    use: 'category',
    paths: ['content.processors.processorName'],
    exportColumn: 'processor',
  },
  processor_version: {
    label: 'Processor version',
    type: 'text',
    unit: null,
    origin: 'processor',
    description: 'Version of the processor that found it.',
    use: 'category',
    paths: ['content.processors.version'],
    exportColumn: 'processor_version',
  },
  parameters: {
    label: 'Processor parameters',
    type: 'text',
    unit: null,
    origin: 'processor',
    description:
      'Parameters of the processor that found it, as JSON; region and QC status have fields of their own.',
    use: 'other',
    paths: ['content.processors.parameters'],
    exportColumn: 'processor_parameters',
  },
  generated: {
    label: 'Generated',
    type: 'time',
    unit: null,
    origin: 'record',
    description: 'When its record was generated.',
    use: 'other',
    paths: ['header.generatorInfo.timeUTC'],
    exportColumn: 'generated_at',
  },
  fetched: {
    label: 'Fetched',
    type: 'time',
    unit: null,
    origin: 'record',
    description: 'When this version of its record was fetched.',
    use: 'other',
    exportColumn: 'fetched_at',
  },
  not_fetched: {
    label: 'Not fetched',
    type: 'names',
    unit: null,
    origin: 'record',
    description: 'Names of the fields that are empty because they were not requested with its record.',
    use: 'category',
    exportColumn: 'not_fetched',
  },
  generation_latency: {
    label: 'Collection to generation',
    type: 'number',
    unit: 'h',
    origin: 'interval',
    description: 'Hours from the collection of its image to the generation of its record.',
    use: 'quantity',
    paths: ['content.sensorData.startTimeUTC', 'header.generatorInfo.timeUTC'],
    exportColumn: 'generation_latency_h',
  },
  upload_latency: {
    label: 'Generation to upload',
    type: 'number',
    unit: 'h',
    origin: 'interval',
    description: 'Hours from the generation of its record to the upload.',
    use: 'quantity',
    paths: ['header.generatorInfo.timeUTC'],
    exportColumn: 'upload_latency_h',
  },
  fetch_latency: {
    label: 'Upload to fetch',
    type: 'number',
    unit: 'h',
    origin: 'interval',
    description: 'Hours from the upload of its record to the fetch.',
    use: 'quantity',
    exportColumn: 'fetch_latency_h',
  },
  ais: {
    label: 'AIS (inferred)',
    type: 'text',
    unit: null,
    origin: 'ais',
    description:
      'Outcome of matching it with your AIS files; unknown where none covers its place and time, no value where it is no ship.',
    use: 'category',
    exportColumn: 'ais_inferred_outcome',
  },
  ais_contact: {
    label: 'AIS contact (inferred)',
    type: 'text',
    unit: null,
    origin: 'ais',
    description:
      'MMSI of the contact that it was matched with or decided to be; not a statement of the service.',
    use: 'other',
    exportColumn: 'ais_inferred_contact',
  },
  ais_distance: {
    label: 'Distance to AIS contact',
    type: 'number',
    unit: 'm',
    origin: 'ais',
    description: 'Meters from where that contact was expected, without any shift of a radar.',
    use: 'quantity',
    exportColumn: 'ais_inferred_distance_m',
  },
  ais_coverage: {
    label: 'AIS coverage',
    type: 'text',
    unit: null,
    origin: 'ais',
    description: 'Whether your AIS files cover its place and time: yes, thin or unknown.',
    use: 'category',
    exportColumn: 'ais_coverage',
  },
  ais_source: {
    label: 'AIS inferred from',
    type: 'text',
    unit: null,
    origin: 'ais',
    description: 'By which files, which rule and when it was inferred, or who has decided it and when.',
    use: 'other',
    exportColumn: 'ais_inferred_from',
  },
  presence: {
    label: 'Presence',
    type: 'text',
    unit: null,
    origin: 'looks',
    description: 'Whether something is at the same place in several looks: stationary, new, gone or passing.',
    use: 'category',
    exportColumn: 'presence',
  },
  sightings: {
    label: 'Seen here',
    type: 'text',
    unit: null,
    origin: 'looks',
    description: 'Looks with its analytic that saw something at the same place, of all that cover it.',
    use: 'other',
    exportColumn: 'seen_here',
  },
  verdict: {
    label: 'Review',
    type: 'verdict',
    unit: null,
    origin: 'review',
    description: 'State of the review: unreviewed, confirmed, rejected or unsure.',
    use: 'category',
    exportColumn: 'verdict',
  },
  flagged: {
    label: 'Flagged',
    type: 'boolean',
    unit: null,
    origin: 'review',
    description: 'Whether an analyst flagged it.',
    use: 'other',
    exportColumn: 'flagged',
  },
  note: {
    label: 'Note',
    type: 'text',
    unit: null,
    origin: 'review',
    description: 'Note of the review.',
    use: 'other',
    exportColumn: 'note',
  },
  reviewer: {
    label: 'Reviewed by',
    type: 'text',
    unit: null,
    origin: 'review',
    description: 'Who reviewed it last.',
    use: 'other',
    exportColumn: 'reviewer',
  },
  reviewed: {
    label: 'Reviewed',
    type: 'time',
    unit: null,
    origin: 'review',
    description: 'When it was reviewed last.',
    use: 'other',
    exportColumn: 'reviewed_at',
  },
} as const satisfies Readonly<Record<string, FieldDefinition>>;

type Table = typeof builtinFieldTable;

/** The name of a built-in field. */
export type BuiltinField = keyof Table;

/** The built-in fields in the order of the table. */
export const builtinFields = Object.keys(builtinFieldTable) as readonly BuiltinField[];

type FieldsWhere<Member extends Exclude<keyof FieldDefinition, 'paths'>, Value> = {
  [Field in BuiltinField]: Table[Field][Member] extends Value ? Field : never;
}[BuiltinField];

/** A field by whose values detections are counted. */
export type CategoryField = FieldsWhere<'use', 'category'>;

/** A field whose value comes from the image, the processors or the record of a detection, or from its times. */
export type TracedField = FieldsWhere<'origin', 'image' | 'processor' | 'record' | 'interval'>;

/** The fields that are inferred from AIS files, in the order of the table. */
export const aisFields = builtinFields.filter(
  (field) => definitionOf(field).origin === 'ais',
) as readonly FieldOf<'ais'>[];

/** Whether a field is inferred from AIS files. */
export function isAisField(field: string): field is FieldOf<'ais'> {
  return isBuiltinField(field) && definitionOf(field).origin === 'ais';
}

/** The fields of one origin. */
export type FieldOf<Origin extends FieldOrigin> = FieldsWhere<'origin', Origin>;

/** The definition of a field. */
export function definitionOf(field: BuiltinField): FieldDefinition {
  return builtinFieldTable[field];
}

/** The fields of one use, in the order of the table. */
export const categoryFields = builtinFields.filter(
  (field) => definitionOf(field).use === 'category',
) as readonly CategoryField[];
export const quantityFields: readonly BuiltinField[] = builtinFields.filter(
  (field) => definitionOf(field).use === 'quantity',
);

/** The traced fields in the order of the table. */
export const tracedFields = builtinFields.filter((field) =>
  ['image', 'processor', 'record', 'interval'].includes(definitionOf(field).origin),
) as readonly TracedField[];

/** The fields about looks in the order of the table. */
export const looksFields = builtinFields.filter(
  (field) => definitionOf(field).origin === 'looks',
) as readonly FieldOf<'looks'>[];

/** Whether a field is about the looks at the place of a detection. */
export function isLooksField(field: string): field is FieldOf<'looks'> {
  return isBuiltinField(field) && definitionOf(field).origin === 'looks';
}

/** Whether a field was requested with a record of this field list; if not, that it is empty means nothing. */
export function isFieldFetched(field: BuiltinField, list: FieldList): boolean {
  return (definitionOf(field).paths ?? []).every((path) => isRequested(list, path));
}

/** The names of the fields that were not requested with a record of this field list; null if all were. */
export function namesNotFetched(list: FieldList): string | null {
  if (list === 'all') return null;
  return builtinFields.filter((field) => !isFieldFetched(field, list)).join(', ') || null;
}

/** Whether a value of type `names` has this name, in upper or lower case. */
export function hasName(names: string, name: string): boolean {
  return foldText(names).split(', ').includes(foldText(name));
}

const names: ReadonlySet<string> = new Set(builtinFields);

/** Whether a name is that of a built-in field. */
export function isBuiltinField(name: string): name is BuiltinField {
  return names.has(name);
}

/** Whether a field is traced. */
export function isTracedField(name: string): name is TracedField {
  return isBuiltinField(name) && (tracedFields as readonly string[]).includes(name);
}
