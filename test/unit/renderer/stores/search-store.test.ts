import { expect, test } from 'vitest';
import { createSearchStore } from '../../../../renderer/stores/panel-stores.ts';
import { memoryStorage } from '../../../builders/memory-storage.ts';

test('an area brings the regions with which it was requested last, at the next start, too', () => {
  const storage = memoryStorage();
  const { rememberRegions } = createSearchStore(storage).getState();
  rememberRegions({ areaId: 'busan', regions: ['East Asia'] });

  const next = createSearchStore(storage).getState;
  next().clear();
  next().chooseArea('busan');
  expect(next().form).toMatchObject({ areaId: 'busan', regions: ['East Asia'] });
  next().chooseArea('ulsan');
  expect(next().form).toMatchObject({ areaId: 'ulsan', regions: ['East Asia'] });
  next().change({ regions: ['Europe'] });
  next().chooseArea('busan');
  expect(next().form.regions).toEqual(['Europe']);
});
