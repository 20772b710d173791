/** An image and how many detections of it are in a queue, or in a grid of chips. */
export type QueuePass = {
  /** Names the image; null stands for the detections that come from no known image. */
  readonly key: string | null;
  readonly sensorName: string | null;
  readonly vendorId: string | null;
  /** Collection start, epoch milliseconds UTC. */
  readonly startedAt: number | null;
  readonly count: number;
  /** Of these, how many have a verdict. */
  readonly judged: number;
};
