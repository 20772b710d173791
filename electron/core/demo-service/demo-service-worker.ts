import { parentPort, workerData } from 'node:worker_threads';
import { startDemoService } from './demo-service.ts';
import type { DemoServiceThreadOptions } from './demo-service-thread.ts';

// Entry of the demo service's thread: posts its addresses, and ends after the message `close`.
if (parentPort === null) throw new Error('The demo service worker runs in a worker thread only.');
const port = parentPort;
const options: DemoServiceThreadOptions = workerData;
const { baseUrl, imageBaseUrl, close } = await startDemoService(options);
port.on('message', (message: unknown) => {
  if (message === 'close') void close().then(() => port.close());
});
port.postMessage({ baseUrl, imageBaseUrl });
