/** Settings of the workspace with its saved review queue, which names detections by their ids, and the position in it. */
export const reviewQueueSettings = { queue: 'review-queue', place: 'review-queue place' } as const;
