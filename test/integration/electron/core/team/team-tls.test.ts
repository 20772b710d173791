import { X509Certificate } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { setUpTeam, testTeam } from '../../../../../electron/core/team/team.ts';
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

    // Another authority of the same name, as after a company has replaced its own.
    const replaced = mkdtempSync(path.join(folder, 'replaced-'));
    const { file: otherFile } = await makeAuthority(replaced);
    expect(await connect({ ...user, authorityFile: otherFile })).toEqual(
      named('tls', `authority that is not trusted (${otherFile})`),
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

  /** The server presents its certificate again from the next connections on. */
  const offerTls = async () => {
    await cluster.setTls(await authority.issue(['db.example']));
    await eventually(async () => expect(await connect(user)).toBe('connected'));
  };

  test('finds a password in the password file by the name of the server, and says when there is none', async () => {
    await offerTls();
    const file = path.join(folder, 'pgpass');
    vi.stubEnv('PGPASSFILE', file);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { password: _entered, ...withoutPassword } = user;
    const none = named('wrong-credentials', 'There is no password for safe on the team database');
    expect(await connect(withoutPassword)).toEqual(none);
    writeFileSync(file, `127.0.0.1:${user.port}:*:safe:${password}\n`, { mode: 0o600 });
    expect(await connect(withoutPassword)).toEqual(none);
    writeFileSync(file, `db.example:${user.port}:*:safe:${password}\n`);
    expect(await connect(withoutPassword)).toBe('connected');
    chmodSync(file, 0o644);
    expect(await connect(withoutPassword)).toEqual(named('wrong-credentials', `chmod 600 ${file}`));
  });

  test('names the file of the authority when it cannot be used, and reads it in both formats', async () => {
    await offerTls();
    const file = path.join(folder, 'other authority');
    const refused = [
      'invalid-input',
      expect.stringMatching(/^The file of the certificate authority .* cannot be used: .*other authority\. /),
    ];
    expect(await connect({ ...user, authorityFile: file })).toEqual(refused);
    writeFileSync(file, 'no certificate');
    expect(await connect({ ...user, authorityFile: file })).toEqual(refused);
    expect(await testTeam(coreWorkers.team, { ...user, authorityFile: file })).toMatchObject({
      value: { failedAt: 'tls' },
    });
    writeFileSync(file, new X509Certificate(authority.cert).raw);
    expect(await connect({ ...user, authorityFile: file })).toBe('connected');
  });
});
