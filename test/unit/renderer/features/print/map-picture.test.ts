import { decode } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { pictureName, withPixelDensity } from '../../../../../renderer/features/print/use-picture-output.ts';
import { toMapCoordinate } from '../../../../../renderer/map/map-projection.ts';
import {
  type PictureView,
  pixelAt,
  positionAt,
  scaleBarOf,
  zoomedTo,
} from '../../../../../renderer/map/picture/picture-view.ts';
import { filterInView } from '../../../../../renderer/map-sheet/collect-facts.ts';
import {
  type LegendState,
  legendEntries,
  limitLegend,
} from '../../../../../renderer/map-sheet/legend-entries.ts';
import {
  layoutSheet,
  paperIds,
  paperOf,
  sizeProblem,
  wrap,
} from '../../../../../renderer/map-sheet/sheet-layout.ts';
import { distanceMetres } from '../../../../../shared/geo/geodesic.ts';
import { buildPng } from '../../../../builders/chip-png.ts';
import { positions } from '../../../../builders/positions.ts';

const view: PictureView = { center: [124.6, 60], resolution: 100, rotation: 0, width: 800, height: 600 };

describe('the scale bar', () => {
  test.each([
    { name: 'at 60° N', change: {} },
    { name: 'at the equator', change: { center: [0, 0] as const } },
    { name: 'far south', change: { center: [20, -78] as const } },
    { name: 'turned by a quarter', change: { rotation: Math.PI / 2 } },
    { name: 'turned', change: { rotation: 0.7 } },
    { name: 'over the antimeridian', change: { center: [180, 30] as const, resolution: 4000 } },
    { name: 'near', change: { resolution: 0.5 } },
    { name: 'the world', change: { resolution: 40_000, center: [0, 25] as const } },
  ])('is as long as it says, $name', ({ change }) => {
    const seen = { ...view, ...change };
    for (const unit of ['km', 'nm', 'mi'] as const) {
      const bar = scaleBarOf(seen, unit, 200);
      const middle = seen.height / 2;
      const ground = distanceMetres(
        positionAt(seen, seen.width / 2 - bar.pixels / 2, middle),
        positionAt(seen, seen.width / 2 + bar.pixels / 2, middle),
      );
      expect(Math.abs(ground / bar.metres - 1), `${unit} ${bar.label}`).toBeLessThan(1e-3);
      expect(bar.pixels).toBeLessThanOrEqual(200.5);
      expect(bar.pixels).toBeGreaterThan(70);
    }
  });
  test('names round lengths, in metres below a kilometre', () => {
    expect(scaleBarOf(view, 'km', 200).label).toBe('10 km');
    expect(scaleBarOf(view, 'nm', 200).label).toBe('5 nm');
    expect(scaleBarOf({ ...view, resolution: 0.8 }, 'km', 200).label).toBe('50 m');
  });
});

describe('a picture that is zoomed to an extent', () => {
  const [x, y] = toMapCoordinate(view.center);
  const wide = { ...view, resolution: 1_000 };
  const extent = [x + 50_000, y - 20_000, x + 250_000, y + 30_000] as const;
  test.each([0, 0.7, Math.PI / 2])('shows all of it, and little more, turned by %d', (rotation) => {
    const zoomed = zoomedTo({ ...wide, rotation }, extent);
    const corners = [0, 2].flatMap((right) =>
      [1, 3].map((up) => [extent[right] ?? 0, extent[up] ?? 0] as const),
    );
    const pixels = corners.map((corner) => pixelAt(zoomed, corner));
    const beyond = pixels.filter(([at, down]) => at < 0 || at > 800 || down < 0 || down > 600);
    expect(beyond).toEqual([]);
    const [widths, heights] = [0, 1].map((axis) => pixels.map((pixel) => pixel[axis] ?? 0));
    const shares = [
      (Math.max(...(widths ?? [])) - Math.min(...(widths ?? []))) / 800,
      (Math.max(...(heights ?? [])) - Math.min(...(heights ?? []))) / 600,
    ];
    expect(Math.max(...shares)).toBeCloseTo(0.84, 5);
  });
  test('is no closer than coasts need, and as it was where a part is out of view', () => {
    expect(zoomedTo(view, [x, y, x, y]).resolution).toBeCloseTo(76.437, 3);
    expect(zoomedTo({ ...view, resolution: 5 }, [x, y, x, y]).resolution).toBe(5);
    expect(zoomedTo(view, [x - 50_000, y, x, y])).toBe(view);
  });
  test('is on the copy of the world that is shown', () => {
    const { center } = zoomedTo({ ...wide, center: [124.6 + 360, 60] }, extent);
    expect(center[0]).toBeCloseTo(zoomedTo(wide, extent).center[0] + 360, 6);
  });
});

