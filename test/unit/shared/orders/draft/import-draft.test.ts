import { describe, expect, it } from 'vitest';
import { draftToRequest } from '../../shared/orders/draft-to-request.ts';
import { describeTimes, withoutTimes } from '../../shared/orders/duplicate-draft.ts';
import { importDraft } from '../../shared/orders/import-draft.ts';
import {
  blankChangeDetection,
  blankRange,
  blankRecurring,
  draftText,
} from '../../shared/orders/order-draft.ts';
import { toTemplate } from '../../shared/orders/order-template.ts';
import { draftTitle } from '../../shared/orders/stored-draft.ts';
import { makeDraft } from '../builders/order-draft-builder.ts';

describe('importDraft', () => {
  const draft = makeDraft();

  it('tells a draft, a template and a request apart', () => {
    expect(importDraft(draftText(draft))).toEqual({ ok: true, value: { kind: 'draft', draft, notes: [] } });
    const template = toTemplate(draft, 'Weekly');
    expect(importDraft(draftText(template))).toEqual({ ok: true, value: { kind: 'template', template } });
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
  it('asks for one range in place of those that are only times, and for the bounds', () => {
    const recurring = { ...blankRecurring, bounds: { from: '2026-11-01', to: '2026-12-01' }, count: '3' };
    const draft = makeDraft({
      ranges: [
        { from: '2026-11-01', to: '2026-11-02', extras: [] },
        { from: '2026-11-05', to: '2026-11-06', extras: [] },
      ],
      changeDetection: { ...blankChangeDetection, recurring },
    });
    const copy = withoutTimes(draft);
    expect(copy.ranges).toEqual([blankRange]);
    expect(copy.changeDetection?.recurring).toEqual({ ...recurring, bounds: { from: '', to: '' } });
    expect(describeTimes(draft)).toBe('2026-11-01 → 2026-11-02, 2026-11-05 → 2026-11-06');
  });

  it('loses nothing that a range keeps of a stored request', () => {
    const extras = [{ path: ['priority'], value: 2 }];
    const draft = makeDraft({ ranges: [{ from: '2026-11-01', to: '2026-11-02', extras }] });
    expect(withoutTimes(draft).ranges).toEqual([{ from: '', to: '', extras }]);
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
