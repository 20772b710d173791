/** The Encoding Standard as far as both hosts have it. shared/ has neither Node's nor the DOM's types for it. */
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean; ignoreBOM?: boolean },
) => { decode(bytes: Uint8Array): string };

/** Text in an encoding of the WHATWG Encoding Standard, or undefined if bytes are not that or the name is unknown. */
export function decodeAs(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // A RangeError for the label or a TypeError for the bytes: both mean "not this encoding".
    return undefined;
  }
}
