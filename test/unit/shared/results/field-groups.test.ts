import { expect, test } from 'vitest';
import type { DetectionField } from '../../../../shared/results/detection-field.ts';
import { groupByField } from '../../../../shared/results/field-groups.ts';

test('fields are grouped as built in, properties, families and parameters, in their order', () => {
  const fields: DetectionField[] = [
    'property:aisName',
    'property:uuid',
    'parameter:threshold',
    'property:sarLengthM',
    'length',
    'property:sar_width_m',
    'property:aisle',
    'property:classificationDetails',
    'property:changeType',
    'confidence',
  ];
  expect(groupByField(fields, (field) => field)).toEqual([
    { group: 'Fields', items: ['length', 'confidence'] },
    { group: 'Properties', items: ['property:uuid', 'property:aisle'] },
    { group: 'From the SAR image', items: ['property:sarLengthM', 'property:sar_width_m'] },
    { group: 'AIS, as the service states it', items: ['property:aisName'] },
    { group: 'Change', items: ['property:changeType'] },
    { group: 'Classification', items: ['property:classificationDetails'] },
    { group: 'Parameters', items: ['parameter:threshold'] },
  ]);
  expect(groupByField([1, 2], () => null)).toEqual([{ group: 'Fields', items: [1, 2] }]);
});
