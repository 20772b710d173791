import RegularShape from 'ol/style/RegularShape.js';
import type Style from 'ol/style/Style.js';
import { expect, test } from 'vitest';
import type { MapOrder } from '../../../../renderer/map/map-types.ts';
import { OrdersLayer } from '../../../../renderer/map/orders-layer.ts';
import { rectangle } from '../../../builders/positions.ts';

const order: MapOrder = {
  id: '1',
  name: 'Busan',
  color: { light: '#0000ff', dark: '#8888ff' },
  isStateKnown: true,
  shapes: [{ kind: 'polygon', polygon: rectangle(129, 35, 129.01, 35.01) }],
};

test('a small area has a mark that no other mark and no name hides, as all decluttered images would be', () => {
  const orders = new OrdersLayer();
  orders.show([order], order.id);
  const [feature] = orders.outlines.getSource()?.getFeatures() ?? [];
  const stylesAt = (resolution: number) =>
    [feature && orders.outlines.getStyleFunction()?.(feature, resolution)].flat() as Style[];
  const imagesAt = (resolution: number) => stylesAt(resolution).flatMap((style) => style.getImage() ?? []);
  expect(imagesAt(10)).toEqual([]);
  expect(imagesAt(1000)).toHaveLength(2);
  expect(orders.outlines.getDeclutter()).toBeUndefined();
});

test('the edges of small areas lie beneath all of their fills, which are opaque', () => {
  const orders = new OrdersLayer();
  orders.show([order, { ...order, id: '2' }], null);
  const marks = (orders.outlines.getSource()?.getFeatures() ?? [])
    .flatMap((feature) => [orders.outlines.getStyleFunction()?.(feature, 1000)].flat() as Style[])
    .flatMap((style) => {
      const image = style.getImage();
      return image instanceof RegularShape ? [{ image, zIndex: style.getZIndex() ?? 0 }] : [];
    });
  const edges = marks.filter(({ image }) => image.getStroke());
  const fills = marks.filter(({ image }) => image.getFill());
  expect([edges.length, fills.length]).toEqual([2, 2]);
  expect(Math.max(...edges.map(({ zIndex }) => zIndex))).toBeLessThan(
    Math.min(...fills.map(({ zIndex }) => zIndex)),
  );
  expect(fills.map(({ image }) => image.getFill()?.getColor())).toEqual(
    Array(2).fill(expect.stringMatching(/^#.{6}$/)),
  );
});
