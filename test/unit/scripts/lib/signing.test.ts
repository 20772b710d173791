import { expect, it } from 'vitest';
import { signingFlags } from '../../../../scripts/lib/signing.mjs';

it('an app without a certificate is signed ad hoc on macOS, where the hardened runtime would refuse its libraries', () => {
  expect(signingFlags({})).toEqual(['-c.mac.identity=-', '-c.mac.hardenedRuntime=false']);
});

it.each(['CSC_LINK', 'CSC_NAME'])(
  'with a certificate (%s) electron-builder signs as it is configured',
  (name) => {
    expect(signingFlags({ [name]: 'certificate' })).toEqual([]);
  },
);
