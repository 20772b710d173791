/** A feature of a record, as the service sends it (service.md, Features). */
export type BuiltFeature = {
  type: string;
  geometry: unknown;
  properties: Record<string, unknown>;
};

/** Values that a test may set in a record; the rest has plausible values. */
export type RecordOverrides = {
  assignedId?: string;
  uploadTime?: string;
  analytic?: string;
  region?: string;
  qcStatus?: string;
  /** The brand of the record's `<brand>Id`; `svc` by default. */
  brand?: string;
  /** Items of `content.processors`, in place of the one made of `analytic`, `region` and `qcStatus`. */
  processors?: readonly unknown[];
  /** Items of `content.sensorData`, each merged over a plausible one. */
  sensors?: readonly Record<string, unknown>[];
  features?: readonly unknown[];
  /** Members of `content` and of the record that replace those built. */
  content?: Record<string, unknown>;
  record?: Record<string, unknown>;
};

let lastNumber = 0;

/** Begins the UUIDs anew. */
export function restartUuids(): void {
  lastNumber = 0;
}

/** A UUID that no other call in a test file returns, the same in every run. */
export function buildUuid(): string {
  lastNumber += 1;
  return `00000000-0000-4000-8000-${lastNumber.toString(16).padStart(12, '0')}`;
}

/** A vessel detection at `[longitude, latitude]` that names sensor 0 and an image chip. */
export function buildFeature(overrides: Partial<BuiltFeature> = {}): BuiltFeature {
  const { properties, ...rest } = overrides;
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [121.5, 31.25] },
    ...rest,
    properties: {
      sensorDataIndex: 0,
      sarChipIdentifier: `chip-${buildUuid()}`,
      confidence: 0.875,
      ...properties,
    },
  };
}

/** An item of `content.sensorData` with a footprint around the default feature. */
export function buildSensor(
  overrides: Record<string, unknown> = {},
  index = 0,
  brand = 'svc',
): Record<string, unknown> {
  return {
    sensorDataIndex: index,
    sensorName: 'ICEYE-X7',
    sensorType: 'SAR',
    sensorMode: 'Stripmap',
    productType: 'GRD',
    [`${brand}Id`]: `image-${index}`,
    vendorId: `ICEYE_X7_${index}`,
    startTimeUTC: '2026-11-18T03:12:45.120Z',
    geometryReference: 'POINT (121.5 31.25)',
    azimuthAngle: 98.5,
    incidenceAngle: 31.25,
    polarization: 'VV',
    footprint: 'POLYGON ((121 31, 122 31, 122 31.5, 121 31.5, 121 31))',
    ...overrides,
  };
}

/** A whole record of one analytic with one sensor and one detection, unless overridden. */
export function buildRecord(overrides: RecordOverrides = {}): Record<string, unknown> {
  const brand = overrides.brand ?? 'svc';
  const sensors = overrides.sensors ?? [{}];
  return {
    assignedId: overrides.assignedId ?? buildUuid(),
    uploadTime: overrides.uploadTime ?? '2026-11-18T06:00:00.000Z',
    header: {
      version: '1.0',
      generatorInfo: {
        id: 'generator-1',
        timeUTC: '2026-11-18T05:59:00.000Z',
        generatorType: 'workflow',
        generatorVersion: '2.4.1',
      },
    },
    content: {
      type: 'FeatureCollection',
      product: { productType: 'Detections', documentVersion: '1.2' },
      processors: overrides.processors ?? [buildProcessor(overrides)],
      sensorData: sensors.map((sensor, index) => buildSensor(sensor, index, brand)),
      features: overrides.features ?? [buildFeature()],
      ...overrides.content,
    },
    ...overrides.record,
  };
}

/** An item of `content.processors`. */
export function buildProcessor(
  overrides: { analytic?: string; region?: string; qcStatus?: string } = {},
): Record<string, unknown> {
  return {
    processorName: overrides.analytic ?? 'SmallVesselDetection',
    version: '3.1.0',
    parameters: {
      dissemination: {
        customer: 'GMSS',
        region: overrides.region ?? 'East Asia',
        qcStatus: overrides.qcStatus ?? 'PASSED',
      },
    },
  };
}

/** A response body of the query endpoint (service.md, Queries), as bytes. */
export function buildPage(
  records: readonly unknown[],
  options: { nextOffset?: unknown; brand?: string } = {},
): Uint8Array {
  const paginationInfo = {
    ...('nextOffset' in options ? { nextOffset: options.nextOffset } : {}),
    recordsInPage: records.length,
  };
  const field = `${options.brand ?? 'svc'}_udp_analyticgeojsonrecord`;
  return new TextEncoder().encode(JSON.stringify({ paginationInfo, data: { [field]: records } }));
}
