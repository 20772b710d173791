import { runCli } from './run-cli.ts';

/** Entry of the command line without Electron: `npm run sightline -- …`. */
await runCli({
  args: process.argv.slice(2),
  // npm starts this script in the project's folder; paths are relative to the user's current folder.
  folder: process.env.INIT_CWD ?? process.cwd(),
  program: 'npm run --silent sightline --',
  moduleUrl: import.meta.url,
});
