import type { Position } from 'geojson';
import { splitAtAntimeridian } from '../../geo/antimeridian.ts';
import { formatDecimalDegrees } from '../../geo/coordinates.ts';
import type { PolygonGeometry } from '../../geo/geometry.ts';
import { signedRingArea } from '../../geo/rings.ts';
import { type SelfCrossing, searchSelfCrossings } from '../../geo/self-crossing.ts';
import type { ComparisonBudget } from './comparison-budget.ts';
import { nestRings } from './group-rings.ts';
import type { ImportLog } from './import-log.ts';
import { accept, type Outcome, refuse } from './outcome.ts';
import { type PreparedRing, prepareRing } from './prepare-ring.ts';
import type { SourcePolygon } from './source-shape.ts';

/**
 * Applies every rule to a polygon of a file. Returns the resulting polygons, several when it crosses the
 * antimeridian; corrections are noted in the log.
 */
export function preparePolygon(
  drawn: SourcePolygon,
  log: ImportLog,
  effort: ComparisonBudget,
): Outcome<PolygonGeometry[]> {
  const { place } = drawn;
  if (drawn.rings.length === 0) return refuse('too-few-positions', place, 'The polygon has no outline.');
  const rings: PreparedRing[] = [];
  for (const [index, ring] of drawn.rings.entries()) {
    const prepared = prepareRing(ring, drawn.projector, `${place}, ring ${index + 1}`);
    if (!prepared.ok) return prepared;
    rings.push(prepared.value);
  }
  const coordinates = besideOutline(rings.map(({ positions }) => positions));
  const shape = checkShape(coordinates, rings, place, effort);
  if (!shape.ok) return shape;
  const pieces = splitAtAntimeridian({ type: 'Polygon', coordinates });
  const split = checkPieces(pieces, coordinates, place, effort);
  if (!split.ok) return split;
  logFixes(drawn, rings, coordinates, pieces, log);
  return accept(pieces);
}

/** Shifts holes by full turns to the outline. */
function besideOutline(rings: readonly Position[][]): Position[][] {
  const middle = middleLongitude(rings[0] ?? []);
  return rings.map((ring) => {
    const turns = Math.round((middle - middleLongitude(ring)) / 360);
    return turns === 0 ? ring : ring.map(([x = Number.NaN, y = Number.NaN]) => [x + 360 * turns, y]);
  });
}

function middleLongitude(ring: readonly Position[]): number {
  let west = Number.POSITIVE_INFINITY;
  let east = Number.NEGATIVE_INFINITY;
  for (const [longitude = Number.NaN] of ring) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  return (west + east) / 2;
}

function checkShape(
  coordinates: Position[][],
  rings: readonly PreparedRing[],
  place: string,
  effort: ComparisonBudget,
): Outcome<undefined> {
  const search = searchSelfCrossings({ type: 'Polygon', coordinates }, 1, effort.remaining);
  if (!search.isComplete) return refuseComplex(place);
  effort.spend(search.comparisons);
  const [crossing] = search.crossings;
  if (crossing) return refuseCrossing(crossing, rings, place);
  if (coordinates.length === 1) return accept(undefined);
  const parents = nestRings(coordinates, effort);
  if (!parents) return refuseComplex(place);
  for (let index = 1; index < coordinates.length; index += 1) {
    const at = `${place}, ring ${index + 1}`;
    if (parents[index] === undefined)
      return refuse('hole-outside', at, 'The hole is not inside the outline.');
    if (parents[index] !== 0)
      return refuse('hole-in-hole', at, 'The hole lies within another hole. Make it a polygon of its own.');
  }
  return parents[0] === undefined
    ? accept(undefined)
    : refuse('hole-outside', place, 'The outline lies within its hole.');
}

function refuseComplex(place: string) {
  return refuse(
    'too-complex',
    place,
    'Its edges lie so close beside one another that checking them for crossings would take too long. Simplify it, or split the file.',
  );
}

function refuseCrossing({ at, edges }: SelfCrossing, rings: readonly PreparedRing[], place: string) {
  const [one, other] = edges.map(({ ring, index }) => {
    const prepared = rings[ring];
    const [from = 0, to = 0] = [prepared?.sources[index], prepared?.sources[index + 1]];
    return `ring ${ring + 1} between positions ${from + 1} and ${to + 1}`;
  });
  return refuse(
    'self-crossing',
    place,
    `The polygon crosses or touches itself at ${formatDecimalDegrees(at)}: ${one}, and ${other}. Move or remove a corner there.`,
  );
}

/**
 * Checks the pieces of a split: where a hole touches the outline and the antimeridian cuts both, they become one ring
 * that touches itself.
 */
function checkPieces(
  pieces: readonly PolygonGeometry[],
  coordinates: readonly Position[][],
  place: string,
  effort: ComparisonBudget,
): Outcome<undefined> {
  if (pieces.length === 0) return refuse('zero-area', place, 'The polygon encloses nothing.');
  if (pieces.length === 1 || coordinates.length === 1) return accept(undefined);
  for (const piece of pieces) {
    const search = searchSelfCrossings(piece, 1, effort.remaining);
    if (!search.isComplete) return refuseComplex(place);
    effort.spend(search.comparisons);
    if (search.crossings.length > 0) {
      return refuse(
        'self-crossing',
        place,
        'Split at the antimeridian, the polygon would touch itself. Move its hole off its outline.',
      );
    }
  }
  return accept(undefined);
}

function logFixes(
  drawn: SourcePolygon,
  rings: readonly PreparedRing[],
  coordinates: readonly Position[][],
  pieces: readonly PolygonGeometry[],
  log: ImportLog,
): void {
  const { place } = drawn;
  if (drawn.hasZ) log.fix('z-dropped', place);
  if (drawn.hasM) log.fix('m-dropped', place);
  for (const [index, { fixes }] of rings.entries()) {
    for (const fix of fixes) if (fix !== 'longitude-wrapped') log.fix(fix, `${place}, ring ${index + 1}`);
    const isAnticlockwise = signedRingArea(coordinates[index] ?? []) > 0;
    const shouldBe = (drawn.winding === 'anticlockwise') === (index === 0);
    if (drawn.winding !== 'any' && isAnticlockwise !== shouldBe)
      log.fix('ring-reoriented', `${place}, ring ${index + 1}`);
  }
  // A step across the antimeridian that splits nothing ends on it: 180 was written as −180, or vice versa.
  const isTouching = pieces.length === 1 && rings.some(({ stepsOver }) => stepsOver);
  if (isTouching || rings.some(({ fixes }) => fixes.has('longitude-wrapped')))
    log.fix('longitude-wrapped', place);
  if (pieces.length > 1) log.fix('antimeridian-split', place);
}
