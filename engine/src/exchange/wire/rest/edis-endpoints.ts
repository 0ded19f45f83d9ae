import { mixText } from '@trading-bot/core/random/chance'
import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { type ExchangeAnswer, refuseWith } from '../../state/exchange-refusal.ts'
import { indiaClock } from '../format/india-stamp.ts'
import { numberOf, textOf } from '../format/body-fields.ts'
import type { Endpoint, RestCall } from './rest-call.ts'

const ROOT = '/rest/secure/angelbroking/edis/v1'
const VERSION = '1.1'
const DEPOSITORY_ID = '33200'

/**
 * Authorisation of sales from holdings, which accounts without a power of attorney give once a day on the depository's
 * page. There is no such page here, and holdings can be sold without it: asking for the TPIN counts as its answer.
 */
export const EDIS_ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  [`${ROOT}/verifyDis`]: { method: 'POST', limit: 'edis', answer: verify },
  [`${ROOT}/generateTPIN`]: { method: 'POST', limit: 'edis', answer: generateTpin },
  [`${ROOT}/getTranStatus`]: { method: 'POST', limit: 'edis', answer: status },
}

function verify({ wire: { exchange }, session: { account }, body }: RestCall): ExchangeAnswer<unknown> {
  const quantity = numberOf(body, 'quantity')
  if (!/^IN[A-Z0-9]{10}$/.test(textOf(body, 'isin')) || !Number.isSafeInteger(quantity) || quantity <= 0) {
    return refuseWith('AG2001')
  }
  const dayNumber = indiaDayNumber(exchange.clock.nowMs())
  const asked = account.edis?.dayNumber === dayNumber ? account.edis : null
  if (asked) {
    const nothing = { ReturnURL: null, DPId: null, BOID: null, TransDtls: null, version: VERSION }
    return { ...refuseWith('AG1000'), data: { ReqId: asked.requestId, ...nothing } }
  }
  account.edis = { dayNumber, requestId: sixteenDigits(exchange.ids.next()), isAuthorised: false }
  const value = {
    ReqId: account.edis.requestId,
    ReturnURL: 'https://trade.angelbroking.com/cdslpoa/response',
    DPId: DEPOSITORY_ID,
    BOID: `12${DEPOSITORY_ID}${sixteenDigits(account.clientCode).slice(0, 9)}`,
    // Encrypted for the depository; opaque to everybody else.
    TransDtls: Buffer.from(exchange.ids.next() + exchange.ids.next()).toString('base64'),
    version: VERSION,
  }
  return { ok: true, value }
}

function generateTpin({ session: { account }, body }: RestCall): ExchangeAnswer<unknown> {
  if (!account.edis || account.edis.requestId !== textOf(body, 'ReqId')) return refuseWith('AG2001')
  account.edis = { ...account.edis, isAuthorised: true }
  return { ok: true, value: null }
}

function status({ wire: { exchange }, session: { account }, body }: RestCall): ExchangeAnswer<unknown> {
  const { edis } = account
  if (!edis || edis.requestId !== textOf(body, 'ReqId')) return refuseWith('AG2001')
  const Status = edis.isAuthorised ? '1' : '0'
  const record = { TxnReqId: sixteenDigits(`${edis.requestId}:request`), TxnId: sixteenDigits(`${edis.requestId}:1`) }
  const TransResDtls = {
    ReqId: edis.requestId,
    ReqType: 'D',
    ResId: sixteenDigits(`${edis.requestId}:answer`),
    ResStatus: Status,
    ResTime: timeDigits(exchange.clock.nowMs()),
    ResError: '',
    Remarks: '',
    RecordResDtls: [{ ...record, Status, Errorcode: '' }],
  }
  return { ok: true, value: { TransResDtls } }
}

function sixteenDigits(text: string): string {
  const digits = (place: number) => String(mixText(place, text) >>> 0).padStart(10, '0')
  return `${digits(1)}${digits(2)}`.slice(0, 16)
}

/** `17032022000022`: day, month, year and time of day. */
function timeDigits(atMs: number): string {
  const [year, month, day] = isoDay(indiaDayNumber(atMs)).split('-')
  return `${day}${month}${year}${indiaClock(atMs).replaceAll(':', '')}`
}
