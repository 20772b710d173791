import { CallStopped } from '../base/thread-protocol.ts';
import type { AccountWorkspace } from '../session/account-workspace.ts';
import type { Session } from '../session/session.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { describeDamage } from '../workspace/safety/describe-damage.ts';
import type { RunTool } from './run-tool.ts';

type DamageCheckDeps = {
  readonly account: Pick<AccountWorkspace, 'reportDamage' | 'status'>;
  readonly session: Pick<Session, 'setWorkspaceStatus'>;
  readonly runTool: RunTool;
  readonly onProblem: (error: unknown, where: string) => void;
};

/** Compares the open workspace with its checksums in the background. At most one check runs at a time. */
export function createDamageCheck({ account, session, runTool, onProblem }: DamageCheckDeps) {
  let abortController = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const check = async (workspace: Workspace, signal: AbortSignal) => {
    const { path, pageCheck } = workspace;
    if (!pageCheck) return;
    try {
      const { damage } = await runTool('check', { path, pageCheck }, { signal });
      if (!damage || signal.aborted) return;
      workspace.reportDamage(damage);
      account.reportDamage(workspace, describeDamage(damage));
      session.setWorkspaceStatus(account.status());
    } catch (error) {
      if (!(error instanceof CallStopped)) onProblem(error, 'checking the workspace file for damage');
    }
  };
  return {
    /** Starts the check of a workspace that was opened. */
    start(workspace: Workspace): void {
      abortController = new AbortController();
      running = check(workspace, abortController.signal);
    },
    /** Resolves when it has ended. */
    settled: (): Promise<void> => running,
    /** Stops it; resolves once the thread has ended. */
    async stop(): Promise<void> {
      abortController.abort();
      await running;
    },
  };
}
