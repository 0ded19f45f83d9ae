/** INV/2026-27/00042 */
export function invoiceNumber(row: { series: string; financial_year: string; number: number }): string {
  return `${row.series}/${row.financial_year}/${String(row.number).padStart(5, '0')}`
}
