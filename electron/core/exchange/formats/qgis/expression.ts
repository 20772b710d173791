/** A column in a QGIS expression. */
export function quotedColumn(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}

/** A text in a QGIS expression. */
export function quotedText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
