import { asRow, type Row } from '../books/loose-fields.ts'

export type Envelope = {
  readonly isSuccess: boolean
  /** Empty on success. */
  readonly code: string
  readonly message: string
  readonly data: unknown
}

/**
 * Reads both envelope spellings: the services' `status` and `errorcode`, the gateway's `success` and `errorCode`.
 * Booleans may come as text. Null if it is neither.
 */
export function readEnvelope(text: string): Envelope | null {
  const body = parse(text)
  if (!body) return null
  const isSuccess = truthOf(body['status'] ?? body['success'])
  if (isSuccess === null) return null
  const code = body['errorcode'] ?? body['errorCode'] ?? ''
  const message = body['message'] ?? ''
  return {
    isSuccess,
    code: typeof code === 'string' ? code.trim() : '',
    message: typeof message === 'string' ? message.trim() : '',
    data: body['data'],
  }
}

function parse(text: string): Row | null {
  try {
    return asRow(JSON.parse(text))
  } catch {
    return null
  }
}

function truthOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (value === 'true') return true
  return value === 'false' ? false : null
}
