/** Set-up of Vitest: one PostgreSQL server for the test files of a run, started for the first that requests it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import type { TeamConnection } from '../../electron/core/team/team-connection.ts';
import { startTeamCluster, type TeamCluster } from './team-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Returns a `TeamClusterShare` as JSON. */
    readonly teamClusterAddress: string;
  }
}

/** Access of a test file to the shared server for creating its databases. */
export type TeamClusterShare = {
  readonly admin: TeamConnection;
  /** The beginning of the names of its databases, which no other file has. */
  readonly prefix: string;
};

export default async function shareTeamCluster({ provide }: TestProject): Promise<() => Promise<void>> {
  let cluster: Promise<TeamCluster> | undefined;
  let shares = 0;
  const share = async (): Promise<TeamClusterShare> => {
    shares += 1;
    const prefix = `file${shares}_team`;
    cluster ??= startTeamCluster();
    return { admin: (await cluster).admin, prefix };
  };
  const server = createServer((_request, response) => {
    share().then(
      (found) => response.end(JSON.stringify(found)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  provide('teamClusterAddress', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await (await cluster)?.stop();
  };
}
