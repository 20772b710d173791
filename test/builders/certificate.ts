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
