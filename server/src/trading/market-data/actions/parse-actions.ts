import { CorporateActionForm } from '@trading-bot/contract/rest/trading/market-data'
import { parse } from 'csv-parse/sync'
import type * as z from 'zod/mini'

type ActionRow = z.output<typeof CorporateActionForm> & { readonly line: number }
type Refused = { readonly line: number; readonly reason: string }

/** Corporate actions from CSV with a heading line. */
export function parseActions(text: string): { rows: ActionRow[]; refusals: Refused[] } {
  const rows: ActionRow[] = []
  const refusals: Refused[] = []
  for (const { record, info } of readRecords(text, refusals)) {
    const { factor, ...rest } = record
    const parsed = CorporateActionForm.safeParse({ ...rest, factor: Number(factor), kind: rest['kind']?.toLowerCase() })
    if (parsed.success) rows.push({ ...parsed.data, line: info.lines })
    else {
      const [issue] = parsed.error.issues
      const named = issue?.code === 'unrecognized_keys' ? issue.keys : issue?.path
      refusals.push({ line: info.lines, reason: `${(named ?? []).join('.')}: ${issue?.message ?? 'not understood'}` })
    }
  }
  return { rows, refusals }
}

type Line = { readonly record: Record<string, string>; readonly info: { readonly lines: number } }

function readRecords(text: string, refusals: Refused[]): Line[] {
  try {
    return parse(text, {
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase().replace(/[ -]+/g, '_')),
      info: true,
      trim: true,
      skip_empty_lines: true,
      bom: true,
    }) as unknown as Line[]
  } catch (error) {
    refusals.push({ line: 1, reason: error instanceof Error ? error.message : String(error) })
    return []
  }
}
