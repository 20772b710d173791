import { z } from 'zod';
import { columnChoiceSchema } from './column-layout.ts';
import type { Stores } from './stores.ts';

const keptSchema = z.object({
  columns: z.array(columnChoiceSchema).min(1).nullable(),
  height: z.number().nullable(),
});

/** Keeps columns and height of the dock for each profile, over reloads. The answer ends that. */
export function rememberDock(
  { dock, session }: Pick<Stores, 'dock' | 'session'>,
  storage: Storage | undefined = globalThis.localStorage,
): () => void {
  let profileId: string | null = null;
  const read = () => {
    const next = session.getState().session?.profile.id ?? null;
    if (next === profileId) return;
    profileId = next;
    dock.setState(readKept(next === null ? null : (storage?.getItem(keyOf(next)) ?? null)));
  };
  read();
  const stops = [
    session.subscribe(read),
    // Another file has other times and records.
    session.subscribe(({ session: now }, { session: before }) => {
      if (now?.workspacePath === before?.workspacePath) return;
      const { timeline, topic, scope, records, wantedRow } = dock.getInitialState();
      dock.setState({ timeline, topic, scope, records, wantedRow });
    }),
    dock.subscribe(({ columns, height }, before) => {
      if (profileId === null || (columns === before.columns && height === before.height)) return;
      storage?.setItem(keyOf(profileId), JSON.stringify({ columns, height }));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function keyOf(profileId: string): string {
  return `sightline.dock.${profileId}`;
}

/** What another version wrote, or nobody, is nothing. */
function readKept(text: string | null): z.infer<typeof keptSchema> {
  const nothing = { columns: null, height: null };
  if (text === null) return nothing;
  try {
    return keptSchema.safeParse(JSON.parse(text)).data ?? nothing;
  } catch {
    return nothing;
  }
}
