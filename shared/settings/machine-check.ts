import { z } from 'zod';

/** One thing of the computer that was checked. What is wrong has a remedy; what was not checked states why. */
export type MachineCheck = {
  readonly name: string;
  readonly state: 'good' | 'wrong' | 'not checked';
  readonly found: string;
  readonly remedy?: string;
};

/** Facts that only the page of the app can find: what draws WebGL 2, null where nothing does. */
export const pageFactsSchema = z.object({ webgl: z.string().max(1000).nullable() });
export type PageFacts = z.infer<typeof pageFactsSchema>;

/** The checks as text, what is wrong first. */
export function describeChecks(checks: readonly MachineCheck[]): string {
  const order = ['wrong', 'not checked', 'good'] as const;
  return checks
    .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
    .map(
      ({ name, state, found, remedy }) =>
        `${name}: ${state}. ${found}${remedy === undefined ? '' : ` ${remedy}`}`,
    )
    .join('\n');
}
