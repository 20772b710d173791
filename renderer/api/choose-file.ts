import type { Failure, Result } from '../../shared/result.ts';
import type { App } from '../app/app-context.tsx';
import { toFailure } from './failure-error.ts';
import { sendFile } from './send-file.ts';

/** What became of the wish to open a file. */
export type ChosenAnswer<T> =
  | { readonly state: 'chosen'; readonly value: T }
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly failure: Failure };

/**
 * Has the user choose a file: with the desktop's dialog, or in a browser with the page's own, whose file is then sent.
 * `look` asks the main process what the file is. To be called by a press of key or button.
 */
export async function chooseFile<T>(
  { stores }: Pick<App, 'stores'>,
  endings: string,
  look: (uploadId: string | null) => Promise<Result<T | null>>,
  sending: (file: File) => void,
): Promise<ChosenAnswer<T>> {
  try {
    let uploadId: string | null = null;
    if (stores.session.getState().hostKind === 'browser') {
      const file = await pickFile(endings);
      if (!file) return { state: 'cancelled' };
      sending(file);
      const sent = await sendFile(file);
      if (!sent.ok) return { state: 'failed', failure: sent.failure };
      uploadId = sent.value;
    }
    const answer = await look(uploadId);
    if (!answer.ok) return { state: 'failed', failure: answer.failure };
    return answer.value === null ? { state: 'cancelled' } : { state: 'chosen', value: answer.value };
  } catch (error) {
    return { state: 'failed', failure: toFailure(error) };
  }
}

function pickFile(endings: string): Promise<File | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = endings;
    input.addEventListener('change', () => resolve(input.files?.[0]));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
}
