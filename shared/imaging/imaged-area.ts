import { intersectSpans, type LongitudeSpan, totalWidth, unionSpans } from '../geo/longitude-spans.ts';
import { boundsIntersect, longitudeSpansAt, type Region } from '../geo/region.ts';
import { eachLatitudeStrip, type LatitudeStrip, latitudeStrips, stripArea } from '../geo/region-area.ts';

/** An area, prepared for computing which images show it and how much of it. */
export type MeasuredArea = {
  readonly region: Region;
  readonly squareMetres: number;
  /** Strips with the area's spans in each; null for an outline that is simple enough to be cut for each image. */
  readonly strips: readonly StripOfArea[] | null;
};

type StripOfArea = LatitudeStrip & { readonly spans: readonly LongitudeSpan[] };

/** Number of latitude strips over what an area and footprints share; more precise than 0.5 % is not needed. */
const stripCount = 120;
/** The spans of an outline with more corners are computed once, not for each image. */
const maxSimpleCorners = 500;

/** Measures an area. Its outline is that of `toRegion`, so that any ring is accepted. */
export function toMeasuredArea(region: Region): MeasuredArea {
  const strips = latitudeStrips(region).map((strip) => ({
    ...strip,
    spans: longitudeSpansAt(region, strip.latitude),
  }));
  const squareMetres = stripArea(strips, (_, index) => strips[index]?.spans ?? []);
  return { region, squareMetres, strips: countCorners(region) > maxSimpleCorners ? strips : null };
}

function countCorners({ polygons }: Region): number {
  return polygons.reduce(
    (sum, { outline, holes }) =>
      sum + [outline, ...holes].reduce((corners, { latitudes }) => corners + latitudes.length, 0),
    0,
  );
}

/** The share of an area that footprints cover together, 0…1, by area on WGS 84, accurate to about 0.5 %. */
export function shareImaged(area: MeasuredArea, footprints: readonly Region[]): number {
  if (area.squareMetres === 0) return 0;
  let covered = 0;
  for (const { squareMetresPerDegree, spans } of imagedStrips(area, footprints)) {
    covered += squareMetresPerDegree * totalWidth(spans);
  }
  return Math.min(1, covered / area.squareMetres);
}

/** Whether `shareImaged` is more than 0, at less cost. */
export function isImaged(area: MeasuredArea, footprints: readonly Region[]): boolean {
  if (area.squareMetres === 0) return false;
  for (const { spans } of imagedStrips(area, footprints)) if (totalWidth(spans) > 0) return true;
  return false;
}

/** Latitude strips over what the area and the footprints share, each with the covered longitude spans of the area. */
function* imagedStrips(area: MeasuredArea, footprints: readonly Region[]) {
  const { region } = area;
  const near = footprints.filter((footprint) => boundsIntersect(footprint, region));
  if (near.length === 0) return;
  const south = Math.max(
    region.south,
    near.reduce((low, footprint) => Math.min(low, footprint.south), 90),
  );
  const north = Math.min(
    region.north,
    near.reduce((high, footprint) => Math.max(high, footprint.north), -90),
  );
  const strips =
    area.strips?.filter(({ latitude }) => latitude >= south && latitude <= north) ??
    eachLatitudeStrip({ ...region, south, north }, near, stripCount);
  for (const strip of strips) {
    yield {
      squareMetresPerDegree: strip.squareMetresPerDegree,
      spans: intersectSpans(
        'spans' in strip ? (strip as StripOfArea).spans : longitudeSpansAt(region, strip.latitude),
        unionSpans(near.flatMap((footprint) => longitudeSpansAt(footprint, strip.latitude))),
      ),
    };
  }
}
