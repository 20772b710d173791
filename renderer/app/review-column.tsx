import type { ReviewStageContent } from '../context/use-review-stage.ts';
import { ReviewedDetection } from '../features/inspector/reviewed-detection.tsx';
import { ReviewStage } from '../features/review/review-stage.tsx';

/** The review in the main column, with the inspector's view of the detection. */
export function ReviewColumn({ content }: { readonly content: ReviewStageContent }) {
  return <ReviewStage content={content} detection={(id) => <ReviewedDetection detectionId={id} />} />;
}
