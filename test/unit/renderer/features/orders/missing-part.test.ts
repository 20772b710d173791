import { expect, test } from 'vitest';
import { missingPart } from '../../../../../renderer/features/orders/missing-part.ts';
import { blankDraft } from '../../../../../shared/orders/draft/order-draft.ts';

test.each([
  [['contactEmail', 'ranges.0.from', 'areas'], 'areas', 'Choose an area'],
  [['contactEmail', 'ranges.0.from', 'analytics'], 'analytics', 'Choose what to look for'],
  [['contactEmail', 'ranges.0.from', 'ranges.0.to'], 'ranges.0.from', 'Set the time range'],
  [['contactEmail'], 'contactEmail', 'Add the contact email'],
  [['changeDetection.types', 'contactEmail'], 'changeDetection.types', 'Complete the change detection'],
])('of %j the topmost part of the form is missing first', (fields, field, action) => {
  expect(missingPart(blankDraft, fields)).toEqual({ field, action });
});

test('a part that is filled in has to be corrected', () => {
  const draft = { ...blankDraft, contactEmail: 'analyst@' };
  expect(missingPart(draft, ['contactEmail'])?.action).toBe('Correct the contact email');
  expect(missingPart(draft, [])).toBeUndefined();
});
