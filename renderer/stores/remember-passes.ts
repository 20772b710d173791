import { z } from 'zod';
import { geometryToleranceSchema, passGroupings } from '../../shared/passes/pass.ts';
import type { Stores } from './stores.ts';

const storageKey = 'sightline.passes';

const keptSchema = z.object({ groupBy: z.enum(passGroupings), tolerance: geometryToleranceSchema });

/** Keeps over starts how passes are grouped, and forgets with a workspace what was chosen in it. The answer ends that. */
export function rememberPasses(
  { passes, session }: Pick<Stores, 'passes' | 'session'>,
  storage: Storage | undefined = globalThis.localStorage,
): () => void {
  passes.setState(readKept(storage?.getItem(storageKey) ?? null));
  const stops = [
    passes.subscribe(({ groupBy, tolerance }, before) => {
      if (groupBy === before.groupBy && tolerance === before.tolerance) return;
      storage?.setItem(storageKey, JSON.stringify({ groupBy, tolerance }));
    }),
    session.subscribe(({ session: now }, { session: before }) => {
      if (now?.workspacePath === before?.workspacePath) return;
      const { text, closed, chosen, lookedAt, outlines, comparing } = passes.getInitialState();
      passes.setState({ text, closed, chosen, lookedAt, outlines, comparing });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** What another version wrote, or nobody, is nothing. */
function readKept(text: string | null): Partial<z.infer<typeof keptSchema>> {
  if (text === null) return {};
  try {
    return keptSchema.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}
