import { createKeytarKeychain } from '../../electron/core/session/keytar-keychain.ts';

// Run as a separate process, in a D-Bus session of the test: `keychain-call.ts <timeout ms> <call>…`, where a
// call is `read`, `write:<secret>` or `remove`. Prints each result as a line of JSON.
const [timeoutMs, ...calls] = process.argv.slice(2);
const keychain = createKeytarKeychain({ timeoutMs: Number(timeoutMs) });
for (const call of calls) {
  const [name, secret = ''] = call.split(':');
  const response =
    name === 'write'
      ? await keychain.write('test-account', secret)
      : name === 'read'
        ? await keychain.read('test-account')
        : await keychain.remove('test-account');
  process.stdout.write(`${JSON.stringify(response)}\n`);
}
process.stdout.write('still working\n');
