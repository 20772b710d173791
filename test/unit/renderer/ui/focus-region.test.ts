import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { focusRegion } from '../../../../renderer/ui/focus-region.ts';

/** An element that can be focused, as far as `focusRegion` uses one. */
function element() {
  const it = { hasAttribute: () => true, focus: () => setFocus(it) };
  return it;
}

const body = element();
let page: { body: object; activeElement: object; querySelector: () => object | null };
let frames: (() => void)[];

function setFocus(target: object): void {
  page.activeElement = target;
}

function runFrame(): void {
  for (const callback of frames.splice(0)) callback();
}

beforeEach(() => {
  frames = [];
  page = { body, activeElement: body, querySelector: () => null };
  vi.stubGlobal('document', page);
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
});

afterEach(() => vi.unstubAllGlobals());

it('focuses a region that is opened within the next frame', () => {
  const region = element();
  focusRegion('side');
  page.querySelector = () => region;
  runFrame();
  expect(page.activeElement).toBe(region);
});

it('focuses the region again when its focused content was replaced', () => {
  const [before, after] = [element(), element()];
  page.querySelector = () => before;
  focusRegion('filter-fields');
  expect(page.activeElement).toBe(before);
  page.querySelector = () => after;
  setFocus(body);
  runFrame();
  expect(page.activeElement).toBe(after);
});

it('leaves the focus where the user has moved it before the next frame', () => {
  const [region, button] = [element(), element()];
  page.querySelector = () => region;
  focusRegion('side');
  setFocus(button);
  runFrame();
  expect(page.activeElement).toBe(button);
});
