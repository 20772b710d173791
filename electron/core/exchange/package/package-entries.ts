/** Names of the files in a case package. Chips stand in `chips/` under numbers. */
export const packageEntries = {
  readme: 'README.txt',
  manifest: 'manifest.json',
  records: 'records/records.jsonl',
  recordIndex: 'records/index.jsonl',
  detections: 'detections.geojson',
  footprints: 'footprints.geojson',
  reviews: 'reviews/reviews.jsonl',
  reviewHistory: 'reviews/history.jsonl',
  areas: 'areas.json',
  searches: 'searches.json',
  chipIndex: 'chips/index.jsonl',
} as const;
