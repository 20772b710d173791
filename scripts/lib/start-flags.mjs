import path from 'node:path';
import { parseArgs } from 'node:util';

/** Start of the app. */
export const startUsage = `Usage: npm start -- [flags]
  --host electron|browser  which host to open; Electron where it can, unless a flag of the browser host is given
  --data-dir DIR           where workspaces and settings lie
  --port N                 port of the browser host; 0 takes any free one; by default that of the last start
  --no-open                print the browser host's address and open nothing`;

/** Reads the flags of `npm start`. Throws with a message for the user. */
export function parseStartFlags(args) {
  const { values } = parseArgs({
    args,
    options: {
      host: { type: 'string' },
      port: { type: 'string' },
      'data-dir': { type: 'string' },
      'no-open': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { host, port, help } = values;
  const isForBrowser = port !== undefined || values['no-open'];
  if (host !== undefined && host !== 'electron' && host !== 'browser') {
    throw new Error(`--host is "${host}". Give electron or browser.`);
  }
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65535)) {
    throw new Error(`--port is "${port}". Give a number from 0 to 65535; 0 takes any free port.`);
  }
  if (host === 'electron' && isForBrowser) {
    throw new Error('--port and --no-open belong to the browser host; Electron has neither.');
  }
  if (values['data-dir'] === '') throw new Error('--data-dir is empty. Give a folder.');
  return {
    help,
    host: host ?? (isForBrowser ? 'browser' : undefined),
    port,
    // npm starts this script in the project's folder; the path is relative to the user's current folder.
    dataDir: values['data-dir'] && path.resolve(process.env.INIT_CWD ?? '.', values['data-dir']),
    open: !values['no-open'],
  };
}
