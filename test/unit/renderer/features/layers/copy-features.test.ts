import { expect, test, vi } from 'vitest';
import type { App } from '../../../../../renderer/context/app-context.tsx';
import {
  copyFeatures,
  featuresAsTabs,
} from '../../../../../renderer/features/layers/vector-layers/vector-layer-commands.ts';
import type { VectorLayer } from '../../../../../shared/layers/vector-layer.ts';
import { succeed } from '../../../../../shared/result.ts';
import { spyOnNotifications } from '../../../../builders/notification-spies.ts';
import { pageApi } from '../../../../builders/page-api.ts';

spyOnNotifications();

const attributes = ['name', 'berths'].map((name) => ({ name, column: name, type: 'text' as const }));

test('features are lines with their numbers and attributes, without tabs, line ends or formulas in their values', () => {
  expect(
    featuresAsTabs({ attributes }, [
      { fid: 1, values: ['Busan\tNew Port', 12] },
      { fid: 20, values: ['=1+1', null] },
    ]),
  ).toBe("Number\tname\tberths\n1\tBusan New Port\t12\n20\t'=1+1\t");
});

test('copied features have the marking of the workspace above and below', async () => {
  const writeText = vi.fn(async (_text: string) => undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const app = pageApi({
    layers: { features: { query: async () => succeed({ rows: [{ fid: 1, values: ['Busan', 12] }] }) } },
    workspace: { marking: { query: async () => succeed('EXERCISE') } },
  }) as unknown as App;
  const request = { id: 'l', sort: { column: null, order: 'ASC' } } as const;
  await copyFeatures(app, { attributes } as unknown as VectorLayer, request, { offset: 0, count: 1 });
  vi.unstubAllGlobals();
  expect(writeText.mock.lastCall?.[0].split('\n')).toEqual([
    'EXERCISE',
    'Number\tname\tberths',
    '1\tBusan\t12',
    'EXERCISE',
    '',
  ]);
});
