import { explainError } from '../../../shared/error-text.ts';
import { parseCertificates, readCertificateFile } from '../network/certificate-files.ts';
import { TeamError } from './team-failure.ts';

/** Returns the certificates of the authorities in a PEM or DER file, each as PEM. Throws a `TeamError` that names the file. */
export async function readAuthorities(file: string): Promise<string[]> {
  try {
    return parseCertificates(await readCertificateFile(file)).map(String);
  } catch (error) {
    const { message } = explainError(error, 'It cannot be read.');
    throw new TeamError(
      'invalid-input',
      `The file of the certificate authority of the team database cannot be used: ${file}. ${message} Choose another file in Settings, Team; for the command line set PGSSLROOTCERT.`,
      { cause: error, hop: 'tls' },
    );
  }
}
