import { describe, expect, it } from 'vitest';
import { isContentError } from '../../../../../../electron/core/workspace/file/sql.ts';

function sqliteError(errcode: number): Error {
  return Object.assign(new Error('an error of SQLite'), { errcode });
}

describe('an error of SQLite', () => {
  it.each([
    ['an unknown format', 1],
    ['damaged pages', 11],
    ['damaged pages of a virtual table', 11 | (1 << 8)],
    ['a value longer than the limits', 18],
    ['no database', 26],
    ['an I/O error without a reason of the operating system', 10],
  ])('is about the content: %s', (_name, code) => {
    expect(isContentError(sqliteError(code))).toBe(true);
  });

  it.each([
    ['a read error of the disk', 10 | (1 << 8)],
    ['a lock', 5],
    ['a full disk', 13],
  ])('is about something else: %s', (_name, code) => {
    expect(isContentError(sqliteError(code))).toBe(false);
  });

  it('is not every error', () => {
    expect(isContentError(new Error('something'))).toBe(false);
  });
});
