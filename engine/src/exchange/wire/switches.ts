// Switches over the wire for what happens seldom: beside SmartAPI, and served only where whoever starts the exchange asks
// for them. POST /switches/freeze, /switches/circuit or /switches/risk with a JSON object.

import { blockByRisk } from '../risk/block-by-risk.ts'
import type { Exchange } from '../state/exchange.ts'
import { holdAtCircuit } from '../market/hold-at-circuit.ts'
import { asBody, type Body, numberOf, paiseOf, textOf } from './format/body-fields.ts'
import type { WireReply } from './format/envelope.ts'

export const SWITCHES_PATH = '/switches/'

const MOST_SECONDS = 24 * 60 * 60

/** A sentence about what is wrong with the body; null once it is done. */
type Switch = (exchange: Exchange, body: Body) => string | null

const SWITCHES: Readonly<Record<string, Switch>> = {
  /** The largest quantity of one order in a stock; 0 for the usual one again. */
  freeze: ({ books, freezes }, body) => {
    const token = textOf(body, 'symboltoken')
    const quantity = numberOf(body, 'quantity')
    if (!books.has(token)) return `There is no symboltoken ${token}.`
    if (!Number.isInteger(quantity) || quantity < 0) return 'quantity is a whole number, 0 for the usual one.'
    if (quantity === 0) freezes.delete(token)
    else freezes.set(token, quantity)
    return null
  },
  /** A stock stands at its upper or lower circuit, at the day's limit or at a price. */
  circuit: (exchange, body) => {
    const token = textOf(body, 'symboltoken')
    const limit = textOf(body, 'limit')
    const pricePaise = paiseOf(body, 'price')
    const forMs = lastingMs(body)
    if (!exchange.books.has(token)) return `There is no symboltoken ${token}.`
    if (limit !== 'UPPER' && limit !== 'LOWER') return 'limit is UPPER or LOWER.'
    if (!(pricePaise >= 0)) return 'price is in rupees, and may be left out.'
    if (forMs === null) return SECONDS_WRONG
    holdAtCircuit(exchange, { token, limit, forMs, ...(pricePaise > 0 && { pricePaise }) })
    return null
  },
  /** The broker's risk system rejects every order and change of an account, with its own text or the one given. */
  risk: (exchange, body) => {
    const account = exchange.accounts.get(textOf(body, 'clientcode'))
    const text = textOf(body, 'text')
    const forMs = lastingMs(body)
    if (!account) return `There is no clientcode ${textOf(body, 'clientcode')}.`
    if (forMs === null) return SECONDS_WRONG
    blockByRisk(exchange, account, { forMs, ...(text !== '' && { text }) })
    return null
  },
}

const SECONDS_WRONG = `seconds is a number from 0 to ${MOST_SECONDS}.`

function lastingMs(body: Body): number | null {
  const seconds = numberOf(body, 'seconds')
  return seconds >= 0 && seconds <= MOST_SECONDS ? seconds * 1_000 : null
}

export function answerSwitch(exchange: Exchange, method: string, path: string, text: string): WireReply {
  const name = path.slice(SWITCHES_PATH.length)
  const turn = Object.hasOwn(SWITCHES, name) ? SWITCHES[name] : undefined
  if (!turn) return { status: 404, body: { error: `Switches are ${Object.keys(SWITCHES).join(', ')}.` } }
  if (method !== 'POST') return { status: 405, body: { error: 'Use POST.' } }
  const body = readBody(text)
  const problem = body ? turn(exchange, body) : 'The body is not a JSON object.'
  return problem === null ? { status: 200, body: { done: name } } : { status: 400, body: { error: problem } }
}

function readBody(text: string): Body | null {
  try {
    return asBody(JSON.parse(text))
  } catch {
    return null
  }
}
