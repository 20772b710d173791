import { HotkeyText, hotkeyText } from '../ui/hotkey-text.tsx';
import { useApp } from './app-context.tsx';
import { useSettings } from './use-stores.ts';

/** The key of a command as chosen in the settings; nothing while it has none. */
export function CommandKey({ id }: { readonly id: string }) {
  const hotkey = useCommandKey(id);
  return hotkey === undefined ? null : <HotkeyText hotkey={hotkey} />;
}

/** A tooltip that ends with the key of a command. */
export function useTipWithKey(text: string, id: string): string {
  const hotkey = useCommandKey(id);
  return hotkey === undefined ? text : `${text} (${hotkeyText(hotkey)})`;
}

function useCommandKey(id: string): string | undefined {
  const { commands } = useApp();
  useSettings((state) => state.keys);
  return commands.byId(id)?.hotkey;
}
