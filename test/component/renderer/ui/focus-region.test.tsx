import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { focusRegion } from '../../../../renderer/ui/focus-region.ts';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

function addRegion(name: string): HTMLElement {
  const region = document.createElement('section');
  region.tabIndex = 0;
  region.dataset.region = name;
  document.body.append(region);
  return region;
}

test('a region that is still loading is focused once it is there', async () => {
  focusRegion('table');
  await nextFrame();
  await nextFrame();
  const table = addRegion('table');
  await waitFor(() => expect(document.activeElement).toBe(table));
  table.remove();
});

test('not once the user has moved the focus', async () => {
  focusRegion('table');
  await nextFrame();
  await nextFrame();
  const map = addRegion('map');
  map.focus();
  const table = addRegion('table');
  await nextFrame();
  expect(document.activeElement).toBe(map);
  table.remove();
  map.remove();
});
