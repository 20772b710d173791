import { parentPort, workerData } from 'node:worker_threads';
import { type CapabilitiesTask, readCapabilities } from './read-capabilities.ts';

/** Entry of the thread that parses the capabilities of one service and then ends. */
parentPort?.postMessage(readCapabilities(workerData as CapabilitiesTask));
