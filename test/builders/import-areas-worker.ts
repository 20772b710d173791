import { parentPort, workerData } from 'node:worker_threads';
import { type ImportFile, importAreas } from '../../shared/areas/import-areas.ts';

/** Imports the file that a test passes on, in a thread that the test can end when it hangs. */
const { verdict, areas, error } = importAreas(workerData as ImportFile);
parentPort?.postMessage({ verdict, areaCount: areas.length, code: error?.code });
