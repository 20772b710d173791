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

/**
 * What an analytic finds, for legends and tables (`Large vessel`). A name that the ordering document does not list is
 * shown as it came, and so is each part of names joined by ` + `.
 */
export function analyticDisplayName(analytic: string): string {
  return analytic
    .split(' + ')
    .map((name) => displayNames.get(name) ?? name)
    .join(' + ');
}

/** A region as it stands in chip addresses: each space becomes a hyphen (results document, 4.3). It is not encoded. */
export function chipRegionSegment(region: string): string {
  return region.replaceAll(' ', '-');
}
