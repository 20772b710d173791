import { createHmac, timingSafeEqual } from 'node:crypto';

/** Tokens of the form `payload.signature`, both base64url; the signature is HMAC-SHA-256 (RFC 2104). */
export function createAccessTokens(secret: Buffer) {
  const sign = (payload: string) => createHmac('sha256', secret).update(payload).digest();
  return {
    /** A token for a user, valid until an instant (epoch milliseconds UTC). */
    issue(username: string, expiresAt: number): string {
      const payload = Buffer.from(JSON.stringify([username, expiresAt])).toString('base64url');
      return `${payload}.${sign(payload).toString('base64url')}`;
    },
    /** The user of a correctly signed token that has not expired; undefined for any other. */
    check(token: string, now: number): string | undefined {
      const [payload, signature, ...more] = token.split('.');
      if (payload === undefined || signature === undefined || more.length > 0) return undefined;
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(payload);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const [username, expiresAt] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
        string,
        number,
      ];
      return now < expiresAt ? username : undefined;
    },
  };
}

/** Issues and verifies access tokens that contain their expiry, so that they stay valid after a restart. */
export type AccessTokens = ReturnType<typeof createAccessTokens>;
