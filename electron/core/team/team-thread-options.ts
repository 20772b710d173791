import { smallBatchLimits } from '../base/start-thread.ts';

/**
 * Name of the thread that uses the team database in messages, and its memory: a publication needs 90 MB less with it.
 */
export const teamThreadOptions = {
  name: 'The work with the team database',
  resourceLimits: smallBatchLimits,
};
