import { markLines } from '../../shared/marking.ts';
import { markingQuery } from '../api/live-queries.ts';
import { copyText } from '../ui/use-copy.ts';
import type { App } from './app-context.tsx';

/** Copies rows as text, with the marking of the workspace above and below them. Returns whether it succeeded. */
export async function copyTable(app: Pick<App, 'api' | 'queryClient'>, text: string): Promise<boolean> {
  return copyText(markLines(text, await readMarking(app)));
}

/** The marking of the workspace; `''` for none. */
export async function readMarking({ api, queryClient }: Pick<App, 'api' | 'queryClient'>): Promise<string> {
  return (await queryClient.fetchQuery(markingQuery(api))) ?? '';
}
