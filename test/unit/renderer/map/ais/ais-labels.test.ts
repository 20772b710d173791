import type Style from 'ol/style/Style.js';
import { expect, test } from 'vitest';
import { AisLayer, PassContactsLayer } from '../../../../../renderer/map/ais/ais-layers.ts';

const ellipse = { majorMeters: 200, minorMeters: 100, azimuthDegrees: 0 };

test('labels of contacts do not lie over each other, and are away from the detection', () => {
  const ais = new AisLayer();
  const contact = { ellipse, band: null, track: [] };
  ais.show(
    [129, 35],
    [
      { ...contact, label: 'West', expected: [128.99, 35] },
      { ...contact, label: 'East', expected: [129.01, 35] },
    ],
  );
  for (const { layer } of [ais, new PassContactsLayer()]) expect(layer.getDeclutter()).toBeTruthy();

  const styles = (ais.layer.getSource()?.getFeatures() ?? []).flatMap(
    (feature) => [feature.getStyleFunction()?.(feature, 10) ?? []].flat() as Style[],
  );
  const labels = styles.flatMap((style) => style.getText() ?? []);
  expect(labels.map((text) => [text.getText(), text.getTextAlign(), text.getOffsetX()])).toEqual([
    ['West', 'right', -8],
    ['East', 'left', 8],
  ]);
  // A point is drawn in any case.
  expect(styles.flatMap((style) => style.getImage()?.getDeclutterMode() ?? [])).toEqual(['none', 'none']);
});
