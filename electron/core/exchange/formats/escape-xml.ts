const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for an element or a quoted attribute. Characters that XML 1.0 forbids become U+FFFD. */
export function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/[&<>"]/g, (character) => entities[character] ?? character)
      .replace(/\r/g, '&#13;')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 (2.2) leaves out.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
  );
}
