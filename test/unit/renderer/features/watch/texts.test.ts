import { expect, it } from 'vitest';
import { texts } from '../../../../../renderer/features/watch/texts.ts';

const past = '2026-11-09T00:00:00Z';
const later = '2026-11-11T00:00:00Z';

it.each([
  [{ from: '1970-01-01T00:00:00Z', to: past }, 0, /^Silent about everything collected until [^,]+\.$/],
  [{ from: past, to: later }, 0, /^Silent about everything collected from .*-09.* until .*-11.*\.$/],
  [{ from: past, to: later }, 1, /until .*, and in 1 other period\.$/],
  [{ from: past, to: later }, 2, /until .*, and in 2 other periods\.$/],
])('a silence %o with %i others is stated with both its ends', (silence, others, stated) => {
  expect(texts.rules.silent(silence, others)).toMatch(stated);
});
