import { expect, test } from 'vitest';
import { analyticNotes } from '../../../../../shared/orders/request/request-checks.ts';
import { analytics } from '../../../../../shared/results/analytics.ts';

test('a note names each analytic whose results may not be found, and each that may not be ordered', () => {
  const noted = analytics.map(({ name }) => name).filter((name) => analyticNotes([name]).length > 0);

  expect(noted).toEqual(['SubsidenceMonitoring', 'CarCounting']);
  expect(analyticNotes(['SPEX', 'CarCounting', 'ShipCounting'])).toEqual([
    '“CarCounting” can be ordered, but the document of the results service does not list it. Its results may not be found by a query.',
    "“ShipCounting” is not in the service's document. The service may refuse it.",
  ]);
});
