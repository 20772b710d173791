import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../../../shared/json-value.ts';
import { inlineDraftAreas, linkDraftAreas } from '../../../../../shared/orders/draft/draft-areas.ts';
import { applyExtras } from '../../../../../shared/orders/draft/draft-extras.ts';
import { draftToRequest } from '../../../../../shared/orders/draft/draft-to-request.ts';
import {
  blankChangeDetection,
  blankRecurring,
  parseDraft,
  serializeDraft,
} from '../../../../../shared/orders/draft/order-draft.ts';
import {
  draftFromTemplate,
  parseTemplate,
  toTemplate,
} from '../../../../../shared/orders/draft/order-template.ts';
import { requestToDraft } from '../../../../../shared/orders/draft/request-to-draft.ts';
import { makeArea, makeDraft, rectangleShape } from '../../../../builders/order-draft-builder.ts';

const box = makeArea('box', rectangleShape(120, 34, 124, 36));
const pacific = makeArea('pacific', rectangleShape(170, 0, 190, 1));
const port = makeArea('port', { kind: 'circle', center: [122.1, 29.9], radiusMetres: 12_500 });
const areas = [box, pacific, port];
const chosen = makeDraft({ areas: areas.map(({ id }) => ({ kind: 'area', areaId: id })) });
const sent = (draft: typeof chosen, of = areas) => {
  const built = draftToRequest(draft, of);
  if (!built.ok) throw new Error(JSON.stringify(built.problems));
  return built.request;
};

describe('parseDraft', () => {
  it('reads what draftText wrote, with or without a byte order mark', () => {
    expect(parseDraft(serializeDraft(chosen))).toEqual({ ok: true, value: chosen });
    expect(parseDraft(`\uFEFF${serializeDraft(chosen)}`)).toEqual({ ok: true, value: chosen });
  });
  it('reads a draft that is not finished', () => {
    const draft = makeDraft({ contactEmail: 'nobody', ranges: [], areas: [] });
    expect(parseDraft(serializeDraft(draft))).toEqual({ ok: true, value: draft });
  });
  it('refuses anything that is not a draft, and names the field', () => {
    const spoiled = { ...chosen, ranges: [{ from: 5, to: '', extras: [] }] };
    expect(parseDraft(JSON.stringify(spoiled))).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input', problems: [{ field: 'ranges.0.from' }] },
    });
  });
  it('refuses members that it would drop', () => {
    const parsed = parseDraft(JSON.stringify({ ...chosen, priority: 1 }));
    expect(parsed.ok ? '' : parsed.failure.message).toContain('priority');
  });
  it('reports that a newer version needs a newer Sightline', () => {
    const parsed = parseDraft(JSON.stringify({ ...chosen, version: 2 }));
    expect(parsed.ok ? '' : parsed.failure.message).toMatch(/version 2.*newer/);
  });
  it.each(['', 'null', '[]', '7', '{', '"x"', '{"version":1}'])('never throws: %j', (text) => {
    expect(parseDraft(text).ok).toBe(false);
  });
  it('refuses nesting that would overflow the stack', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(parseDraft(deep).ok).toBe(false);
    expect(parseDraft(`{"version":1,"extras":[{"path":["a"],"value":${deep}}]}`).ok).toBe(false);
    expect(requestToDraft(`{"request":${deep}}`).ok).toBe(false);
    expect(parseJson(deep)).toMatchObject({ ok: false });
  });
  it('refuses a file that is too large before reading it', () => {
    expect(parseDraft(' '.repeat(20_000_001))).toMatchObject({ ok: false, failure: { code: 'too-large' } });
  });
});

