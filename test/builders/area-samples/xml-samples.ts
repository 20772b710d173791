import { rectangleRing as box, positions } from '../positions.ts';
import { type AreaSample, kmlRing, sample } from './sample.ts';

const harbour = box(124.1, 35.9, 124.3, 36.1);
const header = '<?xml version="1.0" encoding="UTF-8"?>\n';

function kml(...content: string[]): string {
  return `${header}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n${content.join('\n')}\n</Document></kml>`;
}

function boundary(kind: 'outer' | 'inner', ring: readonly (readonly number[])[]): string {
  return `<${kind}BoundaryIs><LinearRing><coordinates>${kmlRing(ring)}</coordinates></LinearRing></${kind}BoundaryIs>`;
}

function polygon(
  outline: readonly (readonly number[])[],
  ...holes: (readonly (readonly number[])[])[]
): string {
  return `<Polygon>${boundary('outer', outline)}${holes.map((hole) => boundary('inner', hole)).join('')}</Polygon>`;
}

function placemark(name: string, geometry: string): string {
  return `<Placemark><name>${name}</name>${geometry}</Placemark>`;
}

/** A KML with one polygon, as KMZ samples pack it. */
export const plainKml: string = kml(placemark('Harbour', polygon(harbour)));

const networkLink =
  '<NetworkLink><name>more</name><Link><href>https://example.com/more.kml</href></Link></NetworkLink>';

/** Samples of KML, good and bad. */
export const kmlSamples: readonly AreaSample[] = [
  sample('accept--kml-placemark.kml', plainKml),
  sample(
    'accept--kml-hole.kml',
    kml(placemark('Ring', polygon(box(0, 0, 9, 9), box(3, 3, 6, 6).toReversed()))),
  ),
  sample(
    'fix--kml-multigeometry.kml',
    kml(
      placemark(
        'Piers',
        `<MultiGeometry>${polygon(box(1, 1, 2, 2))}<MultiGeometry>${polygon(box(3, 1, 4, 2))}</MultiGeometry></MultiGeometry>`,
      ),
    ),
    ['multipolygon-split'],
    2,
  ),
  sample(
    'accept--kml-folders.kml',
    kml(
      '<Folder><name>F</name>',
      placemark('A &amp; B', polygon(harbour)),
      '<Folder>',
      placemark('<![CDATA[C <b>]]>', polygon(box(1, 1, 2, 2))),
      '</Folder></Folder>',
    ),
    [],
    2,
  ),
  sample(
    'accept--kml-prefixed.kml',
    plainKml
      .replaceAll(/<(\/?)(?=[a-z])/gi, '<$1k:')
      .replace('<?k:', '<?')
      .replace('xmlns=', 'xmlns:k='),
  ),
  sample(
    'accept--kml-doctype-in-cdata.kml',
    kml(
      '<description><![CDATA[<!DOCTYPE html><p>&nbsp;</p>]]></description>',
      placemark('Harbour', polygon(harbour)),
    ),
  ),
  sample(
    'fix--kml-point-and-overlay-beside.kml',
    kml(
      placemark('P', '<Point><coordinates>1,2</coordinates></Point>'),
      placemark('Harbour', polygon(harbour)),
      '<GroundOverlay><name>g</name></GroundOverlay>',
    ),
    ['not-a-polygon'],
  ),
  sample(
    'accept--kml-multigeometry-of-one.kml',
    kml(placemark('Pier', `<MultiGeometry>${polygon(harbour)}</MultiGeometry>`)),
  ),
  sample(
    'fix--kml-placemark-without-geometry.kml',
    kml(placemark('Nowhere', ''), placemark('Harbour', polygon(harbour))),
    ['empty-geometry'],
  ),
  sample('fix--kml-named-as-geojson.geojson', plainKml, ['other-format']),
  sample(
    'fix--kml-heights.kml',
    kml(placemark('Harbour', polygon(harbour.map((position) => [...position, 0])))),
    ['z-dropped'],
  ),
  sample('fix--kml-clockwise.kml', kml(placemark('Harbour', polygon(harbour.toReversed()))), [
    'ring-reoriented',
  ]),
  sample('fix--kml-unclosed.kml', kml(placemark('Harbour', polygon(harbour.slice(0, -1)))), ['ring-closed']),
  sample(
    'fix--kml-antimeridian.kml',
    kml(placemark('Date line', polygon(box(179, -18, -179, -16)))),
    ['antimeridian-split'],
    2,
  ),
  sample('fix--kml-network-link-beside.kml', kml(networkLink, placemark('Harbour', polygon(harbour))), [
    'network-link',
  ]),
  sample('fix--kml-space-after-comma.kml', plainKml.replaceAll(',', ', '), ['spaces-left']),
  sample('fix--kml-space-before-comma.kml', plainKml.replaceAll(',', '\n ,'), ['spaces-left']),
  sample('fix--kml-bom.kml', `\uFEFF${plainKml}`, ['bom-removed']),
  sample('reject--kml-network-link-only.kml', kml(networkLink), ['network-link']),
  sample(
    'reject--kml-doctype.kml',
    plainKml.replace(header, `${header}<!DOCTYPE kml SYSTEM "http://example.com/kml.dtd">`),
    ['xml-dtd'],
  ),
  sample(
    'reject--kml-external-entity.kml',
    plainKml
      .replace(header, `${header}<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]>`)
      .replace('Harbour', '&x;'),
    ['xml-dtd'],
  ),
  sample(
    'reject--kml-billion-laughs.kml',
    plainKml
      .replace(
        header,
        `${header}<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>`,
      )
      .replace('Harbour', '&c;'),
    ['xml-dtd'],
  ),
  sample('reject--kml-undeclared-entity.kml', plainKml.replace('Harbour', 'Harbour&nbsp;1'), ['xml-entity']),
  sample('reject--kml-not-well-formed.kml', plainKml.replace('</Document>', ''), ['bad-xml']),
  sample('reject--kml-cut-off.kml', plainKml.slice(0, -60), ['bad-xml']),
  sample('reject--kml-comma-between-positions.kml', plainKml.replaceAll(/(?<=\d) (?=\d)/g, ', '), [
    'bad-coordinate',
  ]),
  sample('reject--kml-nan.kml', plainKml.replace('124.3', 'NaN'), ['not-finite']),
  sample(
    'reject--kml-bow-tie.kml',
    kml(placemark('Bow-tie', polygon(positions('0 0, 2 2, 2 0, 0 2, 0 0')))),
    ['self-crossing'],
  ),
  sample(
    'reject--kml-points-only.kml',
    kml(placemark('P', '<Point><coordinates>1,2</coordinates></Point>')),
    ['not-a-polygon', 'no-polygon'],
  ),
  sample(
    'reject--xml-of-another-kind.kml',
    `${header}<gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml"/>`,
    ['unsupported-format'],
  ),
];

