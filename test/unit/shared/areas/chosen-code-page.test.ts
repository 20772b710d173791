import { spawnSync } from 'node:child_process';
import { zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { isCodePageUncertain } from '../../../../shared/areas/import/import-result.ts';
import { codePages, decoderOf } from '../../../../shared/areas/import/name-encoding.ts';
import { importAreas } from '../../../../shared/areas/import-areas.ts';
import { dbfFile, shpFile } from '../../../builders/area-samples/shapefile-writer.ts';
import { positions } from '../../../builders/positions.ts';

/** The bytes of a text as iconv (of the C library) encodes it. */
function encode(text: string, codePage: string): Uint8Array {
  const { stdout, status } = spawnSync('iconv', ['-f', 'UTF-8', '-t', codePage], { input: text });
  if (status !== 0) throw new Error(`iconv has no ${codePage} for ${text}`);
  return new Uint8Array(stdout);
}

const ring = '10 50, 10 51, 11 51, 11 50, 10 50';
const files = {
  csv: (text: string) => ({ name: 'a.csv', text: `name,wkt\n${text},"POLYGON((${ring}))"\n` }),
  kml: (text: string) => ({
    name: 'a.kml',
    text: `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>${text}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring
      .replaceAll(', ', ';')
      .replaceAll(' ', ',')
      .replaceAll(';', ' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`,
  }),
  geojson: (text: string) => ({
    name: 'a.geojson',
    text: `{"type":"Feature","properties":{"name":"${text}"},"geometry":{"type":"Polygon","coordinates":[[[10,50],[11,50],[11,51],[10,50]]]}}`,
  }),
};

function buildFile(kind: keyof typeof files | 'kmz' | 'shapefile', text: string, codePage: string) {
  if (kind === 'shapefile') {
    const shp = shpFile([[positions('10 50, 10 51, 11 51, 10 50')]]);
    const dbf = dbfFile('NAME', [encode(text, codePage)]);
    return { name: 'a.zip', bytes: zipSync({ 'a.shp': shp, 'a.dbf': dbf }) };
  }
  const { name, text: whole } = files[kind === 'kmz' ? 'kml' : kind](text);
  const bytes = encode(whole, codePage);
  return kind === 'kmz' ? { name: 'a.kmz', bytes: zipSync({ 'doc.kml': bytes }) } : { name, bytes };
}

const kinds = ['csv', 'kml', 'geojson', 'kmz', 'shapefile'] as const;
const texts = [
  ['Windows-1250', 'CP1250', 'Świnoujście'],
  ['Windows-1251', 'CP1251', 'Одеса'],
  ['Windows-1253', 'CP1253', 'Πειραιάς'],
  ['Shift_JIS', 'SHIFT_JIS', '横浜港'],
  ['GB18030', 'GB18030', '青岛'],
  ['EUC-KR', 'EUC-KR', '부산'],
  ['CP852', 'CP852', 'Gdańsk'],
  ['ISO-8859-2', 'ISO-8859-2', 'Łódź'],
] as const;

describe.each(kinds)('the code page of a %s', (kind) => {
  test.each(texts)('%s is uncertain, and right once it is chosen', (chosen, iconvName, text) => {
    const file = buildFile(kind, text, iconvName);
    const guessed = importAreas(file);
    expect(isCodePageUncertain(guessed)).toBe(true);
    const read = importAreas({ ...file, codePage: chosen });
    expect(read.areas.map(({ name }) => name)).toEqual([text]);
    expect(isCodePageUncertain(read)).toBe(false);
  });

  it('is certain in UTF-8, and not offered', () => {
    expect(isCodePageUncertain(importAreas(buildFile(kind, 'Одеса', 'UTF-8')))).toBe(false);
  });

  it('that does not fit is named, and another one can be chosen', () => {
    const file = buildFile(kind, 'Одеса', 'CP1251');
    const read = importAreas({ ...file, codePage: 'UTF-8' });
    expect(isCodePageUncertain(read)).toBe(true);
    expect(
      [...read.notes, ...(read.error ? [read.error] : [])].map(({ message }) => message).join(),
    ).toContain('“UTF-8”');
  });
});

it('a KML whose declaration names an encoding that it is not in can be read in another one', () => {
  const { bytes } = buildFile('kml', 'Одеса', 'CP1251');
  const declared = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="x-klingon"?>'), bytes]);
  const file = { name: 'a.kml', bytes: new Uint8Array(declared) };
  expect(importAreas(file)).toMatchObject({ verdict: 'reject', error: { code: 'bad-text' } });
  expect(isCodePageUncertain(importAreas(file))).toBe(true);
  expect(importAreas({ ...file, codePage: 'Windows-1251' }).areas[0]?.name).toBe('Одеса');
});

it('every code page that is offered can be read, and is offered once', () => {
  expect(codePages.filter(([name]) => decoderOf(name) === undefined)).toEqual([]);
  expect(new Set(codePages.map(([name]) => name)).size).toBe(codePages.length);
});
