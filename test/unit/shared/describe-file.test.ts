import { readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { ComparisonBudget } from '../../../shared/areas/import/comparison-budget.ts';
import { ImportLog } from '../../../shared/areas/import/import-log.ts';
import { readShapes } from '../../../shared/areas/import/read-shapes.ts';
import { describeFile } from '../../../shared/describe-file.ts';

const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const empty = new Uint8Array(0);

test.each<[string, Uint8Array, string | undefined]>([
  ['a page', latin1('<!DOCTYPE html>\n<html>'), 'web page'],
  ['a page behind a mark and a comment', latin1('\xEF\xBB\xBF<!-- x -->\n<html lang="en">'), 'web page'],
  ['XHTML', latin1('<?xml version="1.0"?><html>'), 'web page'],
  ['XML', latin1('<?xml version="1.0"?><kml>'), 'XML'],
  ['.xlsx', zipSync({ '[Content_Types].xml': empty, 'xl/workbook.xml': empty }), 'Excel workbook (.xlsx)'],
  ['.docx', zipSync({ '[Content_Types].xml': empty, 'word/document.xml': empty }), 'Office document'],
  ['.zip', zipSync({ 'a.csv': empty }), undefined],
  ['.xls', latin1('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'), 'Excel workbook (.xls)'],
  ['PDF', latin1('%PDF-1.7'), 'PDF'],
  ['gzip', latin1('\x1F\x8B\x08'), 'gzip'],
  ['7-Zip', latin1('7z\xBC\xAF\x27\x1C'), '7-Zip'],
  ['RAR', latin1('Rar!\x1A\x07'), 'RAR'],
  ['SQLite', latin1('SQLite format 3\0'), 'SQLite'],
  ['Parquet', latin1('PAR1\x15'), 'Parquet'],
  ['NetCDF', latin1('CDF\x02'), 'NetCDF'],
  ['HDF5', latin1('\x89HDF\r\n\x1A\n'), 'HDF5'],
  ['PNG', latin1('\x89PNG\r\n'), 'PNG'],
  ['JSON', latin1('{"type": "x"}'), 'JSON'],
  ['a list', latin1('[{"mmsi": 1}]'), 'JSON'],
  ['NMEA', latin1('!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24\n'), 'NMEA'],
  [
    'NMEA with tags',
    latin1('\\s:x,c:1609841515*00\\!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24\n'),
    'NMEA',
  ],
  ['a table', latin1('mmsi,lat,lon\n1,2,3'), undefined],
  ['a table of one letter', latin1('a\n1'), undefined],
  ['nothing', empty, undefined],
  ['a program', readFileSync(process.execPath).subarray(0, 1000), undefined],
])('%s', (_name, bytes, expected) => {
  if (expected === undefined) expect(describeFile(bytes)).toBeUndefined();
  else expect(describeFile(bytes)).toContain(expected);
});

const named = (message: string) => `This is an error that a service returned (“${message}”), not data.`;

test.each([
  [
    'an error of ArcGIS',
    'a.geojson',
    '{"error":{"code":499,"message":"Token Required"}}',
    named('Token Required'),
  ],
  ['an error as a text', 'a.json', '{"error":"invalid_token"}', named('invalid_token')],
  [
    'problem details',
    'a.json',
    '{"title":"Not Found","status":404,"detail":"no collection"}',
    named('no collection'),
  ],
  [
    'an error of OGC API',
    'a.json',
    '{"code":"NotFound","description":"no such item"}',
    named('no such item'),
  ],
  [
    'exceptions of GeoServer',
    'a.json',
    '{"version":"2","exceptions":[{"code":"x","text":"no type"}]}',
    named('no type'),
  ],
  [
    'an error of WMS',
    'a.kml',
    '<ServiceExceptionReport><ServiceException code="x"> no such layer </ServiceException></ServiceExceptionReport>',
    named('no such layer'),
  ],
  [
    'an error of WFS',
    'a.gml',
    '<ows:ExceptionReport xmlns:ows="u"><ows:Exception><ows:ExceptionText>no type</ows:ExceptionText></ows:Exception></ows:ExceptionReport>',
    named('no type'),
  ],
  [
    'an error of a store',
    'a.geojson',
    '<Error><Code>A</Code><Message>Access Denied</Message></Error>',
    named('Access Denied'),
  ],
  ['a Parquet file', 'a.geojson', 'PAR1\x15\0\0', 'This is a Parquet file.'],
  ['a tile of other JSON', 'a.json', '{"a":1}', 'The “type” is missing, not a type of GeoJSON'],
])('%s in place of shapes is named', (_what, name, text, sentence) => {
  const read = readShapes({ name, bytes: latin1(text) }, new ImportLog('layer'), new ComparisonBudget(1));
  expect(read.ok ? '' : read.refusal.message).toContain(sentence);
});
