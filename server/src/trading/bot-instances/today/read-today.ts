import type { readToday as spec, Today } from '@trading-bot/contract/rest/trading/dashboards'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { dayFiguresAt } from '../limits/bot-figures.ts'
import { listActiveFigures } from '../limits/figures-store.ts'
import { effectiveLimits } from '../limits/own-limits.ts'
import { currentSession } from '../limits/current-session.ts'
import { capitalPaiseOf } from '../settings/bot-settings.ts'
import { resultCurve } from './result-curve.ts'

/** Everything the dashboard says about today comes from the figures that the limits look at. */
export const readToday: UseCase<typeof spec> = async (context) => {
  const { db, actor, calendar, clock } = context
  const now = clock.now()
  const nowMs = now.getTime()
  const session = currentSession(calendar, now)
  const since = new Date(session.openMs)
  const active = (await listActiveFigures(db, actor.userId, session)) ?? []
  const mode = active.some((bot) => bot.mode === 'live') ? 'live' : 'paper'
  const bots = active.filter((bot) => bot.mode === mode)
  const figures = bots.map((bot) => dayFiguresAt(context, bot))
  const net = sumKnown(figures.map(({ dayNetPaise }) => dayNetPaise))
  const unrealised = sumKnown(figures.map(({ unrealisedPaise }) => unrealisedPaise))
  const charges = sumKnown(figures.map(({ chargesPaise }) => chargesPaise))
  // The capital of one that has ended is its successor's.
  const capitalPaise = bots.reduce((sum, bot) => sum + (bot.is_ended ? 0 : capitalPaiseOf(bot.settings)), 0)
  const ids = bots.map(({ id }) => id)
  return {
    mode,
    bots: bots.length,
    session_opened_at: session.openMs < nowMs ? since.toISOString() : null,
    net_pnl: rupees(net),
    realised: net === null || unrealised === null || charges === null ? null : rupees(net - unrealised + charges),
    unrealised: rupees(unrealised),
    charges: rupees(charges),
    capital: capitalPaise / 100,
    percent_of_capital: net === null || capitalPaise === 0 ? null : Math.round((net / capitalPaise) * 10_000) / 100,
    daily_losses: bots.flatMap((bot, at) =>
      bot.is_ended
        ? []
        : dailyLoss(bot.id, bot.name, effectiveLimits(bot).maxLossPerDayPaise, figures[at]?.limitedDayPaise ?? null),
    ),
    curve: ids.length === 0 ? [] : await resultCurve(db, { ids, since, now, netPaise: net }),
  }
}

function dailyLoss(
  botId: string,
  name: string,
  limitPaise: number | null,
  netPaise: number | null,
): Today['daily_losses'] {
  if (limitPaise === null) return []
  const leftPaise = netPaise === null ? null : Math.max(0, limitPaise + Math.min(0, netPaise))
  return [
    { bot_id: botId, bot_name: name, limit: limitPaise / 100, left: rupees(leftPaise), is_reached: leftPaise === 0 },
  ]
}

/** Unknown as soon as one part is. */
function sumKnown(parts: readonly (number | null)[]): number | null {
  return parts.reduce<number | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0)
}

function rupees(paise: number | null): number | null {
  return paise === null ? null : paise / 100
}
