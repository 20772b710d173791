/** SQL of the schema for comparisons: without quotes of names, in lower case, with spaces only where they separate. */
export function normalizeSql(sql: string): string {
  return sql
    .replaceAll(/["`[\]]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),;=<>!+]) ?/g, '$1')
    .trim()
    .toLowerCase();
}
