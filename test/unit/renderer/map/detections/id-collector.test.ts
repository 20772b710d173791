import { expect, test } from 'vitest';
import { IdCollector } from '../../../../../renderer/map/detections/detections-queries.ts';
import { IdSet } from '../../../../../shared/results/id-set.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';

test.each([
  ['none', 0, 1],
  ['close together, with duplicates', 5000, 4000],
  ['far apart', 500, 2 ** 32],
])('collected ids are the set of them: %s', (_, count, below) => {
  const random = seededRandom(1);
  const ids = Array.from({ length: count }, () => Math.floor(random.next() * below));
  if (below === 2 ** 32) ids.push(0, 31, 32, 65_535, 65_536, 2 ** 31, 2 ** 32 - 1);
  const collector = new IdCollector();
  for (const id of ids) collector.add(id);
  expect([...collector.toSet()]).toEqual([...IdSet.of(ids)]);
});
