import { serveCalls } from '../../ui/workers/serve-calls.ts';
import { decodeTile, registerBoundedDecoders } from './bounded-decoders.ts';
import type { TileRequest } from './worker-decoders.ts';

registerBoundedDecoders();

serveCalls(
  ({ compression, parameters, buffer }: TileRequest) => decodeTile(compression, parameters, buffer),
  (decoded) => (decoded instanceof ArrayBuffer ? [decoded] : []),
);
