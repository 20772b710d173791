/** The brand in the query field's name (service.md, Addresses); `svc` where the text names no such field. */
export function brandOfQuery(queryText: string): string {
  return /([A-Za-z][A-Za-z0-9]*)_udp_analyticgeojsonrecord/.exec(queryText)?.[1] ?? 'svc';
}
