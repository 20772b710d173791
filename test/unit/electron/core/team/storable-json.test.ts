import { expect, test } from 'vitest';
import { toStorableJson } from '../../../../../electron/core/team/storable-json.ts';

test.each([
  ['{"a":"plain","b":[1,2.5e3,-1e-7]}'],
  ['{"a":"pair \\ud83d\\ude00, escaped backslash \\\\u0000, quote \\""}'],
  ['{"id":"4e1234567-not-a-number","n":12345678901234567890}'],
])('%s is stored as it is', (text) => {
  expect(toStorableJson(text)).toEqual({ text, isChanged: false });
});

test.each([
  ['{"a":"nul \\u0000"}', '{"a":"nul \\ufffd"}'],
  ['{"a":"high \\ud800 low \\udc00"}', '{"a":"high \\ufffd low \\ufffd"}'],
  ['{"a":"\\\\\\u0000"}', '{"a":"\\\\\\ufffd"}'],
  ['{"a":"\\ud83d\\ud83d\\ude00"}', '{"a":"\\ufffd\\ud83d\\ude00"}'],
])('in %s, characters that cannot be stored are replaced', (text, stored) => {
  expect(toStorableJson(text)).toEqual({ text: stored, isChanged: true });
});

test.each([['{"a":1e400000}'], ['{"a":[1,-1E-99999]}'], [`{"a":${'9'.repeat(2000)}}`], [null]])(
  '%s cannot be stored',
  (text) => {
    expect(toStorableJson(text)).toEqual({ text: null, isChanged: true });
  },
);
