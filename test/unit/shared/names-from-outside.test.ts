import { expect, test } from 'vitest';
import { changeTypeText, timeOfDayText } from '../../../renderer/features/orders/enumeration-texts.ts';
import { remainingFailure } from '../../../renderer/features/search/search-problems.ts';
import { findCrs } from '../../../shared/map-sources/map-crs.ts';
import { fail } from '../../../shared/result.ts';
import {
  correctableMeanings,
  propertyCorrectionSchema,
} from '../../../shared/results/property-correction.ts';

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])(
  '%s, which every object has, is no name that is known',
  (name) => {
    expect(changeTypeText(name)).toBe(name);
    expect(timeOfDayText(name)).toBe(name);
    expect(findCrs(name)).toBeUndefined();
    const problems = [{ field: name, value: '', message: 'It is not known.' }];
    const failure = { ...fail('invalid-input', 'No.').failure, problems };
    expect(remainingFailure(failure)).toEqual(failure);
    const { error } = propertyCorrectionSchema.safeParse({
      ...{ productType: null, documentVersion: null, property: 'size', at: '2026-11-30T07:00:00Z' },
      as: { meaning: correctableMeanings[0], unit: name },
    });
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['as.unit']);
  },
);