test('the legend counts what is in the extent of the picture, over the antimeridian, too', () => {
  const filter = { sensors: ['S1'] };
  expect(filterInView(filter, { ...view, resolution: 200_000 })).toBe(filter);
  const [ring = []] = filterInView(filter, { ...view, center: [180, 30] }).within ?? [];
  expect(ring[0]?.[0]).toBeCloseTo(179.64, 2);
  expect(ring[1]?.[0]).toBeCloseTo(180.36, 2);
  const outline: [number, number][][] = [positions('0 0, 1 0, 1 1')];
  const { boundingBox = [], within } = filterInView({ within: outline }, { ...view, center: [180, 30] });
  expect(within).toBe(outline);
  expect([boundingBox[0], boundingBox[2]].map((value) => value?.toFixed(2))).toEqual(['179.64', '-179.64']);
});

describe('positions of a picture', () => {
  test('of its corners, turned and not', () => {
    const [west, north] = positionAt(view, 0, 0);
    const [east, south] = positionAt(view, 800, 600);
    expect(west).toBeLessThan(124.6);
    expect(east).toBeGreaterThan(124.6);
    expect(north).toBeGreaterThan(60);
    expect(south).toBeLessThan(60);
    // Turned clockwise by a quarter, East lies below: what is on top is West.
    const [longitude, latitude] = positionAt({ ...view, rotation: Math.PI / 2 }, 400, 0);
    expect(latitude).toBeCloseTo(60, 6);
    expect(longitude).toBeLessThan(124.6);
  });
  test('stay within ±180° over the antimeridian', () => {
    expect(positionAt({ ...view, center: [179.99, 0], resolution: 1000 }, 800, 300)[0]).toBeCloseTo(
      -176.42,
      1,
    );
  });
});

describe('a sheet', () => {
  const measure = (text: string) => text.length * 6;
  const facts = {
    title: 'Yellow Sea',
    marking: '<SECRET> سفينة 🚢',
    caveat: 'FOR TRAINING',
    about: ['162,757 detections'],
    notes: ['Sources: this and that', 'analyst'],
  };
  test('leaves a map on the screen as large as it is, and grows by what is written', () => {
    const paper = paperOf('screen', 150, 2);
    expect(paper.pixelRatio).toBe(2);
    const bare = layoutSheet(
      paper,
      [700, 500],
      { title: '', marking: '', caveat: '', about: [], notes: [] },
      measure,
    );
    expect(bare).toMatchObject({ width: 700, height: 500, frame: { x: 0, y: 0, width: 700, height: 500 } });
    const full = layoutSheet(paper, [700, 500], facts, measure);
    expect(full.frame).toMatchObject({ width: 700, height: 500 });
    expect(full.height).toBeGreaterThan(500);
  });
  test.each(paperIds.filter((id) => !id.startsWith('screen')))(
    '%s has all of its texts and its map on the paper',
    (id) => {
      const paper = paperOf(id, 300, 1);
      const { width, height, frame, texts } = layoutSheet(paper, [700, 500], facts, measure);
      expect([width, height].map(Math.round)).toEqual(
        [paper.sheet?.width ?? 0, paper.sheet?.height ?? 0].map(Math.round),
      );
      expect(texts.map(({ text }) => text)).toEqual([
        facts.marking,
        'FOR TRAINING',
        'Yellow Sea',
        '162,757 detections',
        'Sources: this and that',
        'analyst',
        'FOR TRAINING',
        facts.marking,
      ]);
      for (const { y } of texts.slice(0, 4)) expect(y).toBeLessThan(frame.y);
      for (const { y } of texts.slice(4)) expect(y).toBeGreaterThan(frame.y + frame.height);
      for (const { y } of texts) expect(y > 0 && y < height).toBe(true);
    },
  );
  test('leaves room for the map with any amount of text, and marks truncated notes', () => {
    const notes = Array.from({ length: 200 }, (_, index) => `Source ${index}`);
    const { frame, height, texts } = layoutSheet(
      paperOf('a4-landscape', 150, 1),
      [700, 500],
      { ...facts, notes },
      measure,
    );
    expect(frame.height).toBeGreaterThanOrEqual(height * 0.39);
    expect(texts.slice(-2).map(({ text }) => text)).toEqual(['FOR TRAINING', facts.marking]);
    expect(texts.at(-3)?.text).toMatch(/^Source \d+ …$/);
  });
  test('breaks lines between words, and words that are too long anywhere', () => {
    expect(wrap('one two three', 42, measure)).toEqual(['one two', 'three']);
    expect(wrap('abcdefghij', 24, measure)).toEqual(['abcd', 'efgh', 'ij']);
    expect(wrap('', 24, measure)).toEqual([]);
  });
});

