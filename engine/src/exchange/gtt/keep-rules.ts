import type { OrderSide } from '@trading-bot/core/order'
import { DAY_MS } from '@trading-bot/core/time'
import type { Exchange } from '../state/exchange.ts'
import type { ExchangeAccount } from '../state/exchange-account.ts'
import { type ExchangeAnswer, refuseWith } from '../state/exchange-refusal.ts'
import type { GttRule, GttTerms } from '../state/gtt-rule.ts'

const MOST_DAYS = 365

export type NewGttRule = {
  readonly token: string
  readonly side: OrderSide
  readonly product: GttRule['product']
  readonly terms: GttTerms
}

export function createRule(exchange: Exchange, account: ExchangeAccount, asked: NewGttRule): ExchangeAnswer<GttRule> {
  const book = exchange.books.get(asked.token)
  if (!book || book.isIndex) return refuseWith('AB9011')
  const refusal = refuseTerms(asked.terms)
  if (refusal) return refusal
  const nowMs = exchange.clock.nowMs()
  const rule: GttRule = {
    id: String(++exchange.counters.rules),
    clientCode: account.clientCode,
    instrument: book.quote.instrument,
    side: asked.side,
    product: asked.product,
    createdMs: nowMs,
    ...follow(asked.terms, book.quote.lastPaise, nowMs),
    status: 'NEW',
  }
  account.gttRules.set(rule.id, rule)
  exchange.waitingRules.add(rule)
  return { ok: true, value: rule }
}

export function modifyRule(
  exchange: Exchange,
  account: ExchangeAccount,
  id: string,
  terms: GttTerms,
): ExchangeAnswer<GttRule> {
  const rule = account.gttRules.get(id)
  if (rule?.status !== 'NEW') return refuseWith('AB9013')
  const refusal = refuseTerms(terms)
  if (refusal) return refusal
  const lastPaise = exchange.books.get(rule.instrument.token)?.quote.lastPaise ?? rule.terms.triggerPaise
  return { ok: true, value: Object.assign(rule, follow(terms, lastPaise, exchange.clock.nowMs())) }
}

export function cancelRule(exchange: Exchange, account: ExchangeAccount, id: string): ExchangeAnswer<GttRule> {
  const rule = account.gttRules.get(id)
  if (rule?.status !== 'NEW') return refuseWith('AB9013')
  endRule(exchange, rule, 'CANCELLED')
  return { ok: true, value: rule }
}

export function endRule(exchange: Exchange, rule: GttRule, status: 'CANCELLED' | 'SENTTOEXCHANGE'): void {
  rule.status = status
  rule.updatedMs = exchange.clock.nowMs()
  exchange.waitingRules.delete(rule)
}

function follow(terms: GttTerms, lastPaise: number, nowMs: number) {
  const expiresMs = nowMs + terms.days * DAY_MS
  return { terms, isAbove: terms.triggerPaise >= lastPaise, updatedMs: nowMs, expiresMs }
}

function refuseTerms({ pricePaise, triggerPaise, quantity, disclosedQuantity, days }: GttTerms) {
  if (!isAmount(quantity)) return refuseWith('AB9006')
  if (!Number.isSafeInteger(disclosedQuantity) || disclosedQuantity < 0 || disclosedQuantity > quantity) {
    return refuseWith('AB9007')
  }
  if (!isAmount(pricePaise)) return refuseWith('AB9008')
  if (!isAmount(triggerPaise)) return refuseWith('AB9009')
  if (!isAmount(days) || days > MOST_DAYS) return refuseWith('AB9016')
  return null
}

function isAmount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}
