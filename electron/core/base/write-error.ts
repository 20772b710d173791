import path from 'node:path';
import { errorText } from '../../../shared/error-text.ts';

/** A message for the user for a file system error at writing `target`. */
export function describeWriteError(error: unknown, target: string): string {
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
      return `The folder ${folder} is not there any more. Choose another place.`;
    case 'EISDIR':
      return `${target} is a folder. Choose another name.`;
    default:
      return `The export failed: ${errorText(error)}`;
  }
}
