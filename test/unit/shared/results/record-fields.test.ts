import { describe, expect, test } from 'vitest';
import { parseQuery } from '../../../../electron/core/demo-service/query/read-query.ts';
import { listedFields } from '../../../../shared/results/field-list.ts';
import type { Condition } from '../../../../shared/results/query.ts';
import { toQueryText } from '../../../../shared/results/query-text.ts';
import {
  fieldTypeAt,
  findRecordField,
  flattenFields,
  recordFields,
} from '../../../../shared/results/record-fields.ts';

const brand = 'acme';
const fields = flattenFields(recordFields(brand));
const leaves = fields.filter(({ kind, path }) => kind === 'value' && path !== 'assignedId');

describe('the tree of fields', () => {
  test('has each path once, with a meaning, below its parent', () => {
    expect(new Set(fields.map(({ path }) => path)).size).toBe(fields.length);
    for (const { path, name, meaning } of fields) {
      expect(meaning).toMatch(/\.$/);
      expect(path.split('.').at(-1)).toBe(name);
    }
    expect(leaves).toHaveLength(31);
  });

  test('is found for any brand, with the documented type', () => {
    expect(findRecordField('content.sensorData.acmeId')?.type).toBe('text');
    expect(findRecordField('content.sensorData.vendorId')?.meaning).toMatch(/Vendor/);
    expect(findRecordField('content.sensorData.nothing')).toBeUndefined();
    expect(fieldTypeAt('content.sensorData.azimuthAngle')).toBe('number');
    expect(fieldTypeAt('uploadTime')).toBe('time');
    expect(fieldTypeAt('header.version')).toBe('unknown');
    expect(fieldTypeAt('content.features.properties.length_m')).toBe('unknown');
  });
});

describe('a service that follows the document', () => {
  const values = { text: 'x', number: 5, time: '2026-11-20T00:00:00.000Z', unknown: 'x' } as const;

  test.each(leaves.map(({ path }) => path))('accepts every operator on %s, and sorts by it', (path) => {
    const value = values[fieldTypeAt(path)];
    const conditions: Condition[] = [
      { eq: value },
      { ne: value },
      { gt: value, lt: value },
      { or: [value, value] },
    ];
    for (const condition of conditions) {
      const query = { filters: [{ path, condition }], sortBy: { field: path, sortOrder: 'DESC' } as const };
      expect(parseQuery(toQueryText(query, { brand }), brand)).toMatchObject({ ok: true });
    }
  });

  test.each(['all', 'without-features', 'headers'] as const)('accepts the field list “%s”', (list) => {
    const query = parseQuery(toQueryText({ filters: [], fields: list }, { brand }), brand);
    expect(query).toMatchObject({ ok: true });
    const names = JSON.stringify(listedFields(brand, list));
    expect(names.includes('"sensorData"')).toBe(list !== 'headers');
    expect(names.includes('"features"')).toBe(list === 'all');
  });
});
