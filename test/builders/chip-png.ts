import { encode } from 'fast-png';

/** A gray PNG image of this size. */
export function buildPng(width = 8, height = 8): Uint8Array {
  return encode({ width, height, channels: 1, data: new Uint8Array(width * height).fill(128) });
}