describe('the size of a picture', () => {
  const limit = { side: 8192, pixels: 64_000_000 };
  test('of every paper fits usual graphics cards', () => {
    for (const id of paperIds) {
      const { sheet, pixelRatio } = paperOf(id, 300, 1);
      if (sheet) expect(sizeProblem(sheet.width * pixelRatio, sheet.height * pixelRatio, limit)).toBeNull();
    }
    const a3 = paperOf('a3-landscape', 300, 1);
    expect(Math.round((a3.sheet?.width ?? 0) * a3.pixelRatio)).toBe(4961);
  });
  test('that cannot be drawn is reported with the remedy', () => {
    expect(sizeProblem(4961, 3508, { ...limit, side: 4096 })).toMatch(
      /4961 × 3508.*at most 4096.*fewer dots/,
    );
    expect(sizeProblem(8000, 8100, limit)).toMatch(/65 million pixels; at most 64 million/);
  });
});

test('a PNG contains its density, and stays a valid PNG', () => {
  const png = new Uint8Array(buildPng(16, 8));
  const dense = withPixelDensity(png, 300);
  // The decoder checks every chunk's checksum.
  const { width, height, data, resolution } = decode(dense, { checkCrc: true });
  expect({ width, height, resolution }).toEqual({
    width: 16,
    height: 8,
    resolution: { x: 11_811, y: 11_811, unit: 1 },
  });
  expect(data).toEqual(decode(png).data);
});

test('a file is named after its title', () => {
  const now = new Date('2026-11-21T06:00:00Z');
  expect(pictureName('Yellow Sea: “north”', now)).toBe('yellow-sea-north-2026-11-21.png');
  expect(pictureName(' …', now)).toBe('map-2026-11-21.png');
});

describe('the legend', () => {
  const state: LegendState = {
    layers: [
      { id: 'basemap', name: 'Land and borders' },
      { id: 'source 1', name: 'Chart', color: '#123456' },
      { id: 'orders', name: 'Orders' },
      { id: 'areas', name: 'Areas of interest', color: '#ffffff' },
      { id: 'detections', name: 'Detections' },
    ],
    analytics: [
      { analytic: 'LargeVesselDetection', count: 1234 },
      { analytic: 'SmallVesselDetection', count: 5 },
    ],
    density: null,
    colors: null,
    sizeTitle: null,
    hulls: null,
    areas: 2,
    hasFootprint: true,
    mostImaged: null,
    chip: 'not-to-scale' as LegendState['chip'],
    mark: null,
    orderStates: [{ state: 'completed', count: 3 }],
  };
  const labels = (change: Partial<LegendState>) =>
    legendEntries({ ...state, ...change }).map(({ label }) => label);
  test('lists what is drawn, and states that a chip is not to scale', () => {
    expect(labels({})).toEqual([
      'Large vessel 1,234',
      'Small vessel 5',
      'Areas of interest 2',
      'Order: Completed 3',
      'Outline of an image',
      'Chart',
      'Chip not to scale: the service does not state its size',
    ]);
  });
  test('states that a chip is to scale by the calibration of the user', () => {
    expect(labels({ chip: 'calibrated' }).at(-1)).toBe('Chip to scale by your calibration, drawn upright');
  });
  test('has nothing that is not drawn', () => {
    expect(labels({ layers: [], hasFootprint: false, chip: null })).toEqual([]);
    expect(labels({ density: { top: 5000, cellPixels: 6 } })[0]).toBe(
      '1 to 5,000 detections in a square of 6 × 6 pixels',
    );
    expect(labels({ density: { top: 5000, cellPixels: 6 } })).not.toContain('Large vessel');
  });
  test('lists the coverage counts, if they are shown', () => {
    const coverage = {
      layers: [{ id: 'coverage', name: 'Footprint coverage' }],
      hasFootprint: false,
      chip: null,
    };
    expect(labels({ ...coverage, mostImaged: 17 })).toEqual(['Imaged 1 to 17 times']);
    expect(labels({ ...coverage, mostImaged: 1 })).toEqual(['Imaged once']);
    expect(labels({ ...coverage, mostImaged: 0 })).toEqual(['Imaged nowhere in view']);
    expect(labels({ ...coverage, layers: [], mostImaged: 17 })).toEqual([]);
  });
  test('that is too long states how much is left out', () => {
    const entries = limitLegend(legendEntries(state), 3);
    expect(entries.map(({ label }) => label)).toEqual(['Large vessel 1,234', 'Small vessel 5', 'and 5 more']);
  });
});
