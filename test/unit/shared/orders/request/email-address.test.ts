import { describe, expect, test } from 'vitest';
import { readEmailAddress } from '../../../../../shared/orders/request/email-address.ts';

const long = 'a'.repeat(63);

describe('RFC 5321 and RFC 6531', () => {
  test.each([
    ['analyst@example.org', 0],
    ["o'brien+aoi@example.org", 0],
    ['a.b-c_d/e=f{g}@sub.example.org', 0],
    ['ANALYST@EXAMPLE.ORG', 0],
    [`${long}b@${long}.org`, 0],
    ['analyst@xn--exmple-cua.org', 0],
    ['analyst@3com.com', 0],
    ['analyst@exämple.org', 1],
    ['müller@example.org', 1],
    ['分析@例え.テスト', 1],
    ['विश्लेषक@उदाहरण.भारत', 1],
    ['analyst@intranet', 1],
    ['analyst@[192.0.2.10]', 1],
    ['analyst@[IPv6:2001:db8::1]', 1],
    ['"first last"@example.org', 1],
    ['"a\\"b@c"@example.org', 1],
  ])('%s is an address with %d notes', (text, notes) => {
    const reading = readEmailAddress(text);
    expect(reading).toMatchObject({ ok: true });
    expect(reading.ok && reading.notes).toHaveLength(notes);
  });

  test.each([
    ['', 'no @'],
    ['analyst', 'no @'],
    ['@example.org', 'before its @'],
    ['analyst@', 'after its @'],
    ['first last@example.org', 'quotation marks'],
    ['a,b@example.org', 'quotation marks'],
    ['a..b@example.org', 'two points'],
    ['.a@example.org', 'no name of a mailbox'],
    ['a@b@example.org', 'no name of a mailbox'],
    ['Analyst <a@example.org>', 'no name of a mailbox'],
    ['analyst@example..org', 'no name of a domain'],
    ['analyst@-example.org', 'no name of a domain'],
    ['analyst@example.org.', 'no name of a domain'],
    ['analyst@exa mple.org', 'no name of a domain'],
    ['analyst@example_org.com', 'no name of a domain'],
    ['analyst@example.123', 'no name of a domain'],
    ['analyst@192.0.2.10', 'in brackets'],
    ['analyst@[192.0.2.300]', 'no IP address'],
    [`${long}bc@example.org`, '64 bytes'],
    [`${'ä'.repeat(33)}@example.org`, '64 bytes'],
    [`a@${long}.${long}.${long}.${long}.org`, '254 bytes'],
    ['a\u0000b@example.org', 'no name of a mailbox'],
  ])('%j is none', (text, reason) => {
    expect(readEmailAddress(text)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });
});
