import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { propertyCorrectionsKey } from '../../../../../electron/core/workspace/read/property-corrections.ts';
import type { PropertyCorrection } from '../../../../../shared/results/property-correction.ts';
import { exportTo } from '../../../../builders/export-builder.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { fillWorkspace, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

async function openWith(properties: readonly Record<string, unknown>[]) {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [
    buildRecord({ features: properties.map((each) => buildFeature({ properties: each })) }),
  ]);
  const read = async (format: 'geojson' | 'csv', name: string) => {
    const { file } = await exportTo(workspace, name, { format });
    return readFileSync(file, 'utf8');
  };
  return {
    workspace,
    header: async (name: string) =>
      (await read('csv', name))
        .split('\n')[0]
        ?.replace(/^\ufeff/, '')
        .split(','),
    features: async (name: string) => {
      const { features } = JSON.parse(await read('geojson', name)) as {
        features: { properties: Record<string, unknown> }[];
      };
      return features.map((feature) => feature.properties);
    },
  };
}

test('values of several properties, units and lists are derived; the properties stay as they are', async () => {
  const { features, header } = await openWith([
    { Length: 10.5, length: 11.5 },
    {
      lengthFeet: 100,
      classificationDetails: [
        { label: 'cargo', score: 0.7 },
        { label: 'tug', score: 0.2 },
      ],
    },
  ]);
  const [first, second] = await features('a.geojson');
  expect(first).toMatchObject({ derived_length_m: 11.5, Length: 10.5, length: 11.5, derived_class: null });
  expect(second).toMatchObject({ derived_class: 'cargo', derived_class_share: 0.7, lengthFeet: 100 });
  expect(second?.derived_length_m).toBeCloseTo(30.48);
  expect(second?.derived_classes).toBe('cargo, tug');
  expect(await header('a.csv')).toEqual(expect.arrayContaining(['derived_length_m', 'derived_classes']));
  expect(await header('b.csv')).not.toContain('derived_width_m');
});

test('nothing is derived where one property has it, until it is corrected', async () => {
  const { workspace, features, header } = await openWith([{ length_m: 40, size: 200 }]);
  expect((await header('a.csv'))?.filter((name) => name.startsWith('derived'))).toEqual([]);
  const correction: PropertyCorrection = {
    productType: 'Detections',
    documentVersion: '1.2',
    property: 'size',
    as: { meaning: 'lengthMetres', unit: 'ft' },
    at: '2026-11-27T08:00:00.000Z',
  };
  await workspace.saveSetting(propertyCorrectionsKey, JSON.stringify([correction]));
  expect(await features('b.geojson')).toEqual([
    expect.objectContaining({ derived_length_m: 200 * 0.3048, length_m: 40, size: 200 }),
  ]);
});
