import { foldText } from '../fold-text.ts';
import { type FieldList, isRequested } from './field-list.ts';

/** Type of the values of a built-in field. `names`: names joined by `, `, of which `contains` finds a whole one. */
export type BuiltinFieldType = 'number' | 'text' | 'names' | 'time' | 'boolean' | 'verdict';

/**
 * Origin of a field's value:
 * - `detection`: the feature, and what its record states about it;
 * - `property`: the property that counts of those with this meaning (`meaning-fields.ts`);
 * - `image`: the image that the detection is traced to; without a trace it has no value, also when the record names images;
 * - `processor`: the processors that may have made the detection, where all that state the value agree;
 * - `record`: the record of the detection;
 * - `ais`: inferred from AIS files of the user, or decided by them;
 * - `interval`: two times of the detection, in hours from the first to the second;
 * - `presence`: the passes that cover its place, of which all detections have to be known (`shared/fixed-objects`);
 * - `item`: items about it of a list of the analyst's, the names in the list's order;
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
  | 'presence'
  | 'item'
  | 'review';

/** A field that every detection has, whatever its record contains. */
export type FieldDefinition = {
  /** Sentence case, without the unit. */
  readonly label: string;
  readonly type: BuiltinFieldType;
  readonly unit: string | null;
  readonly origin: FieldOrigin;
  /** Meaning of the value, in one sentence. */
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

/** A row of the table of fields: without a unit there is none, and without a use it is `other`. */
type FieldRow = Omit<FieldDefinition, 'origin' | 'unit' | 'use'> &
  Partial<Pick<FieldDefinition, 'unit' | 'use'>>;

/**
 * The fields of detections, in the order in which lists show them. Expressions, columns of the table, statistics, sizes,
 * labels, exports and completion lists are made from this table. A field of the image with the path of a member of sensor
 * data is read without more; one of a processor, record or interval has a row in
 * `electron/core/workspace/read/traced-values.ts`. A field of another origin has a case in `field-value.ts`, and readers in
 * `read/memory/field-reader.ts` and, for exports, `electron/core/exchange/rows/detection-columns.ts`.
 *
 * A field of a list of the analyst's is a row of `item`, of the type `names`, and `fields` of the list's row in
 * `shared/items/item-kinds.ts`; nothing else is to be written.
 */
const fieldsByOrigin = {
  detection: {
    id: {
      label: 'ID',
      type: 'number',
      description: 'Number of the detection in this workspace.',
      exportColumn: 'detection_id',
    },
    analytic: {
      label: 'Analytic',
      type: 'text',
      description: 'Analytic that found it; several names where the record does not state which one.',
      use: 'category',
      paths: ['content.processors.processorName'],
      exportColumn: 'analytic',
    },
    region: {
      label: 'Region',
      type: 'text',
      description: 'Region of the product, as the service names it.',
      use: 'category',
      paths: ['content.processors.parameters'],
      exportColumn: 'region',
    },
    place: {
      label: 'Place',
      type: 'text',
      description: 'Nearest named port within 25 nautical miles.',
      use: 'category',
      paths: ['content.features'],
      exportColumn: 'place',
    },
    sensor: {
      label: 'Sensor',
      type: 'text',
      description: 'Name of the sensor of its image.',
      use: 'category',
      paths: ['content.sensorData.sensorName'],
      exportColumn: 'sensor_name',
    },
    collected: {
      label: 'Collected',
      type: 'time',
      description: 'Start of the collection of its image.',
      paths: ['content.sensorData.startTimeUTC'],
      exportColumn: 'collected_at',
    },
    uploaded: {
      label: 'Uploaded',
      type: 'time',
      description: 'When its record was uploaded to the service.',
      paths: ['uploadTime'],
      exportColumn: 'uploaded_at',
    },
    confidence: {
      label: 'Confidence',
      type: 'number',
      description: 'Confidence of the analytic, 0 to 1.',
      use: 'quantity',
      paths: ['content.features'],
      exportColumn: 'confidence',
    },
    longitude: {
      label: 'Longitude',
      type: 'number',
      description: 'Degrees, WGS-84; of an area, of a point inside it.',
      paths: ['content.features'],
      exportColumn: null,
    },
    latitude: {
      label: 'Latitude',
      type: 'number',
      description: 'Degrees, WGS-84; of an area, of a point inside it.',
      paths: ['content.features'],
      exportColumn: null,
    },
    chip: {
      label: 'Chip',
      type: 'text',
      description: 'Identifier of its image chip.',
      paths: ['content.features'],
      exportColumn: 'chip_identifier',
    },
    record: {
      label: 'Record',
      type: 'text',
      description: 'Assigned ID of its record.',
      paths: ['assignedId'],
      exportColumn: 'record_id',
    },
  },
  property: {
    length: {
      label: 'Length',
      type: 'number',
      unit: 'm',
      description: 'Length of the object, from the property that counts.',
      use: 'quantity',
      paths: ['content.features'],
      exportColumn: 'derived_length_m',
    },
    width: {
      label: 'Width',
      type: 'number',
      unit: 'm',
      description: 'Width of the object, from the property that counts.',
      use: 'quantity',
      paths: ['content.features'],
      exportColumn: 'derived_width_m',
    },
    heading: {
      label: 'Heading',
      type: 'number',
      unit: '°',
      description: 'Heading of the object, clockwise from North, from the property that counts.',
      use: 'quantity',
      paths: ['content.features'],
      exportColumn: 'derived_heading_deg',
    },
    speed: {
      label: 'Speed',
      type: 'number',
      unit: 'kn',
      description: 'Speed of the object, from the property that counts.',
      use: 'quantity',
      paths: ['content.features'],
      exportColumn: 'derived_speed_kn',
    },
    area: {
      label: 'Object area',
      type: 'number',
      unit: 'm²',
      description: 'Area of the object, from the property that counts.',
      use: 'quantity',
      paths: ['content.features'],
      exportColumn: 'derived_area_m2',
    },
    class: {
      label: 'Class',
      type: 'text',
      description: 'Class of the object; of a list of classes the likeliest.',
      use: 'category',
      paths: ['content.features'],
      exportColumn: 'derived_class',
    },
    class_share: {
      label: 'Class share',
      type: 'number',
      description: 'Highest share in the list of likely classes, 0 to 1.',
      use: 'quantity',
      paths: ['content.features'],
      exportColumn: 'derived_class_share',
    },
    classes: {
      label: 'Classes',
      type: 'names',
      description: 'All likely classes of the object, the likeliest first.',
      paths: ['content.features'],
      exportColumn: 'derived_classes',
    },
    vessel_name: {
      label: 'Vessel name',
      type: 'text',
      description: 'Name of the vessel; from AIS, it is what the service states.',
      paths: ['content.features'],
      exportColumn: 'derived_vessel_name',
    },
    mmsi: {
      label: 'MMSI',
      type: 'text',
      description: 'MMSI of the vessel; from AIS, it is what the service states.',
      paths: ['content.features'],
      exportColumn: 'derived_mmsi',
    },
    imo: {
      label: 'IMO number',
      type: 'text',
      description: 'IMO number of the vessel; from AIS, it is what the service states.',
      paths: ['content.features'],
      exportColumn: 'derived_imo',
    },
  },
  image: {
    sensor_type: {
      label: 'Sensor type',
      type: 'text',
      description: 'Type of the sensor of its image.',
      use: 'category',
      paths: ['content.sensorData.sensorType'],
      exportColumn: 'sensor_type',
    },
    sensor_mode: {
      label: 'Sensor mode',
      type: 'text',
      description: 'Mode in which its image was collected.',
      use: 'category',
      paths: ['content.sensorData.sensorMode'],
      exportColumn: 'sensor_mode',
    },
    polarization: {
      label: 'Polarization',
      type: 'text',
      description: 'SAR: two letters, send and receive, such as HH; RF: possibly one.',
      use: 'category',
      paths: ['content.sensorData.polarization'],
      exportColumn: 'polarization',
    },
    incidence: {
      label: 'Incidence angle',
      type: 'number',
      unit: '°',
      description: 'Local incidence angle at the scene center of its image.',
      use: 'quantity',
      paths: ['content.sensorData.incidenceAngle'],
      exportColumn: 'incidence_angle',
    },
    azimuth: {
      label: 'Azimuth angle',
      type: 'number',
      unit: '°',
      description: 'From the scene to the sensor, clockwise from true North, at the scene center.',
      use: 'quantity',
      paths: ['content.sensorData.azimuthAngle'],
      exportColumn: 'azimuth_angle',
    },
    image_product: {
      label: 'Image product',
      type: 'text',
      description: 'Product type of its image.',
      use: 'category',
      paths: ['content.sensorData.productType'],
      exportColumn: 'image_product',
    },
    vendor_id: {
      label: 'Vendor’s image ID',
      type: 'text',
      description: 'Name that the vendor gave its image.',
      paths: ['content.sensorData.vendorId'],
      exportColumn: 'vendor_id',
    },
  },
  processor: {
    qc_status: {
      label: 'QC status',
      type: 'text',
      description: 'Quality-control status that the customer set, not the service.',
      use: 'category',
      paths: ['content.processors.parameters'],
      exportColumn: 'qc_status',
    },
    processor: {
      label: 'Processor',
      type: 'text',
      description: 'Processor that found it; empty where the record does not state which one.',
      use: 'category',
      paths: ['content.processors.processorName'],
      exportColumn: 'processor',
    },
    processor_version: {
      label: 'Processor version',
      type: 'text',
      description: 'Version of the processor that found it.',
      use: 'category',
      paths: ['content.processors.version'],
      exportColumn: 'processor_version',
    },
    parameters: {
      label: 'Processor parameters',
      type: 'text',
      description:
        'Parameters of the processor that found it, as JSON; region and QC status have fields of their own.',
      paths: ['content.processors.parameters'],
      exportColumn: 'processor_parameters',
    },
  },
  record: {
    generated: {
      label: 'Generated',
      type: 'time',
      description: 'When its record was generated.',
      paths: ['header.generatorInfo.timeUTC'],
      exportColumn: 'generated_at',
    },
    fetched: {
      label: 'Fetched',
      type: 'time',
      description: 'When this version of its record was fetched.',
      exportColumn: 'fetched_at',
    },
    not_fetched: {
      label: 'Not fetched',
      type: 'names',
      description: 'Names of the fields that are empty because they were not requested with its record.',
      use: 'category',
      exportColumn: 'not_fetched',
    },
  },
  interval: {
    generation_latency: {
      label: 'Collection to generation',
      type: 'number',
      unit: 'h',
      description: 'Hours from the collection of its image to the generation of its record.',
      use: 'quantity',
      paths: ['content.sensorData.startTimeUTC', 'header.generatorInfo.timeUTC'],
      exportColumn: 'generation_latency_h',
    },
    upload_latency: {
      label: 'Generation to upload',
      type: 'number',
      unit: 'h',
      description: 'Hours from the generation of its record to the upload.',
      use: 'quantity',
      paths: ['header.generatorInfo.timeUTC'],
      exportColumn: 'upload_latency_h',
    },
    fetch_latency: {
      label: 'Upload to fetch',
      type: 'number',
      unit: 'h',
      description: 'Hours from the upload of its record to the fetch.',
      use: 'quantity',
      exportColumn: 'fetch_latency_h',
    },
  },
  ais: {
    ais: {
      label: 'By your AIS files',
      type: 'text',
      description:
        'Outcome of matching it with your AIS files; unknown where none covers its place and time, no value where it is no ship.',
      use: 'category',
      exportColumn: 'ais_inferred_outcome',
    },
    ais_contact: {
      label: 'Contact by your AIS files',
      type: 'text',
      description:
        'MMSI of the contact that it was matched with or decided to be; not a statement of the service.',
      exportColumn: 'ais_inferred_contact',
    },
    ais_distance: {
      label: 'Distance to AIS contact',
      type: 'number',
      unit: 'm',
      description: 'Meters from where that contact was expected, without any shift of a radar.',
      use: 'quantity',
      exportColumn: 'ais_inferred_distance_m',
    },
    ais_coverage: {
      label: 'AIS coverage',
      type: 'text',
      description: 'Whether your AIS files cover its place and time: yes, thin or unknown.',
      use: 'category',
      exportColumn: 'ais_coverage',
    },
    ais_source: {
      label: 'AIS files and rule',
      type: 'text',
      description: 'By which files, which rule and when it was inferred, or who has decided it and when.',
      exportColumn: 'ais_inferred_from',
    },
  },
  presence: {
    presence: {
      label: 'Presence',
      type: 'text',
      description:
        'Whether something is at the same place in several passes: stationary, new, gone or passing.',
      use: 'category',
      exportColumn: 'presence',
    },
    sightings: {
      label: 'Seen here',
      type: 'text',
      description: 'Passes with its analytic that saw something at the same place, of all that cover it.',
      exportColumn: 'seen_here',
    },
  },
  item: {},
  review: {
    verdict: {
      label: 'Review',
      type: 'verdict',
      description: 'State of the review: unreviewed, confirmed, rejected or unsure.',
      use: 'category',
      exportColumn: 'verdict',
    },
    flagged: {
      label: 'Flagged',
      type: 'boolean',
      description: 'Whether an analyst flagged it.',
      exportColumn: 'flagged',
    },
    note: {
      label: 'Note',
      type: 'text',
      description: 'Note of the review.',
      exportColumn: 'note',
    },
    reviewer: {
      label: 'Reviewed by',
      type: 'text',
      description: 'Who reviewed it last.',
      exportColumn: 'reviewer',
    },
    reviewed: {
      label: 'Reviewed',
      type: 'time',
      description: 'When it was reviewed last.',
      exportColumn: 'reviewed_at',
    },
  },
} as const satisfies Readonly<Record<FieldOrigin, Readonly<Record<string, FieldRow>>>>;

type Rows = typeof fieldsByOrigin;

/** The fields of one origin. */
export type FieldOf<Origin extends FieldOrigin> = { [Each in Origin]: keyof Rows[Each] }[Origin];

/** The name of a built-in field. */
export type BuiltinField = FieldOf<FieldOrigin>;

const definitions: ReadonlyMap<string, FieldDefinition> = new Map(
  Object.entries<Readonly<Record<string, FieldRow>>>(fieldsByOrigin).flatMap(([origin, fields]) =>
    Object.entries(fields).map(([name, row]) => [
      name,
      { unit: null, use: 'other', ...row, origin: origin as FieldOrigin },
    ]),
  ),
);

/** The built-in fields in the order of the table. */
export const builtinFields = [...definitions.keys()] as readonly BuiltinField[];

/** A field by whose values detections are counted. */
export type CategoryField = {
  [Origin in FieldOrigin]: {
    [Field in keyof Rows[Origin]]: Rows[Origin][Field] extends { use: 'category' } ? Field : never;
  }[keyof Rows[Origin]];
}[FieldOrigin];

/** A field whose value comes from the image, the processors or the record of a detection, or from its times. */
export type TracedField = FieldOf<'image' | 'processor' | 'record' | 'interval'>;

/** The fields that are inferred from AIS files, in the order of the table. */
export const aisFields = Object.keys(fieldsByOrigin.ais) as readonly FieldOf<'ais'>[];

/** Whether a field is inferred from AIS files. */
export function isAisField(field: string): field is FieldOf<'ais'> {
  return hasOrigin(field, 'ais');
}

/** The definition of a field. */
export function definitionOf(field: BuiltinField): FieldDefinition {
  return definitions.get(field) as FieldDefinition;
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

/** The fields about the passes over the place of a detection, in the order of the table. */
export const presenceFields = Object.keys(fieldsByOrigin.presence) as readonly FieldOf<'presence'>[];

/** Whether a field is about the passes over the place of a detection. */
export function isPresenceField(field: string): field is FieldOf<'presence'> {
  return hasOrigin(field, 'presence');
}

/** The fields of the analyst's lists, in the order of the table. */
export const itemFields: readonly BuiltinField[] = builtinFields.filter(isItemField);

/** Whether a field is of a list of the analyst's. */
export function isItemField(field: string): field is FieldOf<'item'> {
  return hasOrigin(field, 'item');
}

function hasOrigin(field: string, origin: FieldOrigin): boolean {
  return definitions.get(field)?.origin === origin;
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

/** Whether a name is that of a built-in field. */
export function isBuiltinField(name: string): name is BuiltinField {
  return definitions.has(name);
}

/** Whether a field is traced. */
export function isTracedField(name: string): name is TracedField {
  return isBuiltinField(name) && (tracedFields as readonly string[]).includes(name);
}
