import { type ExchangeErrorCode, type ExchangeRefusal, refuseWith } from '../../state/exchange-refusal.ts'

export type WireReply = { readonly status: number; readonly body: unknown }

export function succeed(data: unknown): WireReply {
  return { status: 200, body: { status: true, message: 'SUCCESS', errorcode: '', data } }
}

/** A business error of a service: HTTP 200 with `status` and `errorcode`. */
export function fail({ code, message, data = null }: ExchangeRefusal): WireReply {
  return { status: 200, body: { status: false, message, errorcode: code, data } }
}

/** An error of the gateway, with `success` and `errorCode`. */
export function failAtGateway(code: ExchangeErrorCode, status = 200): WireReply {
  return { status, body: { success: false, message: refuseWith(code).message, errorCode: code, data: '' } }
}
