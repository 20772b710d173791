import { describe, expect, test } from 'vitest';
import { detectionFeature, footprintFeature } from '../../electron/core/exchange/feature-text.ts';
import type { DetectionDetailForExport } from '../../electron/core/workspace/workspace.ts';
import type { SensorData } from '../../shared/results/detection.ts';

const sensor: SensorData = {
  sensorDataIndex: 0,
  sensorName: 'ICEYE-X7',
  sensorType: 'SAR',
  sensorMode: 'Stripmap',
  productType: 'GRD',
  brandId: 'image-1',
  vendorId: 'vendor-1',
  startTimeUtc: '2026-11-18T03:12:45.120Z',
  geometryReference: null,
  azimuthAngle: 98.5,
  incidenceAngle: 31.25,
  polarization: 'VV',
  footprint: null,
};

function row(properties: Record<string, unknown>): DetectionDetailForExport {
  return {
    detection: {
      id: 17,
      recordId: 'record',
      analytic: 'SmallVesselDetection',
      region: 'East Asia',
      longitude: 1,
      latitude: 2,
      collectedAt: '2026-11-18T03:12:45.120Z',
      uploadedAt: '2026-11-18T06:00:00.000Z',
      sensorName: 'ICEYE-X7',
      chipIdentifier: 'chip',
      confidence: 0.875,
      properties,
      review: null,
      geometry: { type: 'Point', coordinates: [1, 2] },
    },
    sensor,
    record: { assignedId: 'record', uploadTime: '2026-11-18T06:00:00.000Z', region: 'East Asia' },
  };
}

const propertiesOf = (properties: Record<string, unknown>) =>
  JSON.parse(detectionFeature(row(properties))).properties;

describe('a detection as a feature', () => {
  test('carries record, times, sensor, angles and analytic flat beside its own properties', () => {
    expect(JSON.parse(detectionFeature(row({ lengthMetres: 87.5, nested: { a: [1] } })))).toEqual({
      type: 'Feature',
      id: 17,
      geometry: { type: 'Point', coordinates: [1, 2] },
      properties: {
        detection_id: 17,
        record_id: 'record',
        uploaded_at: '2026-11-18T06:00:00.000Z',
        collected_at: '2026-11-18T03:12:45.120Z',
        analytic: 'SmallVesselDetection',
        region: 'East Asia',
        sensor_name: 'ICEYE-X7',
        sensor_type: 'SAR',
        sensor_mode: 'Stripmap',
        polarization: 'VV',
        incidence_angle: 31.25,
        azimuth_angle: 98.5,
        vendor_id: 'vendor-1',
        chip_identifier: 'chip',
        confidence: 0.875,
        lengthMetres: 87.5,
        nested: { a: [1] },
      },
    });
  });

  test('has the same names when its sensor is not known', () => {
    const known = JSON.parse(detectionFeature(row({}))).properties;
    const unknown = JSON.parse(detectionFeature({ ...row({}), sensor: null })).properties;
    expect(Object.keys(unknown)).toEqual(Object.keys(known));
    expect(unknown.sensor_name).toBeNull();
  });

  test('keeps its own properties apart from ours, whatever they are called', () => {
    const properties = propertiesOf({ region: 'own', feature_region: 'other', confidence: 'high' });
    expect(properties).toMatchObject({
      region: 'East Asia',
      feature_region: 'other',
      feature_feature_region: 'own',
      confidence: 0.875,
      feature_confidence: 'high',
    });
  });

  test('is not changed by a property called __proto__', () => {
    const text = detectionFeature(row(JSON.parse('{"__proto__":{"polluted":true},"a":1}')));
    expect(text).toContain('"__proto__":{"polluted":true},"a":1');
  });

  test('is one line, whatever its texts hold', () => {
    expect(detectionFeature(row({ note: 'one\ntwo\u2028"three"' }))).not.toMatch(/[\n\r]/);
    expect(propertiesOf({ note: 'one\ntwo\u2028"three"' }).note).toBe('one\ntwo\u2028"three"');
  });
});

test('a footprint as a feature names its records and its sensor', () => {
  const text = footprintFeature({
    recordIds: ['a', 'b'],
    sensor,
    footprint: {
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [0, 1],
            [1, 1],
            [0, 0],
          ],
        ],
      },
      reference: [0.5, 0.5],
      azimuthAngle: 98.5,
      squareMetres: 6_154_389_180.734,
    },
  });
  expect(JSON.parse(text)).toMatchObject({
    type: 'Feature',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [0, 1],
          [0, 0],
        ],
      ],
    },
    properties: {
      record_ids: ['a', 'b'],
      vendor_id: 'vendor-1',
      image_id: 'image-1',
      square_metres: 6_154_389_180.734,
    },
  });
});
