/** A region as it stands in chip addresses: each space becomes a hyphen (results document, 4.3). It is not encoded. */
export function chipRegionSegment(region: string): string {
  return region.replaceAll(' ', '-');
}
