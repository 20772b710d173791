import { describe, expect, test } from 'vitest';
import { describeSearch, formatAgo } from '../../../../../renderer/features/search/describe-search.ts';
import { caretLine } from '../../../../../renderer/features/search/query-text-editor.tsx';
import { findSimilarName } from '../../../../../shared/results/find-similar-name.ts';
import { readQueryText } from '../../../../../shared/results/read-query-text.ts';

test('a search is described in a line', () => {
  expect(describeSearch({ regions: [], analytics: [] })).toBe('all regions · all analytics');
  expect(
    describeSearch(
      {
        regions: ['East Asia'],
        analytics: ['SmallVesselDetection', 'Other'],
        collectedAfter: '2026-11-01T00:00:00.000Z',
        collectedBefore: '2026-11-20T12:30:00.000Z',
        uploadedBefore: '2026-11-21T00:00:00.000Z',
        conditions: [{ path: 'content.sensorData.sensorName', condition: { eq: 'x' } }],
        fields: 'headers',
      },
      'Bohai',
    ),
  ).toBe(
    'East Asia · Small vessel, Other · collected 2026-11-01 00:00 → 2026-11-20 12:30 · uploaded before 2026-11-21 00:00 · sensorName · headers only · shown inside Bohai',
  );
});

test.each([
  [0, 'just now'],
  [-5_000, 'just now'],
  [12.9, '12 min ago'],
  [60, '1 h ago'],
  [1_439, '23 h 59 min ago'],
  [1_440, '1 d ago'],
  [9 * 1_440, '9 d ago'],
])('%d minutes are “%s”', (minutes, text) => {
  expect(formatAgo(minutes * 60_000)).toBe(text);
});

describe('caretLine', () => {
  const caretsOf = (text: string) => {
    const reading = readQueryText(text, { brand: 'svc' });
    if (reading.ok) throw new Error('It was read.');
    return reading.problems.map((problem) => {
      const { line, caret } = caretLine(text, problem);
      return line.slice(caret.indexOf('^'), caret.length);
    });
  };
  test('points at the place, also far out in a long line and after others', () => {
    const fields = '{ header }';
    expect(caretsOf(`svc_udp_analyticgeojsonrecord(\n\tlimt: 5,\r\n  ofset: 6) ${fields}`)).toEqual([
      'limt',
      'ofset',
      'header',
    ]);
    const far = `svc_udp_analyticgeojsonrecord(content: { type: { or: ["${'x'.repeat(300)}", 5] } }) ${fields}`;
    expect(caretsOf(far)).toEqual(['5', 'header']);
  });
  test('is after the last line where the text ends too early', () => {
    expect(caretLine('a', { start: 1, end: 1, column: 2 })).toEqual({ line: 'a', caret: ' ^' });
  });
});

test.each([
  ['limt', 'limit'],
  ['Limit', 'limit'],
  ['sortby', 'sortBy'],
  ['uploadTme', 'uploadTime'],
  ['contents', 'content'],
  ['xyz', undefined],
  ['', undefined],
])('%j is a slip for %j', (typed, name) => {
  expect(findSimilarName(typed, ['limit', 'offset', 'sortBy', 'uploadTime', 'content'])).toBe(name);
});
