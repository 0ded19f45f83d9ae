import type { Call } from '@trading-bot/contract/rest/call'
import * as z from 'zod/mini'

/** Words in a field's name that say what trading brought. */
const RESULT_WORDS = new Set(
  (
    'net gross pnl profit profits profitable loss losses losing win wins winning won return returns drawdown equity ' +
    'sharpe expectancy success realised unrealised best worst cumulative robustness benchmark replayed trained ' +
    'validated performance curve verdict breakeven'
  ).split(' '),
)

/** Names with such a word that mean something else. */
const NO_RESULTS = new Set(
  (
    'stop_loss_enabled target_profit_enabled stop_loss_percentage target_profit_percentage stop_loss_percent ' +
    'target_profit_percent max_loss_per_day max_profit_per_day max_loss_per_week daily_losses success'
  ).split(' '),
)

/** Whether a field of an answer says what trading brought. */
export function isResultField(name: string, siblings: readonly string[]): boolean {
  if (NO_RESULTS.has(name)) return false
  // Beside the other limits it is one; in a report it is a result.
  if (name === 'max_drawdown' && siblings.includes('max_loss_per_week')) return false
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
  return words.some((word) => RESULT_WORDS.has(word))
}

/** The result fields of a call's answer, by name. */
export function resultFieldsOf({ answer }: Call): string[] {
  const names = new Set<string>()
  collect(z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' }), names)
  return [...names].sort()
}

/** The values of an answer's result fields that say anything. */
export function toldResults(answer: unknown): { name: string; value: unknown }[] {
  if (typeof answer !== 'object' || answer === null) return []
  if (Array.isArray(answer)) return answer.flatMap(toldResults)
  const names = Object.keys(answer)
  return Object.entries(answer).flatMap(([name, value]) => [
    ...(isResultField(name, names) && saysSomething(value) ? [{ name, value }] : []),
    ...toldResults(value),
  ])
}

function saysSomething(value: unknown): boolean {
  if (typeof value === 'object') return false
  return value !== 0 && value !== undefined
}

function collect(schema: unknown, names: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return
  const { properties } = schema as { properties?: object }
  if (typeof properties === 'object') {
    const all = Object.keys(properties)
    for (const name of all) if (isResultField(name, all)) names.add(name)
  }
  for (const part of Object.values(schema)) collect(part, names)
}