function gpx(...content: string[]): string {
  return `${header}<gpx version="1.1" creator="sample" xmlns="http://www.topografix.com/GPX/1/1">\n${content.join('\n')}\n</gpx>`;
}

function track(name: string, ...segments: (readonly (readonly number[])[])[]): string {
  const points = (segment: readonly (readonly number[])[]) =>
    segment
      .map(
        ([lon, lat, ele]) =>
          `<trkpt lat="${lat}" lon="${lon}">${ele === undefined ? '' : `<ele>${ele}</ele>`}</trkpt>`,
      )
      .join('\n');
  const parts = segments.map((segment) => `<trkseg>${points(segment)}</trkseg>`).join('');
  return `<trk><name>${name}</name>${parts}</trk>`;
}

/** Samples of GPX, good and bad. */
export const gpxSamples: readonly AreaSample[] = [
  sample('accept--gpx-closed-track.gpx', gpx(track('Perimeter', harbour))),
  sample('accept--gpx-clockwise-track.gpx', gpx(track('Perimeter', harbour.toReversed()))),
  sample('accept--gpx-two-segments.gpx', gpx(track('Two yards', harbour, box(1, 1, 2, 2))), [], 2),
  sample(
    'accept--gpx-closed-route.gpx',
    gpx(
      track('Route', harbour)
        .replaceAll('trkpt', 'rtept')
        .replaceAll(/<\/?trkseg>/g, '')
        .replaceAll('trk>', 'rte>'),
    ),
  ),
  sample(
    'fix--gpx-waypoints-and-open-track-beside.gpx',
    gpx('<wpt lat="1" lon="2"/>', track('Perimeter', harbour), track('Walk', harbour.slice(0, 3))),
    ['not-a-polygon', 'open-track'],
  ),
  sample('fix--gpx-named-as-kml.kml', gpx(track('Perimeter', harbour)), ['other-format']),
  sample(
    'fix--gpx-heights.gpx',
    gpx(
      track(
        'Perimeter',
        harbour.map((position) => [...position, 31.5]),
      ),
    ),
    ['z-dropped'],
  ),
  sample(
    'fix--gpx-ends-ten-metres-off.gpx',
    gpx(track('Perimeter', [...harbour.slice(0, -1), [124.1, 35.9001]])),
    ['ring-closed'],
  ),
  sample('reject--gpx-open-track.gpx', gpx(track('Walk', harbour.slice(0, -1))), [
    'open-track',
    'no-polygon',
  ]),
  sample('reject--gpx-waypoints-only.gpx', gpx('<wpt lat="1" lon="2"/>'), ['not-a-polygon', 'no-polygon']),
  sample('reject--gpx-latitude-missing.gpx', gpx(track('Perimeter', harbour).replace(' lat="35.9"', '')), [
    'bad-coordinate',
  ]),
  sample('reject--gpx-latitude-100.gpx', gpx(track('Perimeter', box(10, 80, 20, 100))), [
    'latitude-out-of-range',
  ]),
  sample(
    'reject--gpx-doctype.gpx',
    gpx(track('Perimeter', harbour)).replace(header, `${header}<!DOCTYPE gpx>`),
    ['xml-dtd'],
  ),
];
