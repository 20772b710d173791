import type { Measured, Run } from './bench.ts';

/**
 * Returns one measurement for each named time that a program reports in `parts`; the program runs once in each round.
 */
export function partsOf(names: readonly string[], run: (round: number) => Promise<Run>): readonly Measured[] {
  const rounds = new Map<number, Promise<Run>>();
  return names.map((name) => ({
    name,
    async run(round) {
      const running = rounds.get(round) ?? run(round);
      rounds.set(round, running);
      const { parts, peakMegabytes } = await running;
      const milliseconds = parts?.[name];
      if (milliseconds === undefined) throw new Error(`The program did not report “${name}”.`);
      return { milliseconds, ...(peakMegabytes === undefined ? {} : { peakMegabytes }) };
    },
  }));
}
