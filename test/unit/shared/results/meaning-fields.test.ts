import { expect, test } from 'vitest';
import {
  countsBefore,
  meaningFields,
  readMeaningField,
  statementOf,
} from '../../../../shared/results/meaning-fields.ts';
import { correctedReadings } from '../../../../shared/results/property-correction.ts';
import { seededRandom } from '../../../builders/seeded-random.ts';

const names = ['length', 'LENGTH', 'length_ft', 'sarLengthM', 'aisLengthM', 'vesselType', 'class', 'classes'];
const lists = [[{ label: 'cargo', probability: 0.7 }, { label: 'tanker' }], ['tug'], [7]];
const values: readonly unknown[] = [12.5, '30', -1, '', 'tanker', null, ...lists];

test('of several properties the one that counts gives the value, whatever their order and the objects before', () => {
  const random = seededRandom(38);
  const format = { productType: 'A', documentVersion: null };
  const corrected = correctedReadings([
    {
      ...format,
      property: 'class',
      as: { meaning: 'lengthMetres', unit: 'ft' },
      at: '2026-01-01T00:00:00.000Z',
    },
    { ...format, property: 'sarLengthM', as: { meaning: null, unit: '' }, at: '2026-01-01T00:00:00.000Z' },
  ]);
  for (let count = 0; count < 3000; count += 1) {
    const chosen = random.some(names).sort(() => random.next() - 0.5);
    const properties = Object.fromEntries(chosen.map((name) => [name, random.pick(values)]));
    const readings = random.chance(0.5) ? corrected : undefined;
    for (const field of meaningFields) {
      const [best] = chosen
        .flatMap((name) => {
          const statement = statementOf(field, name, readings);
          const value = statement?.read(properties[name]) ?? null;
          return statement && value !== null ? [{ name, rank: statement.rank, value }] : [];
        })
        .sort((one, other) => (countsBefore(one, other) ? -1 : 1));
      expect(readMeaningField(field, properties, readings)).toBe(best?.value ?? null);
    }
  }
});
