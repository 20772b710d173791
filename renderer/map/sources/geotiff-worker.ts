import { errorText } from '../../../shared/error-text.ts';
import { decodeTile, registerBoundedDecoders } from './bounded-decoders.ts';
import type { TileRequest, TileResponse } from './worker-decoders.ts';

/** The global scope of the worker, which decodes tiles and strips of GeoTIFFs. */
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<TileRequest>) => Promise<void>) | null;
  postMessage(message: TileResponse, transfer?: Transferable[]): void;
};

registerBoundedDecoders();

scope.onmessage = async ({ data: { ticket, compression, parameters, buffer } }) => {
  try {
    const decoded = await decodeTile(compression, parameters, buffer);
    scope.postMessage({ ticket, decoded }, decoded instanceof ArrayBuffer ? [decoded] : []);
  } catch (error) {
    // A rejection in a worker is not reported to the page; it has to be sent.
    scope.postMessage({ ticket, problem: errorText(error) });
  }
};
