import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import {
  failedWrite,
  WriteFailed,
} from '../../../../../../electron/core/workspace/open/get-open-workspace.ts';

function sqlError(): unknown {
  try {
    return new DatabaseSync(':memory:').exec('INSERT INTO missing VALUES (1)');
  } catch (error) {
    return error;
  }
}

test('a failed write is a sentence for the user, with the technical cause as details', () => {
  const failed = new WriteFailed(sqlError());
  expect(failed.message).toBe('The change could not be written to the workspace.');
  expect(failedWrite(failed)).toMatchObject({
    failure: {
      code: 'disk',
      message: 'The change could not be written to the workspace.',
      details: expect.stringContaining('no such table: missing'),
    },
  });
});

test('a failed write has the sentence of an explained error, and the reason of a refusal', () => {
  const explained = new Error('The disk is full. Free some space.', { cause: sqlError() });
  expect(failedWrite(new WriteFailed(explained))).toMatchObject({
    failure: {
      code: 'disk',
      message: 'The disk is full. Free some space.',
      details: expect.stringContaining('no such table: missing'),
    },
  });
  expect(failedWrite(new WriteFailed('The workspace is compacted.', true))).toMatchObject({
    failure: { code: 'frozen', message: 'The workspace is compacted.' },
  });
});
