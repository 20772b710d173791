import { describe, expect, it } from 'vitest';
import { summarizeRequest } from '../../../../../shared/orders/request/request-summary.ts';

const request = {
  descriptiveName: 'Ningbo weekly',
  request: {
    type: 'workflow',
    contactEmail: 'analyst@example.org',
    workflowRequest: { type: 'analytic', analytics: ['SmallVesselDetection'] },
    schedule: [
      { type: 'range', range: { min: '2026-11-01T00:00:00.000Z', max: '2026-11-08T00:00:00.000Z' } },
    ],
    aois: [{ type: 'point', latitude_deg: 29.9, longitude_deg: 122.1, radius_km: 12.5 }],
  },
};

describe('summarizeRequest', () => {
  it('reads every part of a request', () => {
    expect(summarizeRequest(JSON.stringify(request))).toEqual({
      descriptiveName: 'Ningbo weekly',
      purchaseReason: null,
      customerNotes: null,
      contactEmail: 'analyst@example.org',
      analytics: ['SmallVesselDetection'],
      ranges: [{ from: '2026-11-01T00:00:00.000Z', to: '2026-11-08T00:00:00.000Z' }],
      aois: [{ kind: 'circle', center: [122.1, 29.9], radiusKilometres: 12.5 }],
      changeDetection: null,
    });
  });

  it.each(['changeDetAnalyticParams', 'changeDetParameters'])('reads change parameters under %s', (name) => {
    const parameters = { changeDetectionType: ['PORT_TRAFFIC'] };
    const text = JSON.stringify({ ...request, request: { ...request.request, [name]: parameters } });
    expect(summarizeRequest(text)?.changeDetection).toEqual(parameters);
  });

  it('leaves out invalid parts and returns the rest', () => {
    const odd = {
      ...request,
      descriptiveName: 7,
      request: {
        ...request.request,
        schedule: 'always',
        aois: [{ type: 'corridor' }, ...request.request.aois],
      },
    };
    const summary = summarizeRequest(JSON.stringify(odd));
    expect(summary?.descriptiveName).toBeNull();
    expect(summary?.ranges).toEqual([]);
    expect(summary?.aois.map(({ kind }) => kind)).toEqual(['other', 'circle']);
    expect(summary?.analytics).toEqual(['SmallVesselDetection']);
  });

  it.each(['', 'not JSON', '[]', 'null', '{"request":3}'])('returns null for %j', (text) => {
    expect(summarizeRequest(text)).toBeNull();
  });
});
