import { describe, expect, test } from 'vitest';
import { createExportChoice } from '../../../../renderer/features/export/export-commands.ts';
import { createExpressionHistory } from '../../../../renderer/features/results/filter/expression-history.ts';
import { createPictureChoice } from '../../../../renderer/map-sheet/picture-choice.ts';
import { createDockStore } from '../../../../renderer/stores/dock-store.ts';
import { createLayersStore } from '../../../../renderer/stores/layers-store.ts';
import { createMapDisplayStore, createMapViewStore } from '../../../../renderer/stores/map-stores.ts';
import { createOrderListStore } from '../../../../renderer/stores/orders-store.ts';
import { createHelpStore, createSearchStore } from '../../../../renderer/stores/panel-stores.ts';
import { createPassesStore } from '../../../../renderer/stores/passes-store.ts';
import { createSettingsStore } from '../../../../renderer/stores/settings-store.ts';
import { createUiStore } from '../../../../renderer/stores/ui-store.ts';
import { emptySearchForm } from '../../../../shared/results/search-form.ts';
import { memoryStorage } from '../../../builders/memory-storage.ts';

const tolerance = { incidence: 3, azimuth: 4, overlap: 0.5 };
const picture = {
  ...{ paper: 'screen', density: 300, scaleBar: false, northArrow: true, legend: true, sources: true },
  ...{ filter: true, corners: true, author: true, caveat: 'Draft' },
};
const display = { density: 'on', sizeBy: 'confidence', headings: false, label: 'length' };
const panels = {
  open: { side: false, inspector: true, dock: true },
  sizes: { side: 400, inspector: null, dock: 150 },
};
const labels = { id: 'labels', visible: false, opacity: 0.5 };

/** State that each store saved before values had a version, and the state that it stands for. */
const stores = [
  {
    key: 'sightline.search-form',
    create: (storage: Storage) => createSearchStore(storage).getState(),
    former: JSON.stringify({ ...emptySearchForm, maxRecords: '700' }),
    state: { form: { ...emptySearchForm, maxRecords: '700' } },
  },
  {
    key: 'sightline.order-list',
    create: (storage: Storage) => createOrderListStore(storage).getState(),
    former: JSON.stringify({ sort: { field: 'name', order: 'ASC' }, onMap: false }),
    state: { sort: { field: 'name', order: 'ASC' }, onMap: false },
  },
  {
    key: 'sightline.map-display',
    create: (storage: Storage) => createMapDisplayStore(storage).getState(),
    former: JSON.stringify(display),
    state: display,
  },
  {
    key: 'sightline.map-view',
    create: (storage: Storage) => createMapViewStore(storage).getState(),
    former: JSON.stringify({ center: [120.5, 30], zoom: 6.5 }),
    state: { view: { center: [120.5, 30], zoom: 6.5 } },
  },
  {
    key: 'sightline.settings',
    create: (storage: Storage) => createSettingsStore(storage).getState(),
    former: JSON.stringify({ distance: 'nm' }),
    state: { distance: 'nm' },
  },
  {
    key: 'sightline.tour',
    create: (storage: Storage) => createHelpStore(storage).getState(),
    former: JSON.stringify({ isTourDone: true }),
    state: { isTourDone: true },
  },
  {
    key: 'sightline.layers',
    create: (storage: Storage) => createLayersStore(storage).getState(),
    former: JSON.stringify({ kept: [labels], graticule: 'mgrs', footprints: 'some', legendOpen: false }),
    state: { graticule: 'mgrs', footprints: 'all', legendUnfolded: false },
  },
  {
    key: 'sightline.passes',
    create: (storage: Storage) => createPassesStore(storage).getState(),
    former: JSON.stringify({ groupBy: 'geometry', tolerance }),
    state: { groupBy: 'geometry', tolerance },
  },
  {
    key: 'sightline.dock.anna',
    create(storage: Storage) {
      const dock = createDockStore(storage);
      dock.getState().openProfile('anna');
      return dock.getState();
    },
    former: JSON.stringify({ columns: [{ field: 'id', width: 90 }], height: 300 }),
    state: { columns: [{ field: 'id', width: 90 }] },
  },
  {
    key: 'sightline.panels./data/anna.gpkg',
    create(storage: Storage) {
      const ui = createUiStore(storage);
      ui.getState().openWorkspace('/data/anna.gpkg');
      return ui.getState();
    },
    former: JSON.stringify(panels),
    state: panels,
  },
  {
    key: 'sightline.expressions',
    create: (storage: Storage) => createExpressionHistory(storage).getState(),
    former: JSON.stringify(['b', 'a']),
    state: { expressions: ['b', 'a'] },
  },
  {
    key: 'sightline.export',
    create: (storage: Storage) => createExportChoice(storage).getState(),
    former: JSON.stringify({ format: 'csv' }),
    state: { options: { format: 'csv' } },
  },
  {
    key: 'sightline.picture',
    create: (storage: Storage) => createPictureChoice(storage).getState(),
    former: JSON.stringify(picture),
    state: { choice: picture },
  },
];

describe.each(stores)('$key', ({ key, create, former, state }) => {
  test('a value without a version is read', () => {
    expect(create(memoryStorage())).not.toMatchObject(state);
    expect(create(memoryStorage({ [key]: former }))).toMatchObject(state);
  });

  test.each(['', '{', 'null', '[]', '{}', '7', '{"state":{},"version":1}', '{"state":null,"version":1}'])(
    'the invalid value %j is ignored',
    (text) => {
      const plain = (value: object) => JSON.stringify(value);
      expect(plain(create(memoryStorage({ [key]: text })))).toBe(plain(create(memoryStorage())));
    },
  );
});

test('the last export is restored with a title that must be corrected', () => {
  const options = { ...createExportChoice(memoryStorage()).getState().options, format: 'report-html' };
  const report = { kind: 'pass', counted: 'all', title: 'Ships on {date' };
  const stored = JSON.stringify({ state: { options: { ...options, report } }, version: 1 });
  const choice = createExportChoice(memoryStorage({ 'sightline.export': stored })).getState();
  expect(choice.options).toMatchObject({ format: 'report-html', report });
});

test('a changed part is saved with a version and restored, the rest of the state is not', () => {
  const storage = memoryStorage();
  const first = createOrderListStore(storage).getState();
  first.setFilter({ text: 'busan' });
  expect(storage.length).toBe(0);
  first.setOnMap(false);
  expect(JSON.parse(storage.getItem('sightline.order-list') ?? '')).toEqual({
    state: { sort: first.sort, onMap: false },
    version: 1,
  });
  expect(createOrderListStore(storage).getState()).toMatchObject({ onMap: false, filter: { text: '' } });
});

test('a value of a later version is read as far as it is understood', () => {
  const stored = JSON.stringify({ state: { distance: 'mi', theme: 'sepia', more: 1 }, version: 2 });
  const settings = createSettingsStore(memoryStorage({ 'sightline.settings': stored }));
  expect(settings.getState()).toMatchObject({ distance: 'mi', theme: 'dark' });
});

test('a full storage changes nothing for the page', () => {
  const settings = createSettingsStore(memoryStorage({}, true));
  settings.getState().change({ distance: 'nm' });
  expect(settings.getState().distance).toBe('nm');
});

test('without a storage the state lives as long as the page', () => {
  const settings = createSettingsStore(undefined);
  settings.getState().change({ distance: 'nm' });
  expect(settings.getState().distance).toBe('nm');
});
