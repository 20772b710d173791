/** Kinds of sites that some analytics are limited to. The service states neither which these are nor where. */
export const siteKinds = ['airdrome', 'parking-lot'] as const;
export type SiteKind = (typeof siteKinds)[number];

export const siteKindTitles: Readonly<Record<SiteKind, string>> = {
  airdrome: 'Airdrome',
  'parking-lot': 'Parking lot',
};
