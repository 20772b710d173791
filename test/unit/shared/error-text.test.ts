import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import tls from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { packError, unpackError } from '../../../electron/core/base/thread-protocol.ts';
import { causeText, errorText, explainError } from '../../../shared/error-text.ts';
import { fail, failBecause, failFrom } from '../../../shared/result.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('It threw nothing.');
}

const sentence = 'The file could not be read.';

/** Errors of the system, of libraries and of the language, as they are thrown. */
const technical: readonly (readonly [string, unknown])[] = [
  ['a missing file', thrownBy(() => readFileSync('/no such folder/file'))],
  ['a folder', thrownBy(() => readFileSync('/'))],
  ['SQL', thrownBy(() => new DatabaseSync(':memory:').exec('SELECT nothing FROM nowhere'))],
  ['JSON', thrownBy(() => JSON.parse('{'))],
  ['a type', thrownBy(() => (undefined as unknown as { x: { y: 1 } }).x.y)],
  ['a range', thrownBy(() => new Array(-1))],
  ['OpenSSL', thrownBy(() => tls.createSecureContext({ cert: 'no certificate' }))],
  ['an address', thrownBy(() => new URL('no address'))],
  ['a decoder', thrownBy(() => decodeURIComponent('%'))],
  ['the DOM', thrownBy(() => structuredClone(() => {}))],
  ['a signal', thrownBy(() => AbortSignal.abort().throwIfAborted())],
  ['several', new AggregateError([new Error('one')], 'All attempts failed')],
  ['a text', 'connect ECONNREFUSED'],
];

describe('what is shown of a thrown value', () => {
  it.each(technical)('is the sentence for the user, with the cause as details: %s', (_name, error) => {
    const raw = errorText(error);
    for (const shown of [explainError(error, sentence), failFrom('disk', error, sentence).failure]) {
      expect(shown.message).toBe(sentence);
      expect(shown.details).toContain(raw);
    }
    expect(failBecause('disk', sentence, error).failure).toEqual({
      code: 'disk',
      message: sentence,
      details: expect.stringContaining(raw),
    });
    // Our own errors state it in words of ours.
    const ours = new Error('The disk is full. Free some space.', { cause: error });
    expect(explainError(ours, sentence)).toEqual({
      message: 'The disk is full. Free some space.',
      details: expect.stringContaining(raw),
    });
  });

  it.each(technical)('is the same behind the border between two threads: %s', (_name, error) => {
    if (!(error instanceof Error)) return;
    const crossed = unpackError(structuredClone(packError(error)));
    expect(explainError(crossed, sentence)).toEqual(explainError(error, sentence));
    const ours = new Error('The disk is full.', { cause: error });
    expect(explainError(unpackError(structuredClone(packError(ours))), sentence)).toEqual(
      explainError(ours, sentence),
    );
  });

  it('is the message of an error of ours, without details where it has no cause', () => {
    expect(explainError(new Error('Choose another name.'), sentence)).toEqual({
      message: 'Choose another name.',
    });
  });

  it('ends where a cause leads back to an error before it', () => {
    const [one, other] = [new Error('One'), new Error('Other')];
    one.cause = other;
    other.cause = one;
    expect(causeText(one)).toBe('One ← Other');
  });

  it('is stored as it is', () => {
    const { failure } = fail('disk', sentence, { details: undefined });
    expect(isDeepStrictEqual(JSON.parse(JSON.stringify(failure)), failure)).toBe(true);
  });

  it('names each cause once', () => {
    const error = new Error('a', { cause: new Error('a', { cause: new Error('b') }) });
    expect(causeText(error)).toBe('a ← b');
  });
});
