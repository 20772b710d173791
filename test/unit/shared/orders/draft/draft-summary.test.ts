import { describe, expect, it, test } from 'vitest';
import { geodesicArea } from '../../../../../shared/geo/geodesic.ts';
import { summarizeDraft } from '../../../../../shared/orders/draft/draft-summary.ts';
import {
  blankChangeDetection,
  blankDraft,
  blankRecurring,
  type DraftArea,
} from '../../../../../shared/orders/draft/order-draft.ts';
import { mergeTimeSpans, totalDuration } from '../../../../../shared/time-spans.ts';
import { makeArea, makeDraft, rectangleShape } from '../../../../builders/order-draft-builder.ts';
import { rectangle } from '../../../../builders/positions.ts';

const polygon = (west: number, south: number, east: number, north: number): DraftArea => ({
  kind: 'polygon',
  name: '',
  polygon: rectangle(west, south, east, north),
  extras: [],
});

describe('summarizeDraft', () => {
  it('adds up areas of the workspace and areas written out', () => {
    const workspace = [makeArea('port', { kind: 'circle', center: [0, 0], radiusMetres: 1000 }, 3_141_000)];
    const summary = summarizeDraft(
      makeDraft({ areas: [{ kind: 'area', areaId: 'id of port' }, polygon(10, 0, 11, 1)] }),
      workspace,
    );
    const expected = 3_141_000 + geodesicArea(rectangle(10, 0, 11, 1));
    expect(summary).toMatchObject({ areas: 2, uncountedAreas: 0, notes: [] });
    expect(summary.squareMetres).toBeCloseTo(expected, 3);
    expect(summary.unionSquareMetres).toBe(summary.squareMetres);
  });

  test.each<[string, DraftArea[], number]>([
    ['one area twice', [polygon(10, 0, 11, 1), polygon(10, 0, 11, 1)], 1 / 2],
    ['half of an area', [polygon(10, 0, 12, 1), polygon(11, 0, 13, 1)], 3 / 4],
    ['an area within another', [polygon(10, 0, 12, 2), polygon(10.5, 0.5, 11.5, 1.5)], 4 / 5],
    ['over the antimeridian', [polygon(179, 0, 181, 1), polygon(-180, 0, -179, 1)], 2 / 3],
    ['three on one place', [polygon(1, 0, 2, 1), polygon(1, 0, 2, 1), polygon(1, 0, 2, 1)], 1 / 3],
  ])('counts %s once, and states it', (_, areas, part) => {
    const summary = summarizeDraft(makeDraft({ areas }), []);
    expect(summary.unionSquareMetres / summary.squareMetres).toBeCloseTo(part, 3);
    expect(summary.notes).toEqual([expect.stringMatching(/overlap/)]);
  });

  it('counts a circle in a square', () => {
    const circle: DraftArea = {
      kind: 'point',
      name: '',
      latitude: 0,
      longitude: 0,
      radiusKilometres: 10,
      extras: [],
    };
    const summary = summarizeDraft(makeDraft({ areas: [polygon(-1, -1, 1, 1), circle] }), []);
    expect(summary.unionSquareMetres / geodesicArea(rectangle(-1, -1, 1, 1))).toBeCloseTo(1, 4);
  });

  it('leaves out areas that cannot be ordered, with a note', () => {
    const summary = summarizeDraft(
      makeDraft({
        areas: [
          { kind: 'area', areaId: 'gone' },
          { kind: 'point', name: '', latitude: 95, longitude: 0, radiusKilometres: 1, extras: [] },
          polygon(10, 0, 11, 1),
        ],
        extras: [{ path: ['request', 'aois', 1], value: { type: 'corridor' } }],
      }),
      [],
    );
    expect(summary).toMatchObject({ areas: 1, uncountedAreas: 3 });
    expect(summary.notes).toEqual([expect.stringContaining('3')]);
  });

  it('counts ranges and runs as far as they are filled in', () => {
    const draft = makeDraft({
      analytics: ['ChangeDetection'],
      ranges: [
        { from: '2026-11-01 12:00', to: '2026-11-03 12:00', extras: [] },
        { from: '2026-11-03 18:00', to: '2026-11-04', extras: [] },
        { from: '2026-11-0', to: '', extras: [] },
      ],
      changeDetection: { ...blankChangeDetection, recurring: { ...blankRecurring, count: '3' } },
    });
    expect(summarizeDraft(draft, [])).toMatchObject({
      ranges: 2,
      duration: 54 * 3_600_000,
      runs: { runs: 3 },
    });
    expect(summarizeDraft(blankDraft, [])).toMatchObject({
      areas: 0,
      squareMetres: 0,
      ranges: 0,
      duration: 0,
      runs: null,
      notes: [],
    });
  });

  it('handles overlapping areas together with a small distant one', () => {
    const far = rectangleShape(50, 60, 50.001, 60.001);
    const summary = summarizeDraft(
      makeDraft({
        areas: [{ kind: 'area', areaId: 'id of far' }, polygon(0, -50, 1, -49), polygon(0, -50, 1, -49)],
      }),
      [makeArea('far', far, 1e10)],
    );
    expect(summary.unionSquareMetres).toBeCloseTo(1e10 + geodesicArea(rectangle(0, -50, 1, -49)), 0);
  });
});

describe('time spans', () => {
  it('merges what touches or overlaps and drops what is empty', () => {
    const merged = mergeTimeSpans([
      { from: 5, to: 7 },
      { from: 1, to: 3 },
      { from: 3, to: 4 },
      { from: 2, to: 2 },
      { from: 9, to: 8 },
      { from: 6, to: 6.5 },
    ]);
    expect(merged).toEqual([
      { from: 1, to: 4 },
      { from: 5, to: 7 },
    ]);
    expect(totalDuration(merged)).toBe(5);
  });
});
