import path from 'node:path';
import { cutText } from '../../../shared/cut-text.ts';
import { causeText, explainError } from '../../../shared/error-text.ts';
import { type Failure, fail } from '../../../shared/result.ts';

/** The failure for a file system error at writing `target`. */
export function writeFailure(error: unknown, target: string): Failure {
  const known = describeKnownError(error, target);
  if (known !== undefined) return fail('disk', known, { details: causeText(error) }).failure;
  const { message, ...details } = explainError(error, `${path.basename(target)} could not be written.`);
  return fail('disk', `The export failed: ${message}`, details).failure;
}

function describeKnownError(error: unknown, target: string): string | undefined {
  const folder = path.dirname(target);
  const full = `The disk of ${folder} is full. Free some space or choose another place; nothing was left behind.`;
  const refused = `The folder ${folder} may not be written. Choose another place.`;
  const absent = `The folder ${folder} is not there. Choose another place.`;
  const messages: Readonly<Record<string, string>> = {
    ...{ ENOSPC: full, EDQUOT: full },
    ...{ EACCES: refused, EPERM: refused, EROFS: refused },
    ...{ ENOENT: absent, ENOTDIR: absent },
    EISDIR: `${target} is a folder. Choose another name.`,
    ENAMETOOLONG: `The name of ${cutText(target, 300)} is too long. Choose a shorter one.`,
    ELOOP: `${target} leads through a link to itself. Choose another place.`,
  };
  return error instanceof Object && 'code' in error ? messages[String(error.code)] : undefined;
}
