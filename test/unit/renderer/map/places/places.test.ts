import { readFileSync } from 'node:fs';
import type { MultiLineString, Position } from 'geojson';
import { mesh } from 'topojson-client';
import { describe, expect, test } from 'vitest';
import type { WorldTopology } from '../../../../../renderer/map/basemap/basemap-shapes.ts';
import { countryNames } from '../../../../../renderer/map/places/country-names.ts';
import { seas } from '../../../../../renderer/map/places/named-places.ts';
import { ports } from '../../../../../shared/places/ports.ts';

function topologyOf(detail: '10m' | '50m'): WorldTopology {
  const url = new URL(`../../../../../node_modules/world-atlas/countries-${detail}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as WorldTopology;
}

const coast: MultiLineString = (() => {
  const topology = topologyOf('10m');
  return mesh(topology, topology.objects.land);
})();
/** Corners of the coast by whole degrees of latitude. */
const cornersByLatitude = Map.groupBy(coast.coordinates.flat(), ([, latitude = 0]) => Math.floor(latitude));

/** Kilometres to the nearest corner of a coast, on a plane; good for short distances. */
function kilometresToCoast(longitude: number, latitude: number): number {
  const row = Math.floor(latitude);
  let least = Number.POSITIVE_INFINITY;
  for (const [x = 0, y = 0] of [row - 1, row, row + 1].flatMap((near) => cornersByLatitude.get(near) ?? [])) {
    const east = (((x - longitude + 540) % 360) - 180) * Math.cos((latitude * Math.PI) / 180);
    least = Math.min(least, Math.hypot(east, y - latitude) * 111.3);
  }
  return least;
}

/** Up rivers and canals, or on coasts that the data has more simply. */
const inland = new Set([
  'Izmail',
  'Kaliningrad',
  'Montréal',
  'New Orleans',
  'Savannah',
  'Amsterdam',
  'Yangshan',
  'Philadelphia',
  'Georgetown',
  'Jacksonville',
]);

describe('names of places', () => {
  test('ports are at coasts, once each', () => {
    const far = ports.filter(
      ([name, longitude, latitude]) => !inland.has(name) && kilometresToCoast(longitude, latitude) > 12,
    );
    expect(far).toEqual([]);
    expect(new Set(ports.map(([name]) => name)).size).toBe(ports.length);
    expect(ports.length).toBeGreaterThan(300);
  });

  test('seas have ranks that are shown, within the world', () => {
    for (const [, longitude, latitude, rank] of seas) {
      expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
      expect(Math.abs(latitude)).toBeLessThan(85);
      expect(rank).toBeGreaterThanOrEqual(1);
      expect(rank).toBeLessThanOrEqual(7);
    }
  });

  test('countries are named inside themselves', () => {
    const names = new Map(countryNames(topologyOf('50m')).map((country) => [country.name, country]));
    const expectIn = (name: string, [west, south, east, north]: Position) => {
      const { longitude = Number.NaN, latitude = Number.NaN } = names.get(name) ?? {};
      expect([name, longitude > (west ?? 0) && longitude < (east ?? 0)]).toEqual([name, true]);
      expect([name, latitude > (south ?? 0) && latitude < (north ?? 0)]).toEqual([name, true]);
    };
    expectIn('Japan', [135, 34, 141, 39]);
    expectIn('Ukraine', [27, 47, 36, 51]);
    expectIn('Russia', [60, 55, 120, 70]);
    expectIn('Fiji', [177, -19, 179.9, -16]);
    expectIn('Chile', [-75, -40, -68, -20]);
    expectIn('United States of America', [-110, 35, -90, 45]);
    expect(names.size).toBeGreaterThan(200);
  });
});
