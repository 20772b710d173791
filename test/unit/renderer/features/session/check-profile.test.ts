import { describe, expect, test } from 'vitest';
import {
  checkProfile,
  type ProfileFields,
  profileFields,
} from '../../../../../renderer/features/session/check-profile.ts';

const fields: ProfileFields = {
  ...profileFields(),
  name: 'Operations',
  baseUrl: 'https://api.example.org',
  imageBaseUrl: 'https://images.example.org',
};

function problemsOf(change: Partial<ProfileFields>) {
  const checked = checkProfile({ ...fields, ...change });
  return checked.ok ? {} : checked.problems;
}

describe('checkProfile', () => {
  test('takes addresses without white space and trailing slashes', () => {
    const checked = checkProfile({ ...fields, baseUrl: ' https://api.example.org/v2// ' });
    expect(checked).toMatchObject({ ok: true, form: { baseUrl: 'https://api.example.org/v2' } });
  });

  test.each(['http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:9'])(
    '%s stays on this computer',
    (url) => {
      expect(problemsOf({ baseUrl: url })).toEqual({});
    },
  );

  test.each([
    ['', /Enter an address/],
    ['api.example.org', /not a valid address/],
    ['http://api.example.org', /unencrypted/],
    ['ftp://api.example.org', /unencrypted/],
    ['https://me:secret@api.example.org', /user name and password/],
    ['https://api.example.org/?a=1', /“\?”/],
    ['https://api.example.org/#top', /“#”/],
  ])('%j is refused as an address', (url, message) => {
    expect(problemsOf({ baseUrl: url })).toEqual({ baseUrl: expect.stringMatching(message) });
    expect(problemsOf({ imageBaseUrl: url })).toEqual({ imageBaseUrl: expect.stringMatching(message) });
  });

  test('every wrong field has its own problem', () => {
    expect(Object.keys(problemsOf({ name: ' ', brand: 'a b', baseUrl: 'x' })).sort()).toEqual([
      'baseUrl',
      'brand',
      'name',
    ]);
  });
});
