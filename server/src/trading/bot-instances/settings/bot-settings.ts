import { INTERVALS } from '@trading-bot/core/intervals/interval'
import * as z from 'zod/mini'

const Instrument = z.object({
  symbol: z.string(),
  token: z.string(),
  tickPaise: z.int(),
  lotSize: z.int(),
  hasDerivatives: z.boolean(),
})

const laterLimit = z._default(z.nullable(z.int()), null)

/**
 * What a bot instance trades with, resolved when it is created, started or synchronised: the engine reads nothing else.
 */
export const BotSettings = z.object({
  botType: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  /** Instances that were resolved before it could be chosen decide every minute. */
  interval: z._default(z.enum(INTERVALS), '1m'),
  instruments: z.array(Instrument).check(z.minLength(1)),
  capital: z.union([
    z.object({ capitalPaise: z.int() }),
    z.object({ longCapitalPaise: z.int(), shortCapitalPaise: z.int() }),
  ]),
  limits: z.object({
    maxEntriesPerDay: z.int(),
    maxLossPerDayPaise: z.nullable(z.int()),
    maxProfitPerDayPaise: z.nullable(z.int()),
    maxQuantity: z.int(),
    stopLossBps: z.nullable(z.int()),
    targetBps: z.nullable(z.int()),
    // Settings stored before these limits existed have none of them.
    maxLossPerWeekPaise: laterLimit,
    maxDrawdownPaise: laterLimit,
    maxOpenValuePaise: laterLimit,
    maxOpenPositions: laterLimit,
    trailingStopBps: laterLimit,
  }),
  /** Instances that were resolved before this could be chosen close the position. */
  onRefusedStop: z._default(z.enum(['CLOSE', 'WARN']), 'CLOSE'),
})
export type BotSettings = z.infer<typeof BotSettings>

/** What the bot may use in total, whichever way it is split. */
export function capitalPaiseOf({ capital }: BotSettings): number {
  return 'capitalPaise' in capital ? capital.capitalPaise : capital.longCapitalPaise + capital.shortCapitalPaise
}

/** The price step of an instrument; one paisa for a symbol that the bot no longer trades. */
export function tickOf({ instruments }: BotSettings, token: string): number {
  return instruments.find((one) => one.token === token)?.tickPaise ?? 1
}
