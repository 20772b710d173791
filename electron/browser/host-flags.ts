import path from 'node:path';
import { parseArgs } from 'node:util';

/** The command-line flags of the browser host. */
export type HostFlags = {
  /** 0 lets the system choose; undefined for the port of the last start, as long as it is free. */
  readonly port: number | undefined;
  /** Absolute. Undefined for the default one. */
  readonly dataDir: string | undefined;
  readonly open: boolean;
};

/** The usage line of the browser host. */
export const hostUsage = 'Usage: browser-host [--port N] [--data-dir DIR] [--no-open]';

/** Parses the flags of the browser host. Throws with a message for the user when they are invalid. */
export function parseHostFlags(args: readonly string[]): HostFlags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      'data-dir': { type: 'string' },
      'no-open': { type: 'boolean', default: false },
    },
  });
  const { port } = values;
  if (port !== undefined && (!/^\d{1,5}$/.test(port) || Number(port) > 65535)) {
    throw new Error(`--port is "${port}". Give a number from 0 to 65535; 0 takes any free port.`);
  }
  if (values['data-dir'] === '') throw new Error('--data-dir is empty. Give a folder.');
  return {
    port: port === undefined ? undefined : Number(port),
    dataDir: values['data-dir'] && path.resolve(values['data-dir']),
    open: !values['no-open'],
  };
}
