import { parentPort } from 'node:worker_threads';
import { type ImportFile, importAreas } from '../../shared/areas/import-areas.ts';

/** Imports the files that a test passes on, in a thread that the test can end when it hangs. */
parentPort?.on('message', (file: ImportFile) => {
  const { verdict, areas, error } = importAreas(file);
  parentPort?.postMessage({ verdict, areaCount: areas.length, code: error?.code });
});
