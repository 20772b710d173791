import { describe, expect, it, test } from 'vitest';
import { markFileName, markingSchema, maxMarkingLetters, toMarking } from '../../../shared/marking.ts';

const hostile = '<SECRET> & "سفينة" 🚢';

describe('a marking', () => {
  it('is one line without control characters, of at most 300 letters as they are seen', () => {
    expect(markingSchema.parse(`  ${hostile}\r\n\u0007second\u202e line\ud800 `)).toBe(
      `${hostile} second line\ufffd`,
    );
    const families = '👨‍👩‍👧‍👦'.repeat(maxMarkingLetters);
    expect(markingSchema.parse(families)).toBe(families);
    expect(markingSchema.safeParse(`${families}!`).error?.issues[0]?.message).toBe(
      'A marking has at most 300 letters.',
    );
  });

  it('that another program has written is cut', () => {
    expect(toMarking(undefined)).toBe('');
    expect(toMarking(`${'س'.repeat(400)}`)).toBe('س'.repeat(300));
    expect(toMarking('a\n'.repeat(1_000_000))).toHaveLength(300);
  });
});

test.each([
  ['detections.csv', '', 'detections.csv'],
  ['detections.csv', 'SECRET', 'SECRET detections.csv'],
  ['ships.shp.zip', hostile, 'SECRET- & -سفينة- 🚢 ships.shp.zip'],
  ['ships.gpkg', '???', 'ships.gpkg'],
  ['ships.gpkg', 'CON', 'CON_ ships.gpkg'],
  ['ships.gpkg', `${'م'.repeat(300)}`, `${'م'.repeat(32)} ships.gpkg`],
])('%s of a workspace that is marked “%s” is %s', (name, marking, marked) => {
  const found = markFileName(name, marking);
  expect(found).toBe(marked);
  expect(Buffer.byteLength(found)).toBeLessThanOrEqual(255);
});
