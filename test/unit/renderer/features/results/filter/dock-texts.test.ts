import { expect, test } from 'vitest';
import { detectionNotes } from '../../../../../../renderer/features/passes/pass-texts.ts';
import { createExpressionHistory } from '../../../../../../renderer/features/results/filter/expression-history.ts';
import { formatRowsAsText } from '../../../../../../renderer/features/table/table-commands.ts';
import { toRecordFootprint } from '../../../../../../renderer/map-sync/sync-focus.ts';
import type { Area } from '../../../../../../shared/areas/area.ts';
import { findAreaByRings } from '../../../../../../shared/areas/find-area-by-rings.ts';
import { shapeToRings } from '../../../../../../shared/areas/shape-to-rings.ts';
import type { VectorLayer } from '../../../../../../shared/layers/vector-layer.ts';
import type { DetectionRow, Footprint } from '../../../../../../shared/results/detection.ts';
import { parseExpression } from '../../../../../../shared/results/expression/parse-expression.ts';
import { unknownFields } from '../../../../../../shared/results/expression/unknown-fields.ts';
import { memoryStorage } from '../../../../../builders/memory-storage.ts';
import { rectangleRing } from '../../../../../builders/positions.ts';

test('rows are copied with titles, without tabs, line ends or formulas in their values', () => {
  const row = {
    id: 7,
    sensorName: '=SUM(A1)',
    properties: { length_m: -4.5, note: 'a\tb\nc', tags: ['x'] },
  } as unknown as DetectionRow;
  expect(
    formatRowsAsText(
      [row],
      ['id', 'property:length_m', 'sensor', 'property:note', 'property:tags', 'property:none'],
    ),
  ).toBe(
    'ID\tLength (property) (m)\tSensor\tNote (property)\tTags\tNone\n7\t-4.5\t\'=SUM(A1)\ta b c\t["x"]\t',
  );
});

test('rows with columns about a layer are copied with the age, license and accuracy of the layer', () => {
  const row = { id: 7, computedValues: { 'distance:Ports': 1234.5 } } as unknown as DetectionRow;
  const layer = {
    name: 'Ports',
    date: '2026-05',
    license: '',
    accuracyMeters: 50,
    importedAt: '2026-11-27T09:00:00Z',
  };
  expect(formatRowsAsText([row], ['id', 'distance:Ports'], [layer as VectorLayer])).toBe(
    'ID\tDistance to Ports (m)\tLayers\n7\t1234.5\tPorts: as of 2026-05 · license not stated · accurate to 50 m · imported 2026-11-27',
  );
});

test('properties that no detection has are named, with what may have been meant', () => {
  const messages = (text: string) => {
    const parsed = parseExpression(text);
    if (!parsed.ok) throw new Error(parsed.message);
    const properties = [{ name: 'length_m', type: 'number', count: 3 }] as const;
    return unknownFields(parsed.expression, properties, [{ name: 'a', type: 'text', count: 1 }]).map(
      ({ message }) => message,
    );
  };
  expect(messages('length_m > 4 and not sensor = "x"')).toEqual([]);
  expect(messages('parameter.a = 1 or parameter.b = 1')).toEqual([
    'No processor of a record has a parameter “b”. Choose another one.',
  ]);
  expect(messages('Sensor = "x"')).toEqual(['No detection has a property “Sensor”. Did you mean sensor?']);
  expect(messages('lengthM > 4 or lengthM < 2')).toEqual([
    'No detection has a property “lengthM”. Did you mean length_m?',
  ]);
  expect(messages('lenght_m > 4')).toEqual([
    'No detection has a property “lenght_m”. Did you mean length_m?',
  ]);
  expect(messages('confidense > 4')).toEqual([
    'No detection has a property “confidense”. Did you mean confidence?',
  ]);
  expect(messages('zzz is empty')).toEqual(['No detection has a property “zzz”. Choose another one.']);
});

test('no name is unknown before it is known which there are', () => {
  const parsed = parseExpression('parameter.b = 1 and lengthM > 4');
  if (!parsed.ok) throw new Error(parsed.message);
  const { expression } = parsed;
  expect(unknownFields(expression, null, null)).toEqual([]);
  expect(unknownFields(expression, [], null).map(({ name }) => name)).toEqual(['lengthM']);
  expect(unknownFields(expression, null, []).map(({ name }) => name)).toEqual(['b']);
});

test('expressions are remembered once each, the latest first', () => {
  const storage = memoryStorage();
  const { add } = createExpressionHistory(storage).getState();
  for (const text of ['a', 'b', 'a']) add(text);
  expect(createExpressionHistory(storage).getState().expressions).toEqual(['a', 'b']);
});

test('the hole of an area is outside by the even-odd rule', () => {
  const square = (from: number, to: number): [number, number][] => rectangleRing(from, from, to, to);
  const shape: Area['shape'] = {
    kind: 'polygon',
    polygon: { type: 'Polygon', coordinates: [square(0, 10), square(4, 6)] },
  };
  const rings = shapeToRings(shape);
  expect(rings).toHaveLength(1);
  expect([
    isInside(rings[0] ?? [], 1, 1),
    isInside(rings[0] ?? [], 5, 5),
    isInside(rings[0] ?? [], 11, 5),
  ]).toEqual([true, false, false]);
  const areas = [{ id: 'one', shape }] as unknown as readonly Area[];
  expect(findAreaByRings(rings, areas)?.id).toBe('one');
  expect(findAreaByRings([square(0, 3)], areas)).toBeUndefined();
});

test('several footprints are drawn as one, without a direction', () => {
  const footprint = (west: number): Footprint => ({
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [west, 0],
          [west + 1, 0],
          [west, 1],
          [west, 0],
        ],
      ],
    },
    reference: [west, 0],
    azimuthAngle: 78,
    squareMetres: 5,
  });
  expect(toRecordFootprint([])).toBeNull();
  expect(toRecordFootprint([footprint(1)])).toMatchObject({ label: 'sensor to the east' });
  const both = toRecordFootprint([footprint(1), footprint(5)]);
  expect(both).toMatchObject({ label: null, footprint: { azimuthAngle: null, squareMetres: 10 } });
  expect(both?.footprint.geometry).toMatchObject({ type: 'MultiPolygon' });
});

/** Even-odd by the crossing of a ray to the east. */
function isInside(ring: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false;
  ring.forEach(([toX, toY], index) => {
    const [fromX, fromY] = ring[(index + ring.length - 1) % ring.length] ?? [0, 0];
    if (toY > y !== fromY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) inside = !inside;
  });
  return inside;
}

test('that nothing was found in an image is stated only where its records are sure of it', () => {
  const sure = { hasFeatures: true, featureProblems: 0 };
  const notes = (detections: number, elsewhere: number, ...records: (typeof sure)[]) =>
    detectionNotes({ pass: { detections, detectionsElsewhere: elsewhere }, records });
  expect(notes(0, 0, sure)).toEqual(['Imaged, nothing found in this image']);
  expect(notes(3, 0, sure)).toEqual([]);
  expect(notes(0, 15, sure)).toEqual([
    'No detection is traced to this image.',
    '15 detections of its records are traced to another image.',
  ]);
  expect(notes(2, 1, sure)).toEqual(['1 detection of its records is traced to another image.']);
  expect(notes(0, 0, sure, { ...sure, hasFeatures: false })).toEqual([
    'No detection is traced to this image.',
    'The features of 1 record were not requested.',
  ]);
  expect(notes(0, 0, { ...sure, featureProblems: 2 })).toEqual([
    'No detection is traced to this image.',
    '2 problems with the features of its records.',
  ]);
});
