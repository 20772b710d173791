/**
 * The reading of a text as an e-mail address: notes name what is allowed, but often a typing error; else why it is
 * none.
 */
export type EmailReading =
  | { readonly ok: true; readonly notes: readonly string[] }
  | { readonly ok: false; readonly reason: string };

// RFC 5321, 4.1.2, with the characters that RFC 6531, 3.3, adds.
const atoms = /^[^\s\p{Cc}()<>[\]:;@\\,."]+(?:\.[^\s\p{Cc}()<>[\]:;@\\,."]+)*$/u;
const quoted = /^"(?:[^"\\\p{Cc}]|\\[ -~])*"$/u;
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const ipv6 = /^IPv6:[\da-f:.]{2,45}$/i;

const maxLocalBytes = 64;
const maxBytes = 254;

/** Reads a mailbox as in RFC 5321 and RFC 6531: also quoted names, addresses of hosts in brackets, and all letters. */
export function readEmailAddress(text: string): EmailReading {
  const at = text.lastIndexOf('@');
  const [name, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (at < 0) return refuse('it has no @');
  if (name === '') return refuse('nothing stands before its @');
  if (domain === '') return refuse('nothing stands after its @');
  if (!atoms.test(name) && !quoted.test(name)) {
    return refuse(
      `“${name}” is no name of a mailbox; with spaces, commas or two points in a row it needs quotation marks`,
    );
  }
  if (byteLength(name) > maxLocalBytes)
    return refuse(`the part before its @ is longer than ${maxLocalBytes} bytes`);
  if (byteLength(text) > maxBytes) return refuse(`it is longer than ${maxBytes} bytes`);
  const notes = name.startsWith('"') ? ['its name is in quotation marks'] : [];
  if (domain.startsWith('[')) {
    const literal = domain.endsWith(']') ? domain.slice(1, -1) : '';
    return ipv4.test(literal) || ipv6.test(literal)
      ? { ok: true, notes: [...notes, 'it names a computer by its IP address'] }
      : refuse(`“${domain}” is no IP address such as [192.0.2.10] or [IPv6:2001:db8::1]`);
  }
  if (ipv4.test(domain)) return refuse(`an IP address stands in brackets: ${name}@[${domain}]`);
  const labels = domain.split('.');
  if (
    !labels.every((part) => label.test(part) && byteLength(part) <= 63) ||
    /^\d+$/.test(labels.at(-1) ?? '')
  ) {
    return refuse(`“${domain}” is no name of a domain`);
  }
  if (labels.length === 1)
    notes.push(`“${domain}” has no point, as only names in one's own network have none`);
  if (/\P{ASCII}/u.test(text))
    notes.push('it has letters beyond a to z, which not every mail server delivers');
  return { ok: true, notes };
}

function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

function refuse(reason: string): EmailReading {
  return { ok: false, reason };
}
