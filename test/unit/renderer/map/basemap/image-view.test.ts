import { describe, expect, test } from 'vitest';
import {
  imageTransform,
  imageViewFor,
  isCovering,
  type ViewFrame,
} from '../../../../../renderer/map/basemap/basemap.ts';
import { sequence } from '../../../../bench/map/bench-data.ts';

function frame(change: Partial<ViewFrame['viewState']>, size = [800, 600], pixelRatio = 1): ViewFrame {
  const viewState = { center: [0, 0], resolution: 100, rotation: 0, zoom: 5, ...change };
  return { size, pixelRatio, viewState } as unknown as ViewFrame;
}

/** The place of a position of EPSG:3857 in a view: pixels of so many per CSS pixel from the upper left corner. */
function pixelOf([x, y]: readonly [number, number], { size, viewState }: ViewFrame, ratio: number) {
  const [width = 0, height = 0] = size;
  const east = (x - (viewState.center[0] ?? 0)) / viewState.resolution;
  const south = ((viewState.center[1] ?? 0) - y) / viewState.resolution;
  const [cos, sin] = [Math.cos(viewState.rotation), Math.sin(viewState.rotation)];
  return [width / 2 + cos * east - sin * south, height / 2 + sin * east + cos * south].map(
    (value) => value * ratio,
  ) as [number, number];
}

test('a position of an image lies where the view shows it, whatever both views are', () => {
  const next = sequence(7);
  const any = (least: number, most: number) => least + next() * (most - least);
  for (let round = 0; round < 500; round++) {
    const view = () => ({
      center: [any(-1e6, 1e6), any(-1e6, 1e6)],
      resolution: any(10, 1000),
      rotation: any(-3, 3),
    });
    const made = frame(view(), [800, 600], any(1, 3));
    const shown = frame(view(), [640, 480], any(1, 3));
    const image = imageViewFor(made);
    const position = [any(-1e6, 1e6), any(-1e6, 1e6)] as const;
    const inImage = pixelOf(
      position,
      { ...made, size: [image.width / image.pixelRatio, image.height / image.pixelRatio] },
      image.pixelRatio,
    );
    const matrix = new DOMMatrixLike(imageTransform(image, shown));
    const [x, y] = matrix.apply(inImage);
    const [expectedX, expectedY] = pixelOf(position, shown, 1);
    const tolerance = 1e-6 * Math.hypot(expectedX, expectedY, 1000);
    expect(Math.hypot(x - expectedX, y - expectedY)).toBeLessThan(tolerance);
  }
});

/** The part of DOMMatrix that is used, which Node does not have. */
class DOMMatrixLike {
  readonly #values: readonly number[];

  constructor(text: string) {
    this.#values = text.slice('matrix('.length, -1).split(',').map(Number);
  }

  apply([x, y]: readonly [number, number]): [number, number] {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = this.#values;
    return [a * x + c * y + e, b * x + d * y + f];
  }
}

test('an image of the same zoom is moved by whole pixels of the device', () => {
  const made = frame({ center: [0.3, 0.7] }, [801, 601], 1.5);
  const image = imageViewFor(made);
  for (const x of [10, 33.3, 4000.1]) {
    const shown = frame({ center: [x, x] }, [801, 601], 1.5);
    const at = new DOMMatrixLike(imageTransform(image, shown)).apply([0, 0]);
    for (const value of at) expect(value * 1.5).toBeCloseTo(Math.round(value * 1.5), 9);
  }
});

describe('an image covers', () => {
  const image = imageViewFor(frame({}));
  const cases: readonly [string, Partial<ViewFrame['viewState']>, number, boolean][] = [
    ['the view that it was made for, with its margin', {}, 1, true],
    ['a view that moved by less than the margin', { center: [199 * 100, 0] }, 0, true],
    ['no view beyond the margin', { center: [202 * 100, 0] }, 0, false],
    ['none with too little of the margin left', { center: [120 * 100, 0] }, 0.5, false],
    ['a view of a larger scale', { resolution: 50, rotation: 0.1 }, 0, true],
    ['no view of the double extent', { resolution: 200 }, 0, false],
    ['no view that is turned by a right angle', { rotation: Math.PI / 2, center: [0, 12_000] }, 0, false],
  ];
  test.each(cases)('%s', (_, change, marginLeft, covers) => {
    expect(isCovering(image, frame(change), marginLeft)).toBe(covers);
  });
});

test('an image for print has no margin, and is large enough', () => {
  const print = frame({}, [4961, 3508], 1.2);
  const image = imageViewFor(print);
  expect([image.width, image.height]).toEqual([Math.ceil(4961 * 1.2), Math.ceil(3508 * 1.2)]);
  expect(isCovering(image, print, 0.5)).toBe(true);
});
