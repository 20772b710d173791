import { randomUUID, X509Certificate } from 'node:crypto';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type tls from 'node:tls';
import { errorText, explainError } from '../../../shared/error-text.ts';
import { fail, failBecause, type Result, succeed } from '../../../shared/result.ts';
import type { CertificateFacts, CertificateFile } from '../../../shared/settings/network.ts';
import type { ChosenFile } from '../base/file-ids.ts';
import { createTlsContext } from '../service/network-access.ts';

/** The certificate of the user with its key, as TLS takes it. */
export type ClientCertificate = Pick<tls.SecureContextOptions, 'pfx' | 'cert' | 'key' | 'passphrase'>;

const maxCertificateBytes = 2 ** 20;

/** The certificates of a PEM file, or the one of a DER file. Throws with a reason for the user. */
export function parseCertificates(contents: Buffer): readonly X509Certificate[] {
  const blocks = contents.toString('latin1').match(pemCertificate);
  try {
    return (blocks ?? [contents]).map((block) => new X509Certificate(block));
  } catch {
    throw new Error('It has no certificate in PEM or DER format.');
  }
}

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Reads a certificate with its key from a PFX (PKCS #12) or PEM file. Throws with a reason for the user. */
export function parseClientCertificate(contents: Buffer, passphrase: string): ClientCertificate {
  const isPem = contents.includes('-----BEGIN ');
  const secret = passphrase === '' ? {} : { passphrase };
  const certificate = isPem ? { cert: contents, key: contents, ...secret } : { pfx: contents, ...secret };
  try {
    createTlsContext(undefined, certificate);
  } catch (error) {
    throw new Error(clientCertificateProblem(errorText(error)), { cause: error });
  }
  return certificate;
}

/** OpenSSL has no codes for these; the words are those of versions 1.1 and 3. */
function clientCertificateProblem(message: string): string {
  if (/mac verify|bad decrypt|password|passphrase/i.test(message)) return 'Its passphrase is another one.';
  if (/unsupported/i.test(message)) return 'Its encryption is too old. Export it again, with AES.';
  return 'It has no certificate with its private key in PFX or PEM format.';
}

/** Description of a certificate in the settings; a date that cannot be read is empty. */
export function describeCertificate(certificate: X509Certificate): CertificateFacts {
  const isoDate = (date: Date) => (Number.isNaN(date.getTime()) ? '' : date.toISOString());
  return {
    subject: nameOf(certificate.subject),
    issuer: nameOf(certificate.issuer),
    validFrom: isoDate(certificate.validFromDate),
    validTo: isoDate(certificate.validToDate),
  };
}

/** The common name, or else the whole name in one line. */
function nameOf(distinguishedName: string): string {
  return /^CN=(.*)$/m.exec(distinguishedName)?.[1] ?? distinguishedName.replaceAll('\n', ', ');
}

/** The failure for a file that cannot be used; `before` is what was not done with it. */
export function refuseCertificate(before: string, error: unknown) {
  const { message, ...details } = explainError(error, 'It cannot be read.');
  return fail('invalid-input', `${before} ${message}`, details);
}

/** Reads a file of certificates. Throws with a reason for the user. */
export async function readCertificateFile(file: string): Promise<Buffer> {
  const contents = await readFile(file).catch((error: unknown) => {
    throw new Error('It cannot be read.', { cause: error });
  });
  if (contents.length > maxCertificateBytes) throw new Error('It is too large for a file of certificates.');
  return contents;
}

/**
 * The reference to a chosen file that is saved in the settings: to the file itself, or to a copy in `folder` where it is
 * an upload, which is deleted. Fails with `disk`.
 */
export async function createCertificateFile(
  folder: string,
  chosen: ChosenFile,
): Promise<Result<CertificateFile>> {
  const { name, isTemporary: isCopy } = chosen;
  const id = randomUUID();
  if (!isCopy) return succeed({ id, name, path: chosen.path, isCopy });
  const target = path.join(folder, id);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await copyFile(chosen.path, target);
    await rm(chosen.path, { force: true });
    return succeed({ id, name, path: target, isCopy });
  } catch (error) {
    await rm(target, { force: true });
    return failBecause('disk', `${name} could not be copied into the data folder.`, error);
  }
}

/** Deletes Sightline's copy; the user's files stay. */
export async function removeCopy(folder: string, file: CertificateFile): Promise<void> {
  if (file.isCopy && path.dirname(file.path) === folder) await rm(file.path, { force: true });
}
