import type { ToolProgress } from '../../electron/core/workspace-tools/tool-rpc.ts';
import { type ToolRun, ToolStopped } from '../../electron/core/workspace-tools/tool-run.ts';

/** A tool's run that notes its progress, and is stopped at the n-th check if that is given. */
export function buildToolRun({ stopAtCheck = Number.POSITIVE_INFINITY } = {}): ToolRun & {
  readonly told: readonly ToolProgress[];
} {
  const told: ToolProgress[] = [];
  let checks = 0;
  return {
    told,
    check() {
      checks += 1;
      if (checks >= stopAtCheck) throw new ToolStopped();
    },
    progress(progress) {
      told.push(progress);
    },
  };
}
