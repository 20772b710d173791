import { smallBatchLimits } from '../base/start-thread.ts';

/** How the thread that uses the team database is named in messages, and its memory: a publication needs 90 MB less with it. */
export const teamThreadOptions = {
  name: 'The work with the team database',
  resourceLimits: smallBatchLimits,
};
