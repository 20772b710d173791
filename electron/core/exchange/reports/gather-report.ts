import { aisReport } from '../../../../shared/reports/ais-report.ts';
import { detectionCards } from '../../../../shared/reports/detection-cards.ts';
import { passReport } from '../../../../shared/reports/pass-report.ts';
import type { ReportDocument } from '../../../../shared/reports/report-document.ts';
import { siteReport } from '../../../../shared/sites/site-report.ts';
import { watchDigest } from '../../../../shared/watch/watch-digest.ts';
import { gatherAisReport } from './gather-ais-report.ts';
import { gatherDetectionCards } from './gather-detection-cards.ts';
import { gatherPassReport } from './gather-pass-report.ts';
import { gatherSiteReport } from './gather-site-report.ts';
import { gatherWatchDigest } from './gather-watch-digest.ts';
import type { ReportContext } from './report-context.ts';

/** The document of a report of any kind. Throws `ExportRefused` where it cannot be made. */
export function gatherReport(context: ReportContext): ReportDocument {
  switch (context.report.kind) {
    case 'pass':
      return passReport(gatherPassReport(context));
    case 'detection':
      return detectionCards(gatherDetectionCards(context));
    case 'site':
      return siteReport(gatherSiteReport(context));
    case 'ais':
      return aisReport(gatherAisReport(context));
    case 'watch':
      return watchDigest(gatherWatchDigest(context));
  }
}
