import type { Job } from '../jobs/job.ts';
import type { SessionState } from '../session/session-state.ts';

/** What the main process tells the renderer, over one stream. `changed` means: ask again for what you show of it. */
export type AppEvent =
  | { readonly type: 'session'; readonly state: SessionState }
  | { readonly type: 'job'; readonly job: Job }
  | { readonly type: 'job-removed'; readonly id: string }
  | {
      readonly type: 'changed';
      readonly what: 'areas' | 'orders' | 'results' | 'chips' | 'profiles' | 'workspace';
    };
