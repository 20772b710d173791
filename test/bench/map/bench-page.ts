/** Functions that each page offers to the bench, as `window.bench`. Times are milliseconds. */
export type BenchPage = {
  /**
   * Makes the data; not measured. They are in the page's memory or, for a map that loads them in a worker by itself,
   * at an address, as they are in the app.
   */
  prepare(count: number, where: 'memory' | 'address'): Promise<void>;
  /** From data in memory to the first frame that shows them. */
  load(): Promise<number>;
  /** Time of the load for converting the data to the form that the map draws, if known. */
  packing?(): number;
  /** Sets another filter of time and confidence and renders at once, so often; the mean time of script. */
  filter?(times: number): Promise<number>;
  /** Shows other masks, as of any other filter, so often. */
  mask?(times: number): Promise<void>;
  /** Hit tests at pixels; the mean time. */
  hit?(times: number): number;
  /** Selection by a box around a third of all points; the time and the count. */
  boxSelect?(): { readonly milliseconds: number; readonly found: number };
  /** Moves the map by so many small steps, each drawn; the mean time of one. */
  pan(steps: number): Promise<number>;
  /** Drags the map to and fro, so many steps of a few pixels, each drawn; the time of each. */
  drag(steps: number): Promise<number[]>;
};

declare global {
  interface Window {
    bench: BenchPage;
    /** Layers drawn by WebGL are left out: SwiftShader would need seconds for a million points. */
    stubDraws: boolean;
  }
}