describe('templates', () => {
  it('preserve everything but the times', () => {
    const draft = makeDraft({
      analytics: ['ChangeDetection'],
      changeDetection: {
        ...blankChangeDetection,
        types: ['OBJECT_LEVEL'],
        recurring: { ...blankRecurring, bounds: { from: '2026-11-01', to: '2026-12-01' }, cadence: 'weekly' },
      },
      extras: [
        { path: ['request', 'priority'], value: 1 },
        { path: ['request', 'schedule', 0], value: { type: 'instant', at: '2026-11-01' } },
        { path: ['request', 'changeDetAnalyticParams', 'recurringOrderParams', 'bounds'], value: '2026' },
        {
          path: ['request', 'changeDetAnalyticParams', 'recurringOrderParams', 'bounds', 'type'],
          value: 'range',
        },
      ],
    });
    const template = toTemplate(draft, 'Ports');
    expect(JSON.stringify(template)).not.toContain('2026');
    expect(parseTemplate(JSON.stringify(template))).toEqual({ ok: true, value: template });
    expect(draftFromTemplate(template)).toEqual({
      ...draft,
      ranges: [{ from: '', to: '', extras: [] }],
      changeDetection: {
        ...draft.changeDetection,
        recurring: { ...blankRecurring, cadence: 'weekly' },
      },
      extras: [draft.extras[0], draft.extras[3]],
    });
  });
  it('are not drafts, and drafts are not templates', () => {
    expect(parseDraft(JSON.stringify(toTemplate(chosen, 'Ports'))).ok).toBe(false);
    expect(parseTemplate(serializeDraft(chosen)).ok).toBe(false);
    expect(parseTemplate(JSON.stringify(toTemplate(chosen, ' '))).ok).toBe(false);
  });
});

describe('areas between workspaces', () => {
  it('gives the same request with inline areas, without the workspace', () => {
    const portable = inlineDraftAreas(chosen, areas);
    expect(portable.areas.map(({ kind }) => kind)).toEqual(['polygon', 'polygon', 'point']);
    expect(sent(portable, [])).toEqual(sent(chosen));
  });
  it('finds the areas of a stored request again, a split one too', () => {
    const read = requestToDraft(JSON.stringify(sent(chosen)));
    if (!read.ok) throw new Error(read.failure.message);
    expect(read.value.draft.areas).toHaveLength(4);
    const linked = linkDraftAreas(read.value.draft, areas);
    expect(linked.areas).toEqual(chosen.areas);
    expect(sent(linked)).toEqual(sent(chosen));
  });
  it('leaves apart what only resembles an area of the workspace', () => {
    const read = requestToDraft(JSON.stringify(sent(chosen)));
    if (!read.ok) throw new Error(read.failure.message);
    const [first, half, , point] = read.value.draft.areas;
    if (!first || !half || point?.kind !== 'point') throw new Error('The request has other areas.');
    const similar = {
      ...read.value.draft,
      areas: [first, first, half, { ...point, extras: [{ path: ['label'], value: 'x' }] }],
    };
    const linked = linkDraftAreas(similar, areas);
    expect(linked.areas).toEqual([{ kind: 'area', areaId: box.id }, first, half, similar.areas[3]]);
    expect(sent(linked)).toEqual(sent(similar));
  });
});

describe('writeExtras', () => {
  it('inserts items at their indexes, or at the end of a shorter list', () => {
    const written = applyExtras({ list: ['a', 'c'] }, [
      { path: ['list', 1], value: 'b' },
      { path: ['list', 9], value: 'z' },
    ]);
    expect(written).toEqual({ value: { list: ['a', 'b', 'c', 'z'] }, unsent: [] });
  });
  it('never reaches a prototype', () => {
    const written = applyExtras({}, [
      { path: ['__proto__'], value: { polluted: true } },
      { path: ['constructor', 'prototype', 'polluted'], value: true },
    ]);
    expect(Object.hasOwn(written.value, '__proto__')).toBe(true);
    expect(written.unsent).toHaveLength(1);
    expect('polluted' in {}).toBe(false);
  });
  it('leaves what it is given as it is', () => {
    const target = { list: ['a'] };
    applyExtras(target, [{ path: ['list', 0], value: 'b' }]);
    expect(target).toEqual({ list: ['a'] });
  });
});
