import type { Measured, Run } from './bench.ts';

/** Returns each figure that a program reports as a separate result; the program runs once per round. */
export function partsOf(names: readonly string[], run: (round: number) => Promise<Run>): readonly Measured[] {
  const rounds = new Map<number, Promise<Run>>();
  return names.map((name) => ({
    name,
    async run(round) {
      const running = rounds.get(round) ?? run(round);
      rounds.set(round, running);
      const { parts, peakMegabytes } = await running;
      const milliseconds = parts?.[name];
      if (milliseconds === undefined) throw new Error(`Nobody measured “${name}”.`);
      return { milliseconds, ...(peakMegabytes === undefined ? {} : { peakMegabytes }) };
    },
  }));
}
