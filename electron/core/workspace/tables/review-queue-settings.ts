/**
 * Settings of the workspace with its saved review queue, which names detections by their ids, and the position in it. They
 * are two, since the position is written with every verdict, while the list may be long and never changes.
 */
export const reviewQueueSettings = { queue: 'review-queue', place: 'review-queue place' } as const;
