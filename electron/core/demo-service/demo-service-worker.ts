import { serveThread } from '../base/serve-thread.ts';
import { type DemoService, startDemoService } from './demo-service.ts';
import type { DemoServiceThreadMethods } from './demo-service-thread.ts';

// Entry of the demo service's thread: one service, which ends when the thread is closed.
let service: DemoService | undefined;
serveThread<DemoServiceThreadMethods>(
  {
    async start([options]) {
      service = await startDemoService(options);
      const { baseUrl, imageBaseUrl } = service;
      return { baseUrl, imageBaseUrl };
    },
  },
  {
    async onClose() {
      await service?.close();
      service = undefined;
    },
  },
);
