import { notifyInfo } from './notify.tsx';
import { copyText } from './use-copy.ts';

/** Copies text and shows a notification that names it by `what`. */
export async function copyAndNotify(text: string, what = text): Promise<void> {
  if (await copyText(text)) notifyInfo(`${what} was copied.`);
  else notifyInfo(`Clipboard access was denied. The text is ${text}`);
}
