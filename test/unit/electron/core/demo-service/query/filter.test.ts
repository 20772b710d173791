import { describe, expect, it } from 'vitest';
import {
  type Filter,
  matches,
  type ValueCondition,
} from '../../../../../../electron/core/demo-service/query/filter.ts';

const is = (condition: ValueCondition): Filter => ({ kind: 'condition', condition });
const at = (path: string, condition: ValueCondition): Filter =>
  path
    .split('.')
    .reduceRight<Filter>((inner, name) => ({ kind: 'fields', fields: [[name, inner]] }), is(condition));
const all = (...filters: Filter[]): Filter => ({
  kind: 'fields',
  fields: filters.flatMap((filter) => (filter.kind === 'fields' ? filter.fields : [])),
});

describe('matching a filter', () => {
  it.each([
    [{ eq: 3 }, 3, true],
    [{ eq: 3 }, 4, false],
    [{ eq: '3' }, 3, false],
    [{ ne: 3 }, 4, true],
    [{ ne: 3 }, 3, false],
    [{ ne: 'x' }, undefined, true],
    [{ eq: null }, undefined, true],
    [{ gt: 3 }, 3, false],
    [{ gt: 3 }, 3.1, true],
    [{ lt: 3 }, 'text', false],
    [{ gt: 2, lt: 4 }, 3, true],
    [{ gt: 2, lt: 4 }, 4, false],
    [{ or: ['a', 'b'] }, 'b', true],
    [{ or: ['a', 'b'] }, 'c', false],
    [{ eq: true }, true, true],
    [{ gt: 'Gdansk' }, 'Riga', true],
  ] as const)('%j on %j is %j', (condition, value, expected) => {
    expect(matches(is(condition), value)).toBe(expected);
  });

  it('compares ISO 8601 times as instants, whatever their digits', () => {
    expect(matches(is({ eq: '2026-11-20T08:00:00Z' }), '2026-11-20T08:00:00.000Z')).toBe(true);
    expect(matches(is({ gt: '2026-11-20T08:00:00Z' }), '2026-11-20T08:00:00.000123Z')).toBe(false);
    expect(matches(is({ lt: '2026-11-20T10:00:00+02:00' }), '2026-11-20T07:59:59.999Z')).toBe(true);
    expect(matches(is({ gt: '2026-11-20' }), '2026-11-20T00:00:00.001Z')).toBe(true);
    expect(matches(is({ eq: '2026-11-20T08:00:00' }), '2026-11-20T08:00:00.000Z')).toBe(true);
  });

  it('matches a list by any of its items, and an empty list as if it were absent', () => {
    const record = { content: { sensorData: [{ sensorName: 'A' }, { sensorName: 'B' }], features: [] } };
    expect(matches(at('content.sensorData.sensorName', { eq: 'B' }), record)).toBe(true);
    expect(matches(at('content.sensorData.sensorName', { eq: 'C' }), record)).toBe(false);
    expect(matches(at('content.features.type', { eq: 'Feature' }), record)).toBe(false);
  });

  it('asks one item of a list to meet the whole of a nested filter', () => {
    const ships = {
      ships: [
        { length: 300, confidence: 0.4 },
        { length: 40, confidence: 0.9 },
      ],
    };
    const filter: Filter = {
      kind: 'fields',
      fields: [['ships', all(at('length', { gt: 200 }), at('confidence', { gt: 0.8 }))]],
    };
    expect(matches(filter, ships)).toBe(false);
    expect(matches(filter, { ships: [...ships.ships, { length: 250, confidence: 0.85 }] })).toBe(true);
  });

  it('does not look into what every object inherits', () => {
    expect(matches(at('constructor.name', { eq: 'Object' }), {})).toBe(false);
  });
});
