import { serveThread } from '../../electron/core/base/serve-thread.ts';
import type { DemoServiceThreadMethods } from '../../electron/core/demo-service/demo-service-thread.ts';

/** A demo service that crashes once it has returned its addresses. */
serveThread<DemoServiceThreadMethods>({
  start() {
    setTimeout(() => {
      throw new Error('out of order');
    });
    return { baseUrl: 'http://127.0.0.1:1', imageBaseUrl: '' };
  },
});
