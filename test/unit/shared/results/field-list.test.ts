import { describe, expect, test } from 'vitest';
import { parseQuery } from '../../../../electron/core/demo-service/query/read-query.ts';
import { isFieldFetched, namesNotFetched } from '../../../../shared/results/builtin-fields.ts';
import {
  fieldListSchema,
  includesFieldList,
  isRequested,
  joinFieldLists,
  pathsOfFieldList,
  toFieldList,
} from '../../../../shared/results/field-list.ts';
import { toQueryText } from '../../../../shared/results/query-text.ts';
import { readQueryText } from '../../../../shared/results/read-query-text.ts';

const image = 'content.sensorData';
const identity = [
  `${image}.sensorDataIndex`,
  `${image}.sensorName`,
  `${image}.svcId`,
  `${image}.vendorId`,
  `${image}.startTimeUTC`,
];

describe('a field list', () => {
  test('has one text for one choice, whatever the order and brand', () => {
    const one = toFieldList([`${image}.polarization`, 'content.product.productType']);
    const other = toFieldList(['content.product.productType', `${image}.acmeId`, `${image}.polarization`]);
    expect(one).toBe(other);
    expect(fieldListSchema.parse(one)).toBe(one);
    expect(fieldListSchema.safeParse('uploadTime assignedId').success).toBe(false);
    expect(fieldListSchema.safeParse('').success).toBe(false);
  });

  test('sends what records, images and detections are distinguished by', () => {
    expect(toFieldList([])).toBe('assignedId uploadTime');
    expect(pathsOfFieldList(toFieldList([`${image}.polarization`])).toSorted()).toEqual(
      ['assignedId', 'uploadTime', ...identity, `${image}.polarization`].toSorted(),
    );
    expect(pathsOfFieldList(toFieldList(['content.features.properties']))).toEqual([
      'assignedId',
      'uploadTime',
      'content.processors.processorName',
      'content.features.type',
      'content.features.geometry.type',
      'content.features.geometry.coordinates',
      'content.features.properties',
    ]);
    expect(toFieldList(['header.version'])).toBe('assignedId uploadTime header.version');
  });

  test('has the name of a named list where it is one', () => {
    expect(toFieldList(pathsOfFieldList('all'))).toBe('all');
    expect(toFieldList(pathsOfFieldList('headers').toReversed())).toBe('headers');
    expect(joinFieldLists('without-features', toFieldList(['content.features.properties']))).toBe('all');
  });

  test('is compared field by field', () => {
    const few = toFieldList(['content.product.productType']);
    expect(includesFieldList('all', few)).toBe(true);
    expect(includesFieldList(few, 'headers')).toBe(false);
    expect(includesFieldList('headers', few)).toBe(false);
    expect(includesFieldList(joinFieldLists(few, 'headers'), few)).toBe(true);
    expect(isRequested(few, 'content')).toBe(true);
    expect(isRequested(few, 'content.product.documentVersion')).toBe(false);
    expect(isRequested('without-features', 'content.processors.parameters.dissemination.region')).toBe(true);
  });

  test('names which fields of detections are empty because they were not requested', () => {
    const list = toFieldList(['content.features.properties', `${image}.polarization`]);
    expect(isFieldFetched('polarization', list)).toBe(true);
    expect(isFieldFetched('incidence', list)).toBe(false);
    expect(isFieldFetched('confidence', list)).toBe(true);
    expect(namesNotFetched(list)?.split(', ')).toEqual(
      expect.arrayContaining(['region', 'incidence', 'qc_status', 'generation_latency']),
    );
    expect(namesNotFetched('all')).toBeNull();
  });
});

/** Lists that analysts write: from the document, from colleagues, from scripts. */
const realisticFieldLists = [
  '{ assignedId }',
  '{ assignedId uploadTime }',
  '{ assignedId, uploadTime, header { version } }',
  '{ assignedId uploadTime header { generatorInfo { timeUTC } } }',
  '{ assignedId content { type } }',
  '{ assignedId content { product { productType documentVersion } } }',
  '{ assignedId content { processors { processorName version } } }',
  '{ assignedId content { processors { processorName parameters } } }',
  '{ assignedId uploadTime content { sensorData { sensorName startTimeUTC } } }',
  '{ content { sensorData { vendorId incidenceAngle polarization footprint } } }',
  '{ content { sensorData { svcId geometryReference azimuthAngle } } }',
  '{ assignedId content { features { type geometry { type coordinates } properties } } }',
  '{ assignedId content { features { geometry { coordinates } } } }',
  '{ assignedId content { features { properties } sensorData { footprint } } }',
  '{ uploadTime content { processors { processorName } features { geometry { type coordinates } properties } } }',
  '{ assignedId uploadTime content { product { productType } sensorData { sensorDataIndex sensorName } features { type geometry { type coordinates } properties } } }',
  '{ header { version generatorInfo { id timeUTC generatorType generatorVersion } } content { type product { productType } } }',
];

test('17 realistic query texts are read, printed with at least their fields, and read back', () => {
  expect(realisticFieldLists).toHaveLength(17);
  for (const fields of realisticFieldLists) {
    const text = `svc_udp_analyticgeojsonrecord(limit: 20, offset: 40, uploadTime: { gt: "2026-11-01T00:00:00Z" }) ${fields}`;
    const reading = readQueryText(text, { brand: 'svc' });
    if (!reading.ok) throw new Error(`${fields}: ${JSON.stringify(reading.problems)}`);
    const { search } = reading;
    expect(search).toMatchObject({ maxRecords: 20, startOffset: 40 });
    const printed = toQueryText({ filters: [], fields: search.fields ?? 'all' }, { brand: 'svc' });
    for (const name of fields.match(/\w+/g) ?? []) expect(printed).toContain(name);
    expect(parseQuery(printed, 'svc')).toMatchObject({ ok: true });
    const again = readQueryText(printed, { brand: 'svc' });
    expect(again).toMatchObject({ ok: true, search: { fields: search.fields }, remarks: [] });
  }
});

test('a remark names the fields that are requested as well', () => {
  const reading = readQueryText('svc_udp_analyticgeojsonrecord(limit: 1) { header { version } }', {
    brand: 'svc',
  });
  expect(reading.ok && reading.remarks.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^assignedId, uploadTime are requested as well/),
  ]);
});
