import type Style from 'ol/style/Style.js';
import { expect, test } from 'vitest';
import type { MapOrder } from '../../../../renderer/map/map-types.ts';
import { OrdersLayer } from '../../../../renderer/map/orders-layer.ts';
import { rectangle } from '../../../builders/order-draft-builder.ts';

test('a small area has a mark that no other mark and no name hides, as all images would be', () => {
  const order: MapOrder = {
    id: '1',
    name: 'Busan',
    color: { light: '#0000ff', dark: '#8888ff' },
    isStateKnown: true,
    shapes: [{ kind: 'polygon', polygon: rectangle(129, 35, 129.01, 35.01) }],
  };
  const orders = new OrdersLayer();
  orders.show([order], order.id);
  const [feature] = orders.outlines.getSource()?.getFeatures() ?? [];
  const stylesAt = (resolution: number) =>
    [feature && orders.outlines.getStyleFunction()?.(feature, resolution)].flat() as Style[];
  const imagesAt = (resolution: number) => stylesAt(resolution).flatMap((style) => style.getImage() ?? []);
  expect(imagesAt(10)).toEqual([]);
  expect(imagesAt(1000).map((image) => image.getDeclutterMode())).toEqual(['none']);
});
