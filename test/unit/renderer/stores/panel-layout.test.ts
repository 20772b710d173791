import { describe, expect, test } from 'vitest';
import {
  dockGeometry,
  headerHeight,
  inspectorGeometry,
  isPanelShown,
  minMapSize,
  type PanelLayout,
  railWidth,
  showBarHeight,
  sideGeometry,
  statusBarHeight,
} from '../../../../renderer/stores/panel-layout.ts';

function layout(width: number, height: number, more: Partial<PanelLayout> = {}): PanelLayout {
  return {
    open: { side: true, inspector: true, dock: true },
    drawers: { side: false, inspector: false, dock: false },
    sizes: { side: null, inspector: null, dock: null },
    isInspectorEmpty: false,
    isDockEmpty: false,
    isMapFocused: false,
    windowSize: { width, height },
    ...more,
  };
}

/** The size that the panels leave to the map. */
function mapSize(state: PanelLayout, isChipLarge = false) {
  const columns = [sideGeometry(state), inspectorGeometry(state, isChipLarge ? 'large-chip' : 'item')];
  const dock = dockGeometry(state);
  const beside = columns.filter(({ isShown, isDrawer }) => isShown && !isDrawer);
  return {
    width:
      state.windowSize.width - railWidth(state.windowSize) - beside.reduce((sum, { size }) => sum + size, 0),
    height:
      state.windowSize.height -
      headerHeight -
      showBarHeight -
      statusBarHeight -
      (dock.isShown && !dock.isDrawer ? dock.size : 0),
  };
}

describe('default sizes', () => {
  test.each([
    [1440, 900, { side: 320, inspector: 324, dock: 284 }],
    [1440, 799, { side: 320, inspector: 324, dock: 204 }],
    [1300, 800, { side: 320, inspector: 300, dock: 284 }],
  ])('in a window of %i × %i', (width, height, sizes) => {
    const state = layout(width, height);
    expect({
      side: sideGeometry(state).size,
      inspector: inspectorGeometry(state, 'item').size,
      dock: dockGeometry(state).size,
    }).toEqual(sizes);
  });
});

test.each([
  [1181, 561, { side: false, inspector: false, dock: false }],
  [1180, 561, { side: true, inspector: false, dock: false }],
  [820, 561, { side: true, inspector: true, dock: false }],
  [820, 560, { side: true, inspector: true, dock: true }],
])(
  'what has no room beside the map is a drawer at %i × %i, closed until opened',
  (width, height, drawers) => {
    const state = layout(width, height);
    const geometries = {
      side: sideGeometry(state),
      inspector: inspectorGeometry(state, 'item'),
      dock: dockGeometry(state),
    };
    for (const slot of ['side', 'inspector', 'dock'] as const) {
      expect([slot, geometries[slot].isDrawer]).toEqual([slot, drawers[slot]]);
      expect([slot, geometries[slot].isShown]).toEqual([slot, !drawers[slot]]);
      const opened = { ...state, drawers: { ...state.drawers, [slot]: true } };
      expect(isPanelShown(opened, slot)).toBe(true);
    }
  },
);

test('a chosen size is limited to 280 to 480, the dock’s to 120 and 60 % of the window', () => {
  const small = layout(1920, 1000, { sizes: { side: 10, inspector: 10, dock: 10 } });
  expect([sideGeometry(small).size, inspectorGeometry(small, 'item').size, dockGeometry(small).size]).toEqual(
    [280, 280, 120],
  );
  const large = layout(1920, 1000, { sizes: { side: 999, inspector: 999, dock: 999 } });
  expect([sideGeometry(large).size, inspectorGeometry(large, 'item').size, dockGeometry(large).size]).toEqual(
    [480, 480, 600],
  );
});

test('the map is never smaller than its minimum, whatever is open and however large', () => {
  const sizes = { side: 999, inspector: 999, dock: 999 };
  const drawers = { side: true, inspector: true, dock: true };
  for (let width = 320; width <= 2600; width += 7) {
    for (let height = 338; height <= 1600; height += 13) {
      for (const isChipLarge of [false, true]) {
        const size = mapSize(layout(width, height, { sizes, drawers }), isChipLarge);
        if (size.width < minMapSize.width || size.height < minMapSize.height) {
          expect.fail(`${width} × ${height}: ${JSON.stringify(size)}`);
        }
      }
    }
  }
});

test('no panel is shown while the map is focused', () => {
  const state = layout(1440, 900, { isMapFocused: true });
  expect((['side', 'inspector', 'dock'] as const).map((slot) => isPanelShown(state, slot))).toEqual([
    false,
    false,
    false,
  ]);
});
