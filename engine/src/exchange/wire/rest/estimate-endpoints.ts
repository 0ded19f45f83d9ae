import { chargeOrder, type Charges } from '@trading-bot/core/charges/charge-order'
import { rateCardOn } from '@trading-bot/core/charges/rate-card-on'
import { indiaDayNumber } from '@trading-bot/core/time'
import { type ExchangeAnswer, refuseWith } from '../../state/exchange-refusal.ts'
import { homeBookOf } from '../../market/bse-listings.ts'
import { leverageOf } from '../../risk/funds-of.ts'
import { asBody, type Body, numberOf, paiseOf, textOf } from '../format/body-fields.ts'
import { productOf } from './parse-ticket.ts'
import type { Endpoint, RestCall } from './rest-call.ts'

const SECURE = '/rest/secure/angelbroking'
const MOST_ITEMS = 50

export const ESTIMATE_ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  [`${SECURE}/margin/v1/batch`]: { method: 'POST', limit: 'margin', answer: margin },
  [`${SECURE}/brokerage/v1/estimateCharges`]: { method: 'POST', limit: 'margin', answer: estimateCharges },
}

function margin({ wire, body }: RestCall): ExchangeAnswer<unknown> {
  const items = itemsOf(body['positions'])
  if (!items) return refuseWith('AB1004')
  let totalPaise = 0
  for (const item of items) {
    const product = productOf(textOf(item, 'productType'))
    const book = homeBookOf(wire.exchange, textOf(item, 'token'))
    const quantity = numberOf(item, 'qty')
    // The last price is used if none is given.
    const pricePaise = paiseOf(item, 'price') || book?.quote.lastPaise
    if (!product || !book || !pricePaise || !Number.isSafeInteger(quantity) || quantity <= 0)
      return refuseWith('AB1004')
    totalPaise += Math.ceil((quantity * pricePaise) / leverageOf(product, wire.exchange.rules))
  }
  const marginComponents = {
    netPremium: 0,
    spanMargin: 0,
    marginBenefit: 0,
    deliveryMargin: totalPaise / 100,
    nonNFOMargin: 0,
    totOptionsPremium: 0,
  }
  return { ok: true, value: { totalMarginRequired: totalPaise / 100, marginComponents } }
}

function estimateCharges({ wire, body }: RestCall): ExchangeAnswer<unknown> {
  const items = itemsOf(body['orders'])
  const card = rateCardOn(indiaDayNumber(wire.exchange.clock.nowMs()))
  if (!items || !card.ok) return refuseWith('AB1004')
  const charges: ReturnType<typeof presentCharges>[] = []
  for (const item of items) {
    const product = productOf(textOf(item, 'product_type'))
    const side = textOf(item, 'transaction_type')
    if (!product || (side !== 'BUY' && side !== 'SELL')) return refuseWith('AB1004')
    const valuePaise = numberOf(item, 'quantity') * paiseOf(item, 'price')
    const charged = chargeOrder(card.value, {
      product: product === 'INTRADAY' ? 'INTRADAY' : 'DELIVERY',
      side,
      valuePaise,
    })
    if (!charged.ok) return refuseWith('AB1004')
    charges.push(presentCharges(charged.value, valuePaise))
  }
  const sum = (name: 'total_charges' | 'trade_value') =>
    Math.round(charges.reduce((total, one) => total + one[name], 0) * 100) / 100
  const summary = { total_charges: sum('total_charges'), trade_value: sum('trade_value'), breakup: [] }
  return { ok: true, value: { summary, charges } }
}

function presentCharges(charges: Charges, valuePaise: number) {
  const line = (name: string, amountPaise: number) => ({ name, amount: amountPaise / 100, msg: '', breakup: [] })
  const group = (name: string, lines: ReturnType<typeof line>[]) => ({
    name,
    amount: Math.round(lines.reduce((total, one) => total + one.amount, 0) * 100) / 100,
    msg: '',
    breakup: lines,
  })
  return {
    total_charges: charges.totalPaise / 100,
    trade_value: valuePaise / 100,
    breakup: [
      line('Angel One Brokerage', charges.brokeragePaise),
      group('External Charges', [
        line('Exchange Transaction Charges', charges.exchangePaise),
        line('Stamp Duty', charges.stampDutyPaise),
        line('SEBI Fees', charges.sebiPaise),
        line('DP Charges', charges.dpPaise),
      ]),
      group('Taxes', [line('Security Transaction Tax', charges.sttPaise), line('GST', charges.gstPaise)]),
    ],
  }
}

function itemsOf(list: unknown): readonly Body[] | null {
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_ITEMS) return null
  const items = list.map(asBody)
  return items.every((item) => item !== null) ? items : null
}
