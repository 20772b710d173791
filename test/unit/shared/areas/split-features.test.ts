import { describe, expect, it } from 'vitest';
import { ImportLog } from '../../../../shared/areas/import/import-log.ts';
import { splitFeatures } from '../../../../shared/areas/import/json-texts.ts';
import { readGeoJson } from '../../../../shared/areas/import/read-geojson.ts';

describe('a FeatureCollection is split into what JSON.parse finds in it', () => {
  it.each([
    '{"type":"FeatureCollection","features":[]}',
    '{"type":"FeatureCollection","features":[{"a":1},{"b":[1,2,{"c":"]}"}]} , null ]}',
    '{ "name" : "features" , "crs":{"features":[1]}, "features" : [ {"t":"\\"],[{"} ], "after": [true] }',
    '{"features":[{"text":"back\\\\"},"x",3]}',
  ])('%s', (text) => {
    const split = splitFeatures(text);
    const { features, ...others } = JSON.parse(text);
    expect([...(split?.texts ?? [])].map((each) => JSON.parse(each))).toEqual(features);
    expect(JSON.parse(split?.header ?? '')).toEqual({ ...others, features: [] });
  });

  it('has no list in what is none', () => {
    for (const text of [
      '[1,2]',
      '{"type":"Point","coordinates":[1,2]}',
      '{"a":{"features":[1]}}',
      '"features"',
    ])
      expect(splitFeatures(text)).toBeUndefined();
  });
});

describe('a long text of a layer', () => {
  const note = 'x'.repeat(2_000);
  const feature = (index: number) => ({
    type: 'Feature',
    properties: { name: `Port ${index}`, note },
    geometry: { type: 'Point', coordinates: [index / 100, 1] },
  });
  const texts = Array.from({ length: 12_000 }, (_, index) => JSON.stringify(feature(index)));

  function read(text: string) {
    const log = new ImportLog('layer');
    const shapes = readGeoJson(text, 'ports.geojson', log);
    return {
      shapes: shapes.ok ? [...shapes.value] : [],
      notes: log.layerNotes(),
      failure: shapes.ok ? null : shapes,
    };
  }

  it('has all features, and a broken one is left out by its number', () => {
    const { shapes, notes } = read(
      `{"type":"FeatureCollection","features":[${[...texts.slice(0, -1), '{"type":"Feature",}'].join(',')}]}`,
    );
    expect(shapes).toHaveLength(11_999);
    expect(shapes.at(-1)).toMatchObject({
      point: [119.98, 1],
      feature: { attributes: { name: 'Port 11998' } },
    });
    expect(notes).toEqual([expect.stringContaining('Feature 12000')]);
  });

  it('has the features before its end where it is cut off', () => {
    const { shapes, notes } = read(`{"type":"FeatureCollection","features":[${texts.join(',')}`);
    expect(shapes).toHaveLength(12_000);
    expect(notes).toEqual([expect.stringContaining('The text is not valid JSON')]);
  });
});
