import type { ToolProgress } from './tool-rpc.ts';

/** What a tool has of whoever started it. */
export type ToolRun = {
  /** Throws `ToolStopped` once the work is no longer wanted. To be called between its steps. */
  check(): void;
  progress(progress: ToolProgress): void;
};

/** The work was stopped from outside. */
export class ToolStopped extends Error {
  constructor() {
    super('The work was cancelled.');
    this.name = 'ToolStopped';
  }
}
