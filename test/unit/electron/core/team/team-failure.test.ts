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
    });
  });
});
