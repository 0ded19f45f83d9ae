import type { exportTaxCsv as csvSpec, exportTaxPdf as pdfSpec } from '@trading-bot/contract/rest/trading/analytics'
import { csvOf } from '@trading-bot/core/csv-of'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { drawTaxStatement } from './draw-tax-statement.ts'
import { rupees } from '../figures.ts'
import { CHARGE_KINDS, readTaxStatement, type TaxStatement } from './tax-statement.ts'

export const exportTaxCsv: UseCase<typeof csvSpec> = async ({ db, actor }, input) => {
  const statement = await readTaxStatement(db, actor.userId, input)
  return new TextEncoder().encode(csvOf(linesOf(statement)))
}

export const exportTaxPdf: UseCase<typeof pdfSpec> = async ({ db, actor, clock }, input) => {
  const statement = await readTaxStatement(db, actor.userId, input)
  const { first_name, last_name, email } = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  return drawTaxStatement(statement, { name: `${first_name} ${last_name}`, email }, clock.now())
}

function linesOf({ year, mode, trips, totals, charges }: TaxStatement): (string | number)[][] {
  return [
    ['Financial year', year],
    ['Kind', mode === 'live' ? 'Intraday equity, speculative income' : 'Paper trades, not income'],
    [],
    ['date', 'symbol', 'side', 'quantity', 'buy_value_inr', 'sell_value_inr', 'gross_inr', 'charges_inr', 'net_inr'],
    ...trips.map((trip) => [
      trip.day,
      trip.symbol,
      trip.side,
      trip.quantity,
      rupees(trip.buyPaise),
      rupees(trip.sellPaise),
      rupees(trip.sellPaise - trip.buyPaise),
      rupees(trip.chargesPaise),
      rupees(trip.netPaise),
    ]),
    [],
    ['Round trips', trips.length],
    ['Turnover (profits and losses by size)', rupees(totals.turnoverPaise)],
    ...Object.entries(CHARGE_KINDS).map(([kind, label]) => [label, rupees(charges[kind as keyof typeof charges])]),
    ['Charges in all', rupees(totals.chargesPaise)],
    ['Net result', rupees(totals.netPaise)],
  ]
}
