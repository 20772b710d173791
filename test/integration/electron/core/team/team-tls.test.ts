import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setUpTeam } from '../../../../../electron/core/team/team.ts';
import type { TeamConnection } from '../../../../../electron/core/team/team-connection.ts';
import { makeAuthority, type TestAuthority } from '../../../../builders/certificate.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { createTeam } from '../../../../builders/team-builder.ts';
import {
  runSql,
  startTeamCluster,
  type TeamCluster,
  type TestDatabase,
  whyNoPostgres,
} from '../../../../builders/team-cluster.ts';

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: TLS of a team database, as ${missing}.\n`);

const password = 'kept to itself';

describe.skipIf(missing !== undefined)('the connection to a team database', () => {
  let folder: string;
  let cluster: TeamCluster;
  let authority: TestAuthority;
  let team: TestDatabase;
  let user: TeamConnection;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'sightline-test-'));
    authority = await makeAuthority(folder);
    cluster = await startTeamCluster([
      'host all cleartext 127.0.0.1/32 password',
      'host all md5 127.0.0.1/32 md5',
      'host all all 127.0.0.1/32 scram-sha-256',
    ]);
    team = await createTeam(cluster);
    for (const name of ['safe', 'cleartext', 'md5']) {
      const encryption = name === 'md5' ? 'md5' : 'scram-sha-256';
      await runSql(
        team.owner,
        `SET password_encryption = '${encryption}'; CREATE ROLE ${name} LOGIN SUPERUSER PASSWORD '${password}'`,
      );
    }
    await cluster.setTls(await authority.issue(['db.example']));
    user = cluster.overTls({ ...team.owner, user: 'safe', password, authorityFile: authority.file });
  });
  afterAll(async () => {
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function connect(connection: TeamConnection) {
    const outcome = await setUpTeam(coreWorkers.team, connection);
    if (outcome.ok) return 'connected';
    expect(JSON.stringify(outcome)).not.toContain(password);
    return [outcome.failure.code, outcome.failure.message];
  }
  const named = (code: string, text: string) => [code, expect.stringContaining(text)];

  test('is made to the named server only, with a password that is never sent readable', async () => {
    await eventually(async () => expect(await connect(user)).toBe('connected'));
    expect(await connect({ ...user, password: 'wrong' })).toEqual(
      named('wrong-credentials', 'safe was refused'),
    );
    expect(await connect({ ...user, user: 'cleartext' })).toEqual(named('refused', 'in cleartext'));
    expect(await connect({ ...user, user: 'md5' })).toEqual(named('refused', 'as an MD5 hash'));
    expect(await connect({ ...user, host: 'other.example' })).toEqual(
      named('tls', 'not for the name other.example'),
    );
    expect(await connect({ ...user, authorityFile: undefined })).toEqual(
      named('tls', 'authority that is not trusted'),
    );

    // Another password takes effect without a restart of the server or of Sightline.
    await runSql(team.owner, `ALTER ROLE safe PASSWORD '${password} too'`);
    expect(await connect(user)).toEqual(named('wrong-credentials', 'safe was refused'));
    expect(await connect({ ...user, password: `${password} too` })).toBe('connected');
    await runSql(team.owner, `ALTER ROLE safe PASSWORD '${password}'`);

    await cluster.setTls(await authority.issue(['db.example'], -1));
    await eventually(async () => expect(await connect(user)).toEqual(named('tls', 'has expired')));
    await cluster.setTls(undefined);
    await eventually(async () => expect(await connect(user)).toEqual(named('tls', 'offers no TLS')));
  });
});
