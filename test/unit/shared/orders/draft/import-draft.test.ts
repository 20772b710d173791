import { describe, expect, it } from 'vitest';
import { draftToRequest } from '../../../../../shared/orders/draft/draft-to-request.ts';
import {
  blankChangeDetection,
  blankRange,
  blankRecurring,
  clearDraftTimes,
  describeTimes,
  serializeDraft,
} from '../../../../../shared/orders/draft/order-draft.ts';
import { toTemplate } from '../../../../../shared/orders/draft/order-template.ts';
import { importDraft } from '../../../../../shared/orders/draft/request-to-draft.ts';
import { draftTitle } from '../../../../../shared/orders/draft/stored-draft.ts';
import { makeDraft } from '../../../../builders/order-draft-builder.ts';

describe('importDraft', () => {
  const draft = makeDraft();

  it('distinguishes a draft, a template and a request', () => {
    expect(importDraft(serializeDraft(draft))).toEqual({
      ok: true,
      value: { kind: 'draft', draft, notes: [] },
    });
    const template = toTemplate(draft, 'Weekly');
    expect(importDraft(serializeDraft(template))).toEqual({
      ok: true,
      value: { kind: 'template', template },
    });
    const built = draftToRequest(draft, []);
    const imported = importDraft(`\uFEFF${built.ok ? built.bodyText : ''}`);
    expect(imported).toMatchObject({
      ok: true,
      value: { kind: 'draft', draft: { descriptiveName: draft.descriptiveName, analytics: draft.analytics } },
    });
  });

  it.each(['', 'nonsense', '[]', '{}', '{"templateName": ""}', '{"request": 1, "version": 1'])(
    'refuses %s with the reason',
    (text) => {
      const refused = importDraft(text);
      expect(refused).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
      expect(refused.ok ? '' : refused.failure.message).not.toBe('');
    },
  );
});

describe('withoutTimes', () => {
  it('has one blank range instead of those without extras, and blank bounds', () => {
    const recurring = { ...blankRecurring, bounds: { from: '2026-11-01', to: '2026-12-01' }, count: '3' };
    const draft = makeDraft({
      ranges: [
        { from: '2026-11-01', to: '2026-11-02', extras: [] },
        { from: '2026-11-05', to: '2026-11-06', extras: [] },
      ],
      changeDetection: { ...blankChangeDetection, recurring },
    });
    const copy = clearDraftTimes(draft);
    expect(copy.ranges).toEqual([blankRange]);
    expect(copy.changeDetection?.recurring).toEqual({ ...recurring, bounds: { from: '', to: '' } });
    expect(describeTimes(draft)).toBe('2026-11-01 → 2026-11-02, 2026-11-05 → 2026-11-06');
  });

  it('preserves the extras of a range', () => {
    const extras = [{ path: ['priority'], value: 2 }];
    const draft = makeDraft({ ranges: [{ from: '2026-11-01', to: '2026-11-02', extras }] });
    expect(clearDraftTimes(draft).ranges).toEqual([{ from: '', to: '', extras }]);
  });
});

describe('draftTitle', () => {
  it.each([
    ['Mine', 'Weekly', 'Mine'],
    ['', ' Weekly ', 'Weekly'],
    ['', ' ', 'Order without a name'],
  ])('of name “%s” and order “%s” is “%s”', (name, descriptiveName, title) => {
    const draft = makeDraft({ descriptiveName });
    expect(draftTitle({ kind: 'draft', id: '', name, draft })).toBe(title);
  });
});
