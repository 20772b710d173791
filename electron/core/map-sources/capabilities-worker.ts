import { serveThread } from '../base/serve-thread.ts';
import { type CapabilitiesThreadMethods, readCapabilities } from './read-capabilities.ts';

// Entry of the worker thread that parses the capabilities of one service.
serveThread<CapabilitiesThreadMethods>({ parse: ([task]) => readCapabilities(task) });
