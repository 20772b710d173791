import { useEffect } from 'react';
import { useApp } from '../context/app-context.tsx';
import type { ReviewStageContent } from '../context/use-review-stage.ts';
import { DetectionUnderReview } from '../features/inspector/reviewed-detection.tsx';
import { ReviewStage } from '../features/review/review-stage.tsx';
import { isDrawer } from '../stores/panel-layout.ts';

/** The review in the main column, with the inspector's view of the detection. */
export function ReviewColumn({ content }: { readonly content: ReviewStageContent }) {
  return (
    <>
      <CloseDrawer key={content} />
      <ReviewStage content={content} detection={(id) => <DetectionUnderReview detectionId={id} />} />
    </>
  );
}

/** Closes a left panel that lies over the main column, where it would cover the chip and the verdicts. */
function CloseDrawer() {
  const { stores } = useApp();
  useEffect(() => {
    const { windowSize, setPanelOpen } = stores.ui.getState();
    if (isDrawer('side', windowSize)) setPanelOpen('side', false);
  }, [stores]);
  return null;
}
