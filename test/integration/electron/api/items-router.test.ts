import { expect, it } from 'vitest';
import { apiOf } from '../../../builders/api-of.ts';
import { valued } from '../../../builders/fetch-core.ts';
import { openTestWorkspace } from '../../../builders/workspace-builder.ts';

const view = { center: [126.6, 37.4] as [number, number], zoom: 9, rotation: 0.5 };

async function start() {
  const { api, published } = apiOf(await openTestWorkspace());
  const changes = () => {
    expect(new Set(published.map((event) => event.type === 'changed' && event.topic))).toEqual(
      new Set(published.length > 0 ? ['bookmarks'] : []),
    );
    return published.length;
  };
  return { bookmarks: api.bookmarks, changes };
}

it('bookmarks are saved in their order, renamed, moved, removed and restored at their position', async () => {
  const { bookmarks, changes } = await start();
  expect(valued(await bookmarks.list())).toEqual([]);
  const names = async () => valued(await bookmarks.list()).map(({ name }) => name);
  const filter = { analytics: ['LargeVesselDetection'] };
  const made = [
    valued(await bookmarks.create({ name: 'Incheon', view, filter: null })),
    valued(await bookmarks.create({ name: 'Busan', view, filter })),
    valued(await bookmarks.create({ name: 'Ulsan', view, filter: null })),
  ];
  const [incheon, busan, ulsan] = made;
  if (!incheon || !busan || !ulsan) throw new Error('Three were made.');
  expect(busan).toMatchObject({ view, filter });
  valued(await bookmarks.move({ id: ulsan.id, from: 2, to: 0 }));
  expect(await names()).toEqual(['Ulsan', 'Incheon', 'Busan']);
  const { before, after: renamed } = valued(
    await bookmarks.change({ id: incheon.id, name: 'Incheon roads' }),
  );
  expect(before).toEqual(incheon);
  expect(renamed).toEqual({ ...incheon, name: 'Incheon roads' });
  valued(await bookmarks.change({ id: busan.id, view: { ...view, zoom: 12 }, filter: null }));
  const removed = valued(await bookmarks.remove(incheon.id));
  expect(removed).toEqual({ item: renamed, index: 1 });
  expect(await names()).toEqual(['Ulsan', 'Busan']);
  valued(await bookmarks.restore(removed));
  valued(await bookmarks.restore(removed));
  expect(await names()).toEqual(['Ulsan', 'Incheon roads', 'Busan']);
  expect(valued(await bookmarks.list())[2]).toMatchObject({ view: { zoom: 12 }, filter: null });
  expect(changes()).toBe(9);
});

it('changes requested at once do not lose one another', async () => {
  const { bookmarks } = await start();
  const names = Array.from({ length: 12 }, (_, index) => `Place ${index}`);
  await Promise.all(names.map((name) => bookmarks.create({ name, view, filter: null })));
  expect(valued(await bookmarks.list()).map(({ name }) => name)).toEqual(names);
});

it('a missing one and a closed workspace are reported', async () => {
  const { bookmarks, changes } = await start();
  const id = '6f0e0a5e-6e0d-4c53-9f3b-0f7f6a1f7a11';
  expect(await bookmarks.change({ id, name: 'x' })).toMatchObject({ failure: { code: 'not-found' } });
  expect(await bookmarks.remove(id)).toMatchObject({ failure: { code: 'not-found' } });
  expect(changes()).toBe(0);
  const { bookmarks: closed } = apiOf(undefined).api;
  expect(await closed.list()).toMatchObject({ failure: { code: 'no-workspace' } });
  expect(await closed.create({ name: 'x', view, filter: null })).toMatchObject({
    failure: { code: 'no-workspace' },
  });
});

it('a bookmark is set back or deleted by an undo, unless another window has changed it', async () => {
  const { bookmarks } = await start();
  const [first, second] = [
    valued(await bookmarks.create({ name: 'Incheon', view, filter: null })),
    valued(await bookmarks.create({ name: 'Busan', view, filter: null })),
  ];
  const { before, after } = valued(await bookmarks.change({ id: second.id, name: 'Busan roads' }));
  expect(valued(await bookmarks.revert({ expected: after, to: before }))).toBe(1);
  expect(valued(await bookmarks.list())).toEqual([first, second]);
  valued(await bookmarks.change({ id: second.id, name: 'Of another window' }));
  for (const to of [after, null]) {
    expect(await bookmarks.revert({ expected: second, to })).toMatchObject({ failure: { code: 'conflict' } });
  }
  expect(await bookmarks.move({ id: second.id, from: 0, to: 1 })).toMatchObject({
    failure: { code: 'conflict' },
  });
  expect(valued(await bookmarks.list()).map(({ name }) => name)).toEqual(['Incheon', 'Of another window']);
  valued(await bookmarks.revert({ expected: first, to: null }));
  expect(await bookmarks.revert({ expected: first, to: null })).toMatchObject({
    failure: { code: 'not-found' },
  });
});
