import type { CountryName } from '../places/country-names.ts';

/** Land with its coasts and borders, or these lines alone. */
export type BasemapPart = 'land' | 'lines';

/** Content of an image of the basemap. */
export type ImageView = {
  /** EPSG:3857. */
  readonly center: readonly [x: number, y: number];
  /** Meters of EPSG:3857 per CSS pixel. */
  readonly resolution: number;
  /** Radians, clockwise, as in OpenLayers. */
  readonly rotation: number;
  /** Pixels of the image per CSS pixel. */
  readonly pixelRatio: number;
  /** Pixels of the image. */
  readonly width: number;
  readonly height: number;
};

/** CSS colors. */
export type BasemapColors = { readonly land: string; readonly line: string };

/** A request for an image; that of a layer before is not needed anymore. */
export type BasemapRequest = {
  readonly layer: number;
  readonly id: number;
  readonly part: BasemapPart;
  readonly view: ImageView;
  readonly colors: BasemapColors;
};

/** A response of the worker, or why there is none. */
export type BasemapResponse =
  | {
      readonly layer: number;
      readonly id: number;
      readonly image: ImageBitmap;
      /** False when another image of finer coasts follows. */
      readonly isFinal: boolean;
    }
  | { readonly countries: readonly CountryName[] }
  | { readonly problem: string };
