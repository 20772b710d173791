/** Whether the detections of an analytic may be ships, by its name. */
export function isVesselAnalytic(analytic: string): boolean {
  return /vessel|ship/i.test(analytic) || analytic === 'SPEX';
}
