import { expect, test } from 'vitest';
import { readTeamEnvironment } from '../../../../electron/cli/run-cli.ts';

const least = { PGHOST: 'db.example', PGDATABASE: 'imagery', PGUSER: 'anna' };

test('the team database is that of PostgreSQL’s own variables', () => {
  expect(readTeamEnvironment(least)).toEqual({
    ok: true,
    value: { host: 'db.example', port: 5432, database: 'imagery', user: 'anna' },
  });
  const more = { PGHOSTADDR: '127.0.0.1', PGPORT: '6543', PGPASSWORD: 'secret', PGSSLROOTCERT: '/ca.pem' };
  expect(readTeamEnvironment({ ...least, ...more })).toMatchObject({
    value: {
      host: 'db.example',
      address: '127.0.0.1',
      port: 6543,
      password: 'secret',
      authorityFile: '/ca.pem',
    },
  });
});

test.each([
  [{ ...least, PGUSER: '' }, 'Set PGUSER in'],
  [{ PGHOST: 'db.example' }, 'Set PGDATABASE, PGUSER in'],
  [{ ...least, PGPORT: 'x' }, 'PGPORT is “x”'],
])('%j is refused', (environment, text) => {
  expect(readTeamEnvironment(environment)).toMatchObject({
    ok: false,
    failure: { code: 'invalid-input', message: expect.stringContaining(text) },
  });
});
