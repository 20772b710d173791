import { z } from 'zod';

/** The most detections, passes and records that a finding names; `detectionCount` counts all. */
export const maxNamedEvidence = 100;

/** A detection as evidence. */
export const findingDetectionSchema = z.object({
  recordId: z.string(),
  /** Its identity in the record, as reviews store it (decision 34). */
  identity: z.string(),
  analytic: z.string(),
  /** `[longitude, latitude]`. */
  position: z.tuple([z.number(), z.number()]),
});
export type FindingDetection = z.infer<typeof findingDetectionSchema>;

/** A pass over a place as evidence. */
export const findingPassSchema = z.object({
  /** The key of the pass. */
  key: z.string(),
  analytics: z.array(z.string()),
  sensorName: z.string().nullable(),
  /** UTC; null without a readable time. */
  collectedAt: z.string().nullable(),
  /** Share of the place that it covers, 0…1; null without a place or a footprint. */
  share: z.number().nullable(),
  /** Matching detections. */
  matches: z.int().nonnegative(),
});
export type FindingPass = z.infer<typeof findingPassSchema>;

/** A statement with its evidence; nothing in it is more than the evidence shows. */
export const findingSchema = z.object({
  /** One sentence. */
  statement: z.string(),
  /** UTC. */
  madeAt: z.string(),
  evidence: z.object({
    detections: z.array(findingDetectionSchema).max(maxNamedEvidence),
    detectionCount: z.int().nonnegative(),
    /** Passes over the place; the name is that of stored findings. */
    looks: z.array(findingPassSchema).max(maxNamedEvidence),
    recordIds: z.array(z.string()).max(maxNamedEvidence),
    /** Place and conditions of the detections, as sentences. */
    conditions: z.array(z.string()),
    /** Who reviewed the detections; null without a review, or by several reviewers. */
    reviewer: z.string().nullable(),
  }),
  /** The inference, and by which rule; null where the statement only repeats what records state. */
  inference: z.object({ rule: z.string(), statement: z.string() }).nullable(),
});
