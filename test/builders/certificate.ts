import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeTempFolder } from './workspace-builder.ts';

/** A self-signed certificate for an address as PEM, and its file, which is deleted after the test. */
export async function makeCertificate(address = '127.0.0.1'): Promise<{
  readonly key: string;
  readonly cert: string;
  readonly file: string;
}> {
  const folder = await makeTempFolder();
  const [key, file] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const names = ['-subj', `/CN=${address}`, '-addext', `subjectAltName=IP:${address}`];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await promisify(execFile)('openssl', [...made, '-days', '1', '-keyout', key, '-out', file, ...names]);
  return { key: await readFile(key, 'utf8'), cert: await readFile(file, 'utf8'), file };
}

/** A certificate with its key as PEM. */
type KeyPair = { readonly key: string; readonly cert: string };

/** A private certificate authority. */
export type TestAuthority = {
  readonly cert: string;
  /** The authority's certificate as a PEM file. */
  readonly file: string;
  /** A certificate for the DNS names; with a negative number of days it has expired. */
  issue(names: readonly string[], days?: number): Promise<KeyPair>;
  /** A certificate of a user in a PFX file with this passphrase. */
  issuePfx(name: string, passphrase: string): Promise<string>;
};

/** Makes an authority. Its files are in `folder`, which the caller deletes. */
export async function makeAuthority(folder: string): Promise<TestAuthority> {
  const inFolder = (name: string) => path.join(folder, name);
  const openssl = (...args: readonly string[]) => promisify(execFile)('openssl', [...args]);
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const file = inFolder('authority.pem');
  const authorityKey = inFolder('authority.key');
  const subject = ['-subj', '/CN=Test authority', '-days', '2'];
  await openssl('req', '-x509', ...newKey, ...subject, '-keyout', authorityKey, '-out', file);
  let issued = 0;

  const issue = async (names: readonly string[], days: number) => {
    issued += 1;
    const [key, request, cert] = ['key', 'csr', 'pem'].map((kind) => inFolder(`${issued}.${kind}`)) as [
      string,
      string,
      string,
    ];
    const alternatives = ['-addext', `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`];
    await openssl(
      ...['req', ...newKey, '-subj', `/CN=${names[0]}`, ...alternatives],
      ...['-keyout', key, '-out', request],
    );
    await openssl(
      ...['x509', '-req', '-in', request, '-CA', file, '-CAkey', authorityKey, '-CAcreateserial'],
      ...['-days', String(days), '-copy_extensions', 'copy', '-out', cert],
    );
    return { key, cert };
  };

  return {
    cert: await readFile(file, 'utf8'),
    file,
    async issue(names, days = 1) {
      const { key, cert } = await issue(names, days);
      return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
    },
    async issuePfx(name, passphrase) {
      const { key, cert } = await issue([name], 1);
      const pfx = inFolder(`${issued}.pfx`);
      const secret = ['-passout', `pass:${passphrase}`];
      await openssl('pkcs12', '-export', '-inkey', key, '-in', cert, ...secret, '-out', pfx);
      return pfx;
    },
  };
}
