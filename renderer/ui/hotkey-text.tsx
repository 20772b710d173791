const names: Readonly<Record<string, string>> = {
  mod: 'Ctrl',
  shift: 'Shift',
  alt: 'Alt',
  escape: 'Esc',
  delete: 'Del',
  enter: 'Enter',
  plus: '+',
  minus: '−',
  arrowleft: '←',
  arrowright: '→',
};

/** Shows a hotkey as on the keyboard: `mod+K` is `Ctrl K`, `shift+?` is `?`. */
export function HotkeyText({ hotkey }: { readonly hotkey: string }) {
  return <kbd>{hotkeyText(hotkey)}</kbd>;
}

/** Formats a hotkey as text. */
export function hotkeyText(hotkey: string): string {
  if (hotkey === 'shift+?') return '?';
  return hotkey
    .split('+')
    .map((part) => names[part.toLowerCase()] ?? part.toUpperCase())
    .join(' ');
}
