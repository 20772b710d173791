/** An image and the number of its detections in a review queue or chip grid. */
export type QueuePass = {
  /** Key of the image; null for detections without a known image. */
  readonly key: string | null;
  readonly sensorName: string | null;
  readonly vendorId: string | null;
  /** Collection start, epoch milliseconds UTC. */
  readonly startedAt: number | null;
  readonly count: number;
  /** Number of these with a verdict. */
  readonly reviewed: number;
};
