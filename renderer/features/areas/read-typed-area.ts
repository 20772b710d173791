import type { AreaShape } from '../../../shared/areas/area.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { normalizeLongitude, unwrapLongitudes } from '../../../shared/geo/longitude.ts';
import { parseCoordinates } from '../../../shared/geo/read-position.ts';
import { type Result, succeed } from '../../../shared/result.ts';
import { normalizeShape } from '../../map/drawing/normalize-shape.ts';
import { shapeProblem } from '../../map/drawing/shape-problem.ts';
import { texts } from './texts.ts';

export const typedAreaKinds = ['circle', 'rectangle', 'polygon'] as const;
export type TypedAreaKind = (typeof typedAreaKinds)[number];

/** The texts of the form's fields. */
export type TypedArea = {
  readonly kind: TypedAreaKind;
  /** Center of the circle, in any notation. */
  readonly center: string;
  readonly radiusKilometres: string;
  /** Corners of the rectangle or polygon, one per line. */
  readonly corners: string;
};

/** Parses the form into a valid area shape; `invalid-input` has a problem for each invalid field. */
export function readTypedArea(form: TypedArea): Result<AreaShape> {
  const parsed = form.kind === 'circle' ? readCircle(form) : readCorners(form.kind, form.corners);
  if (parsed.ok) return succeed(parsed.shape);
  const problems = fieldNames.flatMap((field) => {
    const message = parsed.errors[field];
    return message === undefined ? [] : [{ field, value: form[field], message }];
  });
  return {
    ok: false,
    failure: { code: 'invalid-input', message: problems[0]?.message ?? texts.typed.invalid, problems },
  };
}

const fieldNames = ['center', 'radiusKilometres', 'corners'] as const;

type TypedAreaResult =
  | { readonly ok: true; readonly shape: AreaShape }
  | { readonly ok: false; readonly errors: Partial<Record<(typeof fieldNames)[number], string>> };

/** The texts of the form for an existing shape. */
export function toTypedArea(shape: AreaShape): TypedArea {
  if (shape.kind === 'circle') {
    return {
      kind: 'circle',
      center: formatForTyping(shape.center),
      radiusKilometres: String(Math.round(shape.radiusMetres) / 1000),
      corners: '',
    };
  }
  const [outline = []] = shape.polygon.coordinates;
  const corners = outline.slice(0, -1).map((position) => formatForTyping(position));
  return { kind: 'polygon', center: '', radiusKilometres: '', corners: corners.join('\n') };
}

/** A position with seven decimals (1 cm), so that corners that are not retyped stay where they are. */
function formatForTyping([longitude, latitude]: readonly [number, number]): string {
  const east = normalizeLongitude(longitude);
  const angle = (degrees: number) => String(Number(Math.abs(degrees).toFixed(7)));
  return `${angle(latitude)} ${latitude < 0 ? 'S' : 'N'} ${angle(east)} ${east < 0 ? 'W' : 'E'}`;
}

function readCircle({ center, radiusKilometres }: TypedArea): TypedAreaResult {
  const parsed = parseCoordinates(center);
  const radiusMetres = Number(radiusKilometres.trim().replace(',', '.')) * 1000;
  const errors = {
    ...(parsed.ok ? {} : { center: parsed.failure.message }),
    ...(radiusMetres > 0 && Number.isFinite(radiusMetres) ? {} : { radiusKilometres: texts.typed.radius }),
  };
  if (!parsed.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  const shape: AreaShape = { kind: 'circle', center: [...parsed.value.position], radiusMetres };
  const problem = shapeProblem(shape);
  return problem ? { ok: false, errors: { radiusKilometres: problem } } : { ok: true, shape };
}

function readCorners(kind: 'rectangle' | 'polygon', text: string): TypedAreaResult {
  const positions: LonLat[] = [];
  const problems: string[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const parsed = parseCoordinates(line);
    if (parsed.ok) positions.push(parsed.value.position);
    else problems.push(texts.typed.line(index + 1, parsed.failure.message));
  });
  if (problems.length > 0) return { ok: false, errors: { corners: problems.join('\n') } };
  const corners = kind === 'polygon' ? withoutClosing(positions) : positions;
  if (kind === 'rectangle' && corners.length !== 2) {
    return {
      ok: false,
      errors: { corners: texts.typed.twoCorners(corners.length) },
    };
  }
  if (kind === 'polygon' && corners.length < 3) {
    return {
      ok: false,
      errors: { corners: texts.typed.threeCorners(corners.length) },
    };
  }
  const shape = normalizeShape(toPolygon(kind, unwrapCorners(corners)));
  const problem = shapeProblem(shape);
  return problem ? { ok: false, errors: { corners: problem } } : { ok: true, shape };
}

/** Corners with unwrapped longitudes: an edge that crosses ±180° continues beyond it, the shorter way. */
function unwrapCorners(corners: readonly LonLat[]): [number, number][] {
  const longitudes = unwrapLongitudes(corners.map(([longitude, latitude]) => [longitude, latitude]));
  return corners.map(([, latitude], index) => [longitudes[index] ?? Number.NaN, latitude]);
}

/** A polygon may be typed with its first corner repeated at the end. */
function withoutClosing(corners: readonly LonLat[]): readonly LonLat[] {
  const [first] = corners;
  const last = corners.at(-1);
  const isClosed = corners.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return isClosed ? corners.slice(0, -1) : corners;
}

function toPolygon(kind: 'rectangle' | 'polygon', corners: readonly [number, number][]): AreaShape {
  const outline = kind === 'polygon' ? [...corners] : rectangle(corners);
  const [first] = outline;
  return {
    kind: 'polygon',
    polygon: { type: 'Polygon', coordinates: [first ? [...outline, first] : outline] },
  };
}

function rectangle([first, second]: readonly [number, number][]): [number, number][] {
  if (!first || !second) return [];
  const [[west, south], [east, north]] = [first, second];
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
}
