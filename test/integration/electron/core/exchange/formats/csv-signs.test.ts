import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exportRequestSchema } from '../../../../../../shared/exchange/export-checks.ts';
import { exportTo } from '../../../../../builders/export-builder.ts';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import { fillWorkspace, openTestWorkspace } from '../../../../../builders/workspace-builder.ts';

describe('the signs of a table', () => {
  const signs = [
    ['semicolon', 'comma', ';', ','],
    ['tab', 'comma', '\t', ','],
    ['semicolon', 'point', ';', '.'],
    ['comma', 'point', ',', '.'],
  ] as const;

  test.each(signs)(
    '%s and decimal %s are those of all its cells, with Python as oracle',
    async (separator, decimal, sign, mark) => {
      const workspace = await openTestWorkspace();
      const properties = { length: 87.5, whole: 12, below: -0.25, text: 'a;b,c\td "e"', version: '1.5' };
      const geometry = {
        type: 'Polygon',
        coordinates: [
          [
            [1.5, 2],
            [3, 2],
            [3, 4.25],
            [1.5, 2],
          ],
        ],
      };
      await fillWorkspace(workspace, [buildRecord({ features: [buildFeature({ geometry, properties })] })]);
      const { file } = await exportTo(workspace, 'd.csv', { format: 'csv', separator, decimal });
      const script =
        'import csv,json,sys; print(json.dumps(list(csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8"), delimiter=sys.argv[2]))))';
      const [row] = JSON.parse(execFileSync('python3', ['-c', script, file, sign], { encoding: 'utf8' }));
      expect(row).toMatchObject({
        length: `87${mark}5`,
        whole: '12',
        below: `-0${mark}25`,
        confidence: `0${mark}875`,
        // Text and geometry stay as they are: a number in them is not one of the table.
        text: properties.text,
        version: '1.5',
        WKT: 'POLYGON ((1.5 2, 3 2, 3 4.25, 1.5 2))',
      });
      expect(readFileSync(file, 'utf8')).toContain(`${sign}87${mark}5${sign}`);
    },
  );

  test.each([
    ['csv', { separator: 'comma', decimal: 'comma' }, 'The comma cannot separate both'],
    ['geojson', { separator: 'semicolon' }, 'GeoJSON cannot have another separator. Choose a table in CSV.'],
    ['kml', { decimal: 'comma', separator: 'tab' }, 'KML cannot have another separator.'],
    ['csv', { separator: '|' }, '“|” is no separator. Give comma, semicolon or tab.'],
    ['csv', { decimal: '·' }, '“·” is no decimal sign. Give point or comma.'],
  ])('of %s are refused as %j', (format, options, says) => {
    const parsed = exportRequestSchema.safeParse({ scope: { kind: 'all' }, options: { format, ...options } });
    expect(parsed.error?.issues.map(({ message }) => message).join(' ')).toContain(says);
  });

  test('are those of the passes and of the accuracy, too', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, [buildRecord({})]);
    for (const format of ['passes', 'accuracy'] as const) {
      const { file } = await exportTo(workspace, 'd.csv', { format, separator: 'tab', decimal: 'comma' });
      const [head = '', row = ''] = readFileSync(file, 'utf8').split('\r\n');
      expect(head.split('\t').length).toBeGreaterThan(10);
      expect(row.split('\t')).toHaveLength(head.split('\t').length);
    }
  });
});
