import { type Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import type { SymbolReport, TokenChange } from '@trading-bot/contract/rest/trading/symbols'
import { type AuditScene, recordAudit } from '../../platform/audit/record-audit.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import type { Context } from '../../platform/http/context.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { recordAuctionMembership } from '../market-calendar/index.ts'
import { jsonRows, NotAList, NotJson } from './json-rows.ts'
import { type Intake, openIntake } from './symbol-rows.ts'
import { applySymbols } from './symbol-store.ts'

const MOST_SYMBOLS = 300_000

/** Reads the whole list first and applies it in one transaction: a truncated list changes nothing. */
export async function importSymbols(
  context: Context<'admin'>,
  content: AsyncIterable<Uint8Array>,
): Promise<SymbolReport | Refusal> {
  const intake = await readIntake(content)
  if ('code' in intake) return intake
  const { rows } = intake.counts()
  if (rows === 0) return refuse('SYMBOLS_NOT_LIST')
  if (intake.rows.length === 0) {
    const [first] = intake.refusals
    const reason = first ? `Row ${first.row}: ${first.reason}.` : 'None of them is an NSE share (-EQ).'
    return refuse('NO_SYMBOL_TAKEN', { values: { count: String(rows), reason } })
  }
  return applyIntake(context, intake)
}

/** All rows in one transaction, with an audit line. */
export async function applyIntake(scene: AuditScene & { readonly db: Db }, intake: Intake): Promise<SymbolReport> {
  const { rows, skipped, refused } = intake.counts()
  return scene.db.transaction().execute(async (tx) => {
    const format = intake.format()
    // A master lists thousands of shares: an administrator switches on the few that are traded.
    const outcome = await applySymbols(tx, intake.rows, { isActive: format === 'list' }, scene.clock.now())
    const auctionChanges = await recordAuctionMembership(tx, intake.auction(), scene.clock.now())
    const figures = {
      rows,
      added: outcome.added,
      changed: outcome.changed,
      unchanged:
        intake.rows.length - outcome.added - outcome.changed - outcome.refusals.length - outcome.tokenChanges.length,
      skipped,
      refused: refused + outcome.refusals.length,
    }
    await recordAudit(tx, scene, {
      action: 'symbols.uploaded',
      subject: { kind: 'symbols', id: 'all' },
      after: { format, ...figures, auctionChanges, heldBack: outcome.tokenChanges.length },
    })
    if (outcome.tokenChanges.length > 0) await warnOfTokens(tx, scene.clock.now(), outcome.tokenChanges)
    const refusals = [...intake.refusals, ...outcome.refusals].sort((a, b) => a.row - b.row).slice(0, 100)
    return {
      message: 'Symbols uploaded successfully!',
      format,
      ...figures,
      refusals,
      token_changes: outcome.tokenChanges.slice(0, 100),
    }
  })
}

/** The nightly download has nobody who could confirm: whoever reads the log does it on the symbol's row. */
async function warnOfTokens(tx: Tx, now: Date, changes: readonly TokenChange[]): Promise<void> {
  const named = changes.slice(0, 5).map(({ symbol, from, to }) => `${symbol} (${from} to ${to})`)
  await recordLog(tx, now, {
    level: 'WARNING',
    category: 'trading',
    message: `New tokens of traded symbols wait for confirmation: ${named.join(', ')}`,
    details: { changes: changes.slice(0, 100) },
  })
}

export async function readIntake(content: AsyncIterable<Uint8Array>): Promise<Intake | Refusal> {
  const intake = openIntake()
  try {
    for await (const value of jsonRows(content)) {
      intake.take(value)
      if (intake.rows.length > MOST_SYMBOLS) {
        return refuse('TOO_MANY_SYMBOLS', { values: { limit: MOST_SYMBOLS.toLocaleString('en-IN') } })
      }
    }
    return intake
  } catch (error) {
    if (error instanceof NotAList) return refuse('SYMBOLS_NOT_LIST')
    if (!(error instanceof NotJson)) throw error
    const where = error.row === undefined ? '' : ` The mistake is in row ${error.row}.`
    return refuse('SYMBOLS_NOT_JSON', { values: { where } })
  }
}
