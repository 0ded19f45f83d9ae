import { dayNumberOf, indiaDayStartMs } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'

/** One closed intraday position: bought, sold, charges and result. */
export type RoundTrip = {
  readonly day: string
  readonly symbol: string
  readonly side: 'LONG' | 'SHORT'
  readonly quantity: number
  readonly buyPaise: number
  readonly sellPaise: number
  readonly chargesPaise: number
  readonly netPaise: number
}

/** Kinds of charges in the order of the contract note. */
export const CHARGE_KINDS = {
  brokeragePaise: 'Brokerage',
  sttPaise: 'Securities transaction tax (STT)',
  exchangePaise: 'Exchange charges',
  sebiPaise: 'SEBI fee',
  stampDutyPaise: 'Stamp duty',
  gstPaise: 'GST',
  dpPaise: 'Depository charge',
} as const
type ChargeKind = keyof typeof CHARGE_KINDS

export type TaxStatement = {
  readonly year: string
  readonly mode: 'live' | 'paper'
  readonly trips: readonly RoundTrip[]
  readonly charges: Readonly<Record<ChargeKind, number>>
  readonly months: readonly { readonly month: string; readonly trips: number; readonly netPaise: number }[]
  readonly totals: {
    readonly buyPaise: number
    readonly sellPaise: number
    readonly chargesPaise: number
    readonly netPaise: number
    readonly profitPaise: number
    readonly lossPaise: number
    /**
     * Turnover of speculative business: the absolute sum of profits and losses before charges, as the ICAI's guidance
     * note on tax audit (section 44AB) counts transactions without delivery.
     */
    readonly turnoverPaise: number
  }
}

type Trip = {
  day: string
  symbol: string
  direction: number
  quantity: number
  buy: string
  sell: string
  charges: string
  net: string
}
type Kinds = Record<string, string>

/** The caller's positions that were closed in the India year from 1 April to 31 March. */
export async function readTaxStatement(
  db: Queryable,
  userId: string,
  { year, mode }: { year: string; mode: 'live' | 'paper' },
): Promise<TaxStatement> {
  const first = Number(year.slice(0, 4))
  const from = new Date(indiaDayStartMs(dayNumberOf(`${first}-04-01`)))
  const until = new Date(indiaDayStartMs(dayNumberOf(`${first + 1}-04-01`)))
  // An intraday position lasts a day at most, so its orders were decided within a day of its end.
  const own = sql`
    select o.* from orders o join positions p on p.id = o.position_id
    where o.user_id = ${userId} and o.mode = ${mode} and o.filled_quantity > 0
      and o.decided_at >= ${from}::timestamptz - interval '1 day' and o.decided_at < ${until}
      and p.closed_at >= ${from} and p.closed_at < ${until}`
  const [{ rows: trips }, { rows: kinds }] = await Promise.all([
    sql<Trip>`
      select (p.closed_at at time zone 'Asia/Kolkata')::date::text as day, p.symbol, p.direction,
        (sum(o.filled_quantity) filter (where o.side = 'BUY'))::int as quantity,
        coalesce(sum(o.filled_value_paise) filter (where o.side = 'BUY'), 0) as buy,
        coalesce(sum(o.filled_value_paise) filter (where o.side = 'SELL'), 0) as sell,
        sum(o.charges_paise) as charges, coalesce(sum(o.pnl_paise), 0) as net
      from (${own}) o join positions p on p.id = o.position_id
      group by p.id order by p.closed_at, p.id`.execute(db),
    sql<Kinds>`
      select ${sql.join(
        Object.keys(CHARGE_KINDS).map(
          (kind) => sql`coalesce(sum((o.charges ->> ${sql.lit(kind)})::bigint), 0) as ${sql.ref(kind)}`,
        ),
      )} from (${own}) o`.execute(db),
  ])
  return statementOf(year, mode, trips.map(tripOf), kinds[0] ?? {})
}

function tripOf(row: Trip): RoundTrip {
  return {
    day: row.day,
    symbol: row.symbol,
    side: row.direction === 1 ? 'LONG' : 'SHORT',
    quantity: row.quantity,
    buyPaise: Number(row.buy),
    sellPaise: Number(row.sell),
    chargesPaise: Number(row.charges),
    netPaise: Number(row.net),
  }
}

function statementOf(year: string, mode: 'live' | 'paper', trips: readonly RoundTrip[], kinds: Kinds): TaxStatement {
  const sum = (pick: (trip: RoundTrip) => number) => trips.reduce((total, trip) => total + pick(trip), 0)
  return {
    year,
    mode,
    trips,
    charges: Object.fromEntries(
      Object.keys(CHARGE_KINDS).map((kind) => [kind, Number(kinds[kind] ?? 0)]),
    ) as TaxStatement['charges'],
    months: monthsOf(trips),
    totals: {
      buyPaise: sum(({ buyPaise }) => buyPaise),
      sellPaise: sum(({ sellPaise }) => sellPaise),
      chargesPaise: sum(({ chargesPaise }) => chargesPaise),
      netPaise: sum(({ netPaise }) => netPaise),
      profitPaise: sum(({ netPaise }) => Math.max(0, netPaise)),
      lossPaise: sum(({ netPaise }) => Math.max(0, -netPaise)),
      turnoverPaise: sum(({ sellPaise, buyPaise }) => Math.abs(sellPaise - buyPaise)),
    },
  }
}

function monthsOf(trips: readonly RoundTrip[]): TaxStatement['months'] {
  const months = new Map<string, { trips: number; netPaise: number }>()
  for (const { day, netPaise } of trips) {
    const month = day.slice(0, 7)
    const before = months.get(month) ?? { trips: 0, netPaise: 0 }
    months.set(month, { trips: before.trips + 1, netPaise: before.netPaise + netPaise })
  }
  return [...months].map(([month, sums]) => ({ month, ...sums }))
}
