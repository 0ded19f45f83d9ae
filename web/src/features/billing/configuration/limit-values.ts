import type { BotConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import type { NumberInputValue } from './own-parameters.ts'

const LIMIT_FIELDS = [
  'max_loss_per_day',
  'max_profit_per_day',
  'max_loss_per_week',
  'max_drawdown',
  'max_open_value',
  'trailing_stop_percentage',
] as const
export type LimitField = (typeof LIMIT_FIELDS)[number]

/** Empty text where there is no limit. */
export type LimitValues = Record<LimitField, NumberInputValue>

export function initialLimits(saved: BotConfiguration | null): LimitValues {
  return Object.fromEntries(LIMIT_FIELDS.map((field) => [field, saved?.[field] ?? ''])) as LimitValues
}

/** The limits that are set, and null for those that were taken away. */
export function limitsRequest(values: LimitValues, saved: BotConfiguration | null) {
  const sent: Partial<Record<LimitField, number | null>> = {}
  for (const field of LIMIT_FIELDS) {
    if (values[field] !== '') sent[field] = Number(values[field])
    else if ((saved?.[field] ?? null) !== null) sent[field] = null
  }
  return sent
}
