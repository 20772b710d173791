import { describe, expect, it } from 'vitest';
import { describeTeamError, TeamError } from '../../../../../electron/core/team/team-failure.ts';

const connection = { host: '/tmp', port: 5432, database: 'team', user: 'anna' };

describe('describeTeamError', () => {
  it('takes a TypeError for a lost connection only when the connection has ended', () => {
    const error = new TypeError("Cannot read properties of undefined (reading 'sendCopyFail')");
    expect(describeTeamError(error, connection, false)).toBe(error);
    const described = describeTeamError(error, connection, true);
    expect(described).toBeInstanceOf(TeamError);
    expect((described as TeamError).failure).toEqual({
      code: 'unreachable',
      message: 'The connection to the team database team on /tmp ended during a transfer.',
      details: error.message,
    });
  });

  it.each([
    ['CERT_NOT_YET_VALID', 'is not valid yet. Check the clock of this computer.'],
    ['CERT_SIGNATURE_FAILURE', 'could be made, so nothing was sent to it.'],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'could be made, so nothing was sent to it.'],
  ])('names TLS as the cause of %s', (code, text) => {
    const described = describeTeamError(Object.assign(new Error('reason'), { code }), connection, true);
    expect((described as TeamError).hop).toBe('tls');
    expect((described as TeamError).failure).toEqual({
      code: 'tls',
      message: expect.stringContaining(text),
      details: `reason (${code})`,
    });
  });

  it.each(['constructor', 'toString', '__proto__'])(
    'takes the code %s of a server for none that it knows',
    (code) => {
      const error = Object.assign(new Error('reason'), { code, severity: 'ERROR' });
      const described = describeTeamError(error, connection, false) as TeamError;
      expect(described.failure).toEqual({
        code: 'server-error',
        message: 'The team database team on /tmp reported an error.',
        details: `reason (${code})`,
      });
    },
  );

  it('names a file that cannot grow, for which PostgreSQL has no code', () => {
    const fields = { code: 'XX000', severity: 'ERROR', file: 'md.c' };
    const error = Object.assign(new Error('could not extend file "base/5/16400": File too large'), fields);
    const described = describeTeamError(error, connection, false);
    expect((described as TeamError).failure).toEqual({
      code: 'disk',
      message:
        'The team database team on /tmp cannot write to its files. What was committed before is stored.',
      details: 'could not extend file "base/5/16400": File too large (XX000)',
    });
    const other = describeTeamError(Object.assign(error, { file: 'pl_exec.c' }), connection, false);
    expect((other as TeamError).failure.code).toBe('server-error');
  });
});
