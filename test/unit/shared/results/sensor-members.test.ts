import { expect, test } from 'vitest';
import { sensorMemberAt } from '../../../../shared/results/sensor-members.ts';

test('the member of a path is found by its name in records, which may differ from its key', () => {
  expect(sensorMemberAt(['content.sensorData.startTimeUTC'])?.column).toBe('start_time_utc');
  expect(sensorMemberAt(['uploadTime', 'content.sensorData.svcId'])?.column).toBe('brand_id');
  expect(sensorMemberAt(['content.sensorData'])).toBeUndefined();
});
