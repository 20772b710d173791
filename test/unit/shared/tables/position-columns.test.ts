import { describe, expect, test } from 'vitest';
import { parseCsv } from '../../../../shared/parse-csv.ts';
import { findPositionColumns, readRowPosition } from '../../../../shared/tables/position-columns.ts';

/** The first position of a table; `unclear` or undefined where its columns are. */
function firstPosition(text: string) {
  const [heading = [], ...rows] = parseCsv(text).rows;
  const columns = findPositionColumns(heading, rows);
  if (!columns || columns.kind === 'unclear') return columns?.kind;
  return readRowPosition(rows[0] ?? [], columns);
}

describe('two columns of positions are found by names as people have them', () => {
  test.each([
    ['lat,lon'],
    ['LATITUDE,LONGITUDE'],
    ['decimalLatitude,decimalLongitude'],
    ['Latitude (deg),Longitude (deg)'],
    ['lat_dd,lon_dd'],
    ['Lat,Long'],
    ['lat,lng'],
    ['y,x'],
    ['Y,X'],
    ['POINT_Y,POINT_X'],
    ['Latitude (N/S),Longitude (E/W)'],
    ['GPSLatitude,GPSLongitude'],
    ['vessel.position.lat,vessel.position.lon'],
    ['position_latitude,position_longitude'],
    ['Latitude [degrees_north],Longitude [degrees_east]'],
    ['Latitud,Longitud'],
    ['Breitengrad,Längengrad'],
    ['纬度,经度'],
    ['緯度,経度'],
    ['위도,경도'],
    ['широта,долгота'],
    ['\uFEFFlat,lon'],
  ])('%s', (names) => {
    expect(firstPosition(`${names},name\n35,129,a`)).toEqual([129, 35]);
    expect(firstPosition(`name,${names.split(',').toReversed().join(',')}\na,129,35`)).toEqual([129, 35]);
  });

  test.each([
    ['name,start_lat,end_lat,start_lon,end_lon', 'a,35,36,129,130'],
    ['long name,long,lat', 'a,129,35'],
    ['lat_err,lat,lon_err,lon', '0.1,35,0.2,129'],
    ['lat_deg,lat_min,lon_deg,lon_min,lat_decimal,lon_decimal', '35,0,129,0,35,129'],
  ])('%s: those that belong together', (heading, row) => {
    expect(firstPosition(`${heading}\n${row}`)).toEqual([129, 35]);
  });

  test.each([
    'lat_deg,lat_min,lon_deg,lon_min',
    'flat,along',
    'latency,longest',
    'lat,name',
    'long,latest',
    'Latitude_N,Longitude_W',
    'lat_south,lon',
  ])('%s: none', (heading) => {
    expect(firstPosition(`${heading}\n35,30,129,30`)).toBeUndefined();
  });
});

describe('letters of coordinates', () => {
  test.each([
    ['LATITUDE,N/S,LONGITUDE,E/W', '12.5,S,77.25,W', [-77.25, -12.5]],
    ['n_s,lat,e_w,lon', 'N,12.5,W,77.25', [-77.25, 12.5]],
    ['lat,hem,lon', '12.5,s,77.25', [77.25, -12.5]],
    ['lat,lat_dir,lon,lon_dir', '-12.5,South,77.25,East', [77.25, -12.5]],
    ['lat,ns,lon,ew', '-12.5,N,77.25,E', [77.25, Number.NaN]],
    ['lat,ns,lon,ew', '12 30.0,S,077 15.0,W', [-77.25, -12.5]],
    ['lat,ns,lon,ew', '3530.5,N,12915.0,E', [129.25, 35.508333333333333]],
    ['lat,lon', '12.5 S,77.25 W', [-77.25, -12.5]],
    ['lat,lon', '12.5S,W77.25', [-77.25, -12.5]],
    ['lat,lon', '12°30′00″S,77°15′00″W', [-77.25, -12.5]],
    ['lat,lon', '"12,5","77,25"', [77.25, 12.5]],
    ['lat,lon', 'here,77.25', [77.25, Number.NaN]],
    ['lat,lon', ',', null],
    // A direction is no letter of a latitude.
    ['lat,lon,wind', '12.5,77.25,N', [77.25, 12.5]],
  ])('%s of %s', (heading, row, expected) => {
    expect(firstPosition(`${heading}\n${row}`)).toEqual(expected);
  });
});

describe('both numbers in one column', () => {
  test.each([
    ['lat_long', '"44.567,-1.234"', [-1.234, 44.567]],
    ['location', '"[129, 35]"', [129, 35]],
    ['coordinates', '35.1 129.2', [129.2, 35.1]],
    ['pos', '"(35.1, 129.2)"', [129.2, 35.1]],
    ['lon_lat', '"12.2, 35.1"', [12.2, 35.1]],
    ['xy', '12.2;35.1', [12.2, 35.1]],
    ['LatLng', '"12.2, 35.1"', [35.1, 12.2]],
    ['position', "35°30'N 129°15'E", [129.25, 35.5]],
    ['position', '129.25E 35.5N', [129.25, 35.5]],
    ['position', '"35.1°, 129.2°"', [129.2, 35.1]],
    ['Position (Lat Lon)', '"12.1, 35.2"', [35.2, 12.1]],
    ['gps', '"35,5 129,25"', [129.25, 35.5]],
    // The values permit one order only.
    ['lat_long', '"129.1,35.1"', [129.1, 35.1]],
    ['somewhere', '"35.1234,129.1234"', [129.1234, 35.1234]],
    ['location', '"35.1, 12.2"', 'unclear'],
    ['size', '"35, 129"', undefined],
    ['location', 'Busan', undefined],
    ['location', '"350, 400"', undefined],
  ])('%s: %s', (name, cell, expected) => {
    expect(firstPosition(`id,${name}\n7,${cell}`)).toEqual(expected);
  });

  test('the row that permits one order only may be any', () => {
    const rows = Array.from({ length: 50 }, (_, index) => `"35.${index}, ${index === 49 ? 129 : 12}"`);
    expect(firstPosition(`location\n${rows.join('\n')}`)).toEqual([12, 35]);
    expect(firstPosition(`location\n${rows.join('\n')}\n"129, 35"`)).toBe('unclear');
  });
});
