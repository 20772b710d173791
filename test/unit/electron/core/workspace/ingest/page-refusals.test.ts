import { expect, test } from 'vitest';
import { parsePage } from '../../../../../../electron/core/workspace/ingest/parse-page.ts';

/** Characters that a terminal obeys, that end a line, or that change the direction of a text. */
const controls = [
  '\u0000',
  '\u0007',
  '\u001b[31m',
  '\r\n',
  '\u0085',
  '\u009b',
  '\u061c',
  '\u200e',
  '\u202e',
  '\u2028',
  '\u2066',
];
const text = `begin ${controls.join('x')} end`;

const list = { data: { svc_udp_analyticgeojsonrecord: [] } };

test.each<[string, string]>([
  ['errors of GraphQL', JSON.stringify({ errors: [{ message: text }] })],
  ['errors of GraphQL beside results', JSON.stringify({ ...list, errors: [{ message: text }] })],
  ['an error that is a text', JSON.stringify({ error: text })],
  ['an error of another form', JSON.stringify({ error: { [text]: text } })],
  ['a message', JSON.stringify({ message: text })],
  ['names of other members', JSON.stringify({ data: { [text]: 1 } })],
  ['no JSON', `${text} {`],
  ['broken JSON', `{"data": ${text}}`],
  [
    'an error beside a broken record',
    `{"errors":[${JSON.stringify({ message: text })}],"data":{"svc_udp_analyticgeojsonrecord":[{"a":NaN}]}}`,
  ],
])('the reason against %s has no control characters', (_what, body) => {
  const parsed = parsePage(Buffer.from(body), 'svc');
  if (parsed.ok) throw new Error('It was accepted.');
  expect(parsed.message).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
});

test('a long reason is shortened, and its words remain', () => {
  const parsed = parsePage(
    Buffer.from(JSON.stringify({ error: `No  permission ${'x'.repeat(1000)}` })),
    'svc',
  );
  expect(parsed).toMatchObject({ ok: false, message: expect.stringMatching(/No permission x{285}…$/) });
});
