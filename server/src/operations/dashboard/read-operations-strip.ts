import type { OperationsStrip, readOperationsStrip as spec } from '@trading-bot/contract/rest/operations/strip'
import { sumRefundQueue } from '../../billing/payments/index.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import type { Context } from '../../platform/http/context.ts'
import { recordLog } from '../../platform/logs/record-log.ts'
import { countFailedBots, countStandingSwitches } from '../../trading/bot-instances/index.ts'
import { listCalendarAlerts, marketSessionAt } from '../../trading/market-calendar/index.ts'
import { countUnknownOrders, hasEngine, readExposure } from '../../trading/orders/index.ts'

/** Each part is read by itself: one that fails is unknown, and the others are shown. */
export const readOperationsStrip: UseCase<typeof spec> = async (context) => {
  const { db, clock } = context
  const now = clock.now()
  const known = <Part>(name: keyof OperationsStrip, read: Promise<Part>) => orUnknown(context, name, read)
  const [switches, failed_bots, refunds, unknown_orders, feed, engine, exposure, calendar] = await Promise.all([
    known('switches', countStandingSwitches(db, now)),
    known('failed_bots', countFailedBots(db, now)),
    known('refunds', sumOpenRefunds(context)),
    known('unknown_orders', countUnknownOrders(db)),
    known('feed', readFeed(context)),
    known('engine', readEngine(context)),
    known('exposure', readExposure(db)),
    known('calendar', readCalendar(context)),
  ])
  return { switches, failed_bots, refunds, unknown_orders, feed, engine, exposure, calendar }
}

async function orUnknown<Part>(
  { db, clock }: Context<'admin'>,
  name: string,
  read: Promise<Part>,
): Promise<Part | null> {
  try {
    return await read
  } catch (error) {
    const details = { part: name, error: error instanceof Error ? error.message : String(error) }
    const log = {
      level: 'ERROR',
      category: 'system',
      message: 'A part of the operations strip could not be read',
    } as const
    // The database itself may be what failed; the strip says unknown either way.
    await recordLog(db, clock.now(), { ...log, details }).catch(() => undefined)
    return null
  }
}

async function sumOpenRefunds({ db }: Context<'admin'>): Promise<NonNullable<OperationsStrip['refunds']>> {
  const { requested, failed } = await sumRefundQueue(db)
  const paise = Math.round(requested.amount * 100) + Math.round(failed.amount * 100)
  return { count: requested.count + failed.count, amount: paise / 100 }
}

/** By the feed of this process; elsewhere by what the process with the feed has reported, which a demo does not. */
async function readFeed({ db, prices }: Context<'admin'>): Promise<OperationsStrip['feed']> {
  const isUp = prices?.isUp?.()
  if (isUp !== undefined) return { is_up: isUp }
  const accounts = await db.selectFrom('price_accounts').select('is_feeding').execute()
  return accounts.length === 0 ? null : { is_up: accounts.some(({ is_feeding }) => is_feeding) }
}

async function readEngine({ db }: Context<'admin'>): Promise<NonNullable<OperationsStrip['engine']>> {
  return { is_running: await hasEngine(db) }
}

async function readCalendar(context: Context<'admin'>): Promise<NonNullable<OperationsStrip['calendar']>> {
  const { db, calendar, clock, config } = context
  const { is_open, note } = marketSessionAt(calendar, clock.now().getTime())
  const alerts = await listCalendarAlerts(db, clock.now())
  return { is_open, is_simulated: config.demo, note, alerts: alerts.map(({ text }) => text) }
}
