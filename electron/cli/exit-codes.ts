/** Exit codes of the command line. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  inUse: 4,
  unusable: 5,
  empty: 6,
  found: 7,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
