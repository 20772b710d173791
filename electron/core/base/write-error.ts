import path from 'node:path';
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
  const code = error instanceof Object && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${folder} is full. Free some space or choose another place; nothing was left behind.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The folder ${folder} may not be written. Choose another place.`;
    case 'ENOENT':
    case 'ENOTDIR':
      return `The folder ${folder} is not there. Choose another place.`;
    case 'EISDIR':
      return `${target} is a folder. Choose another name.`;
    default:
      return undefined;
  }
}
