import { expect, test } from 'vitest';
import { isShareableAddress } from '../../../../../../../electron/core/exchange/formats/qgis/project-content.ts';

test.each([
  'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  'http://{a-c}.tiles.example:8080/world/{z}/{x}/{-y}.jpg',
  'https://gibs.earthdata.nasa.gov/wmts/epsg3857/best/BlueMarble/default/GoogleMapsCompatible_Level8/{z}/{y}/{x}.jpeg',
  'https://services.arcgisonline.com/ArcGIS/rest/services/World_Topographic_Map/MapServer/tile/{z}/{y}/{x}',
])('%s is written into projects', (address) => {
  expect(isShareableAddress(address)).toBe(true);
});

test.each([
  'https://tiles.example/{z}/{x}/{y}.png?key=abc',
  'https://tiles.example/{z}/{x}/{y}.png?v=2',
  'https://analyst:secret@tiles.example/{z}/{x}/{y}.png',
  'https://tiles.example/9f86d081884c7d659a2feaa0c55ad015/{z}/{x}/{y}.png',
  'https://tiles.example/0f8fad5b-d9cb-469f-a165-70867728950e/{z}/{x}/{y}.png',
  'https://a1b2c3d4e5f6a7b8c9.tiles.example/{z}/{x}/{y}.png',
  'https://tiles.example/kqjzwvxhgfdsapoiuytr/{z}/{x}/{y}.png',
  'https://tiles.example/QWMZTRPLKJHGFDSAXCVB/{z}/{x}/{y}.png',
  'https://tiles.example/aKqWzXvHgFdSaPoIuYtR/{z}/{x}/{y}.png',
  'https://tiles.example/token-kqjzwvxhgfdsapoiuytr_v/{z}/{x}/{y}.png',
  'no address',
])('%s may contain a secret', (address) => {
  expect(isShareableAddress(address)).toBe(false);
});
