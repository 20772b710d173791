const displayNames: ReadonlyMap<string, string> = new Map([
  ['SmallVesselDetection', 'Small vessel'],
  ['LargeVesselDetection', 'Large vessel'],
  ['SubsidenceMonitoring', 'Subsidence'],
  ['AircraftDetection', 'Aircraft'],
  ['SPEX', 'Man-made object'],
  ['CarCounting', 'Cars'],
  ['GroundVehicleDetection', 'Ground vehicle'],
  ['ChangeDetection', 'Change'],
]);

/** The documented names of analytics (service.md, Analytics). */
export const documentedAnalytics: readonly string[] = [...displayNames.keys()];

/**
 * Returns the display name of an analytic for legends and tables (`Large vessel`). A name that the service
 * does not list stays unchanged; names joined by ` + ` are translated one by one.
 */
export function analyticDisplayName(analytic: string): string {
  return analytic
    .split(' + ')
    .map((name) => displayNames.get(name) ?? name)
    .join(' + ');
}

/**
 * Returns a region as written in chip addresses, with a hyphen for each space (service.md, Chips). It is not
 * URL-encoded.
 */
export function chipRegionSegment(region: string): string {
  return region.replaceAll(' ', '-');
}
