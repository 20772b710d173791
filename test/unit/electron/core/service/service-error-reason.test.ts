import { expect, it } from 'vitest';
import { errorReason } from '../../../../../electron/core/service/error-reason.ts';

function reasonOf(body: string, secrets: readonly string[] = []) {
  return errorReason({ status: 400, headers: {}, body: new TextEncoder().encode(body) }, secrets);
}

it('takes the words out of what services usually send', () => {
  expect(reasonOf('{"message":"No such analytic."}')).toBe('No such analytic.');
  expect(reasonOf('{"error":{"detail":"Too many AOIs."}}')).toBe('Too many AOIs.');
  expect(reasonOf('{"errors":[{"message":"Unknown operator."}]}')).toBe('Unknown operator.');
  expect(reasonOf('{"error":"invalid_grant","error_description":"Bad password."}')).toBe('Bad password.');
  expect(reasonOf('Not today.\n')).toBe('Not today.');
});

it('shows JSON that it cannot read as it is', () => {
  expect(reasonOf('{"code":7}')).toBe('{"code":7}');
});

it('leaves out nothing at all, web pages and long texts', () => {
  expect(reasonOf('')).toBeUndefined();
  expect(reasonOf(' <!doctype html><title>Proxy</title>')).toBeUndefined();
  expect(reasonOf('x'.repeat(100_000))).toBeUndefined();
  expect(reasonOf('y'.repeat(1_000))).toHaveLength(300);
});

it('leaves out whatever repeats a secret', () => {
  expect(reasonOf('Wrong password: hunter2', ['hunter2'])).toBeUndefined();
  expect(reasonOf('{"message":"Wrong: h\\u0075nter2"}', ['hunter2'])).toBeUndefined();
  expect(reasonOf('Wrong password', [''])).toBe('Wrong password');
});

it('takes out what could disguise the text', () => {
  expect(reasonOf('{"message":"a\\u0000b\\u202ec\\nd"}')).toBe('a b c d');
  expect(reasonOf('{"message":"a\\u200fb\\u061cc"}')).toBe('a b c');
});

it('does not follow endless nesting', () => {
  expect(reasonOf(`${'{"error":'.repeat(50)}"deep"${'}'.repeat(50)}`)).toContain('{"error":');
});
