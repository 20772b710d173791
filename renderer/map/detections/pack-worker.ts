import { type DetectionColumns, packDetections } from './packed-detections.ts';

/** What the page sends: columns it gives away, and a number by which it knows the answer. */
export type PackRequest = { readonly ticket: number; readonly columns: DetectionColumns };

// The DOM library types `self` as a window; in a worker it is the worker's own scope.
const scope = self as unknown as Worker;

scope.onmessage = ({ data }: MessageEvent<PackRequest>) => {
  const packed = packDetections(data.columns);
  const { words, keys, ids, byId } = packed;
  scope.postMessage({ ticket: data.ticket, packed }, [words.buffer, keys.buffer, ids.buffer, byId.buffer]);
};
