import { type ExchangeAnswer, refuseWith } from '../../state/exchange-refusal.ts'
import type { GttRule, GttTerms } from '../../state/gtt-rule.ts'
import { findOrderBook, segmentOf } from '../../market/bse-listings.ts'
import { cancelRule, createRule, modifyRule } from '../../gtt/keep-rules.ts'
import { indiaIso } from '../format/india-stamp.ts'
import { type Body, numberOf, paiseOf, textOf } from '../format/body-fields.ts'
import { productOf } from './parse-ticket.ts'
import type { Endpoint, RestCall } from './rest-call.ts'

const ROOT = '/rest/secure/angelbroking/gtt/v1'
const STATUSES: readonly unknown[] = ['NEW', 'CANCELLED', 'ACTIVE', 'SENTTOEXCHANGE', 'FORALL']

export const GTT_ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  [`${ROOT}/createRule`]: { method: 'POST', limit: 'gttRules', isOrder: true, answer: create },
  [`${ROOT}/modifyRule`]: { method: 'POST', limit: 'gttRules', isOrder: true, answer: modify },
  [`${ROOT}/cancelRule`]: { method: 'POST', limit: 'gttRules', isOrder: true, answer: cancel },
  [`${ROOT}/ruleDetails`]: { method: 'POST', limit: 'gttBook', answer: details },
  [`${ROOT}/ruleList`]: { method: 'POST', limit: 'gttBook', answer: list },
}

function create({ wire, session, body }: RestCall): ExchangeAnswer<unknown> {
  const token = textOf(body, 'symboltoken')
  const segment = textOf(body, 'exchange')
  if (segment !== 'NSE' && segment !== 'BSE') return refuseWith('AB9010')
  if (!findOrderBook(wire.exchange, segment, token)) return refuseWith('AB9011')
  const side = textOf(body, 'transactiontype')
  if (side !== 'BUY' && side !== 'SELL') return refuseWith('AB9014')
  const product = productOf(textOf(body, 'producttype'))
  // An intraday order could not wait for days.
  if (!product || product === 'INTRADAY') return refuseWith('AB9015')
  const asked = { token, side, product, terms: termsOf(body) } as const
  return idOf(createRule(wire.exchange, session.account, asked))
}

function modify({ wire, session, body }: RestCall): ExchangeAnswer<unknown> {
  return idOf(modifyRule(wire.exchange, session.account, textOf(body, 'id'), termsOf(body)))
}

function cancel({ wire, session, body }: RestCall): ExchangeAnswer<unknown> {
  return idOf(cancelRule(wire.exchange, session.account, textOf(body, 'id')))
}

function details({ session, body }: RestCall): ExchangeAnswer<unknown> {
  const rule = session.account.gttRules.get(textOf(body, 'id'))
  return rule ? { ok: true, value: presentRule(rule) } : refuseWith('AB9013')
}

function list({ session, body }: RestCall): ExchangeAnswer<unknown> {
  const { status: wanted } = body
  if (!Array.isArray(wanted) || wanted.length === 0 || !wanted.every((status) => STATUSES.includes(status))) {
    return refuseWith('AB9004')
  }
  const page = numberOf(body, 'page')
  const count = numberOf(body, 'count')
  if (!Number.isSafeInteger(page) || page < 1) return refuseWith('AB9017')
  if (!Number.isSafeInteger(count) || count < 1) return refuseWith('AB9018')
  const rules = [...session.account.gttRules.values()].filter(
    ({ status }) => wanted.includes('FORALL') || wanted.includes(status),
  )
  return { ok: true, value: rules.slice((page - 1) * count, page * count).map(presentRule) }
}

function termsOf(body: Body): GttTerms {
  return {
    pricePaise: paiseOf(body, 'price'),
    triggerPaise: paiseOf(body, 'triggerprice'),
    quantity: numberOf(body, 'qty'),
    disclosedQuantity: numberOf(body, 'disclosedqty'),
    days: numberOf(body, 'timeperiod'),
  }
}

function idOf(answer: ExchangeAnswer<GttRule>): ExchangeAnswer<unknown> {
  return answer.ok ? { ok: true, value: { id: answer.value.id } } : answer
}

function presentRule(rule: GttRule) {
  const { instrument, terms } = rule
  return {
    id: rule.id,
    status: rule.status,
    createddate: indiaIso(rule.createdMs),
    updateddate: indiaIso(rule.updatedMs),
    expirydate: indiaIso(rule.expiresMs),
    clientid: rule.clientCode,
    tradingsymbol: instrument.symbol,
    symboltoken: instrument.token,
    exchange: segmentOf(instrument.token),
    transactiontype: rule.side,
    producttype: rule.product,
    price: terms.pricePaise / 100,
    qty: terms.quantity,
    triggerprice: terms.triggerPaise / 100,
    disclosedqty: terms.disclosedQuantity,
  }
}
