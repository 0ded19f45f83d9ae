import { expect, test } from 'vitest'
import { EXCHANGE_ERRORS } from '../../../exchange/state/exchange-refusal.ts'
import { ENDPOINTS } from './endpoints.ts'
import type { HttpAnswer } from './http-wire.ts'
import { isListed, judgeAnswer } from './judge-answer.ts'
import { type CallKind, CODE_TABLE, STATUS_TABLE, TEXT_TABLE } from './verdict-table.ts'

const KINDS: readonly CallKind[] = ['LOG_IN', 'ORDER', 'READ']
const STATUSES = [200, 201, 204, 301, 400, 401, 403, 404, 405, 408, 409, 413, 415, 418, 429, 500, 502, 503, 504, 599]

// The documented error codes of the API.
const DOCUMENTED =
  'AG7002 AG8001 AG8002 AG8003 AG8004 AB8050 AB8051 AB1000 AB1001 AB1002 AB1003 AB1004 AB1005 AB1006 AB1007 AB1008 AB1009 AB1010 AB1011 AB1012 AB1013 AB1014 AB1015 AB1016 AB1017 AB1018 AB1031 AB1032 AB1050 AB2000 AB2001 AB2002 AB4008 AB4018'.split(
    ' ',
  )

function answer(status: number, body: unknown): HttpAnswer {
  return { kind: 'answer', status, text: typeof body === 'string' ? body : JSON.stringify(body) }
}

function failure(code: string, message = ''): object {
  return { status: false, message, errorcode: code, data: null }
}

test('the table covers exactly the documented codes', () => {
  expect(Object.keys(CODE_TABLE).toSorted()).toEqual(DOCUMENTED.toSorted())
})

test('the table covers every code of the simulated exchange', () => {
  expect(Object.keys(EXCHANGE_ERRORS).filter((code) => !isListed(code))).toEqual([])
})

test('every combination of endpoint, status, code and text has exactly one verdict', () => {
  const bodies = [
    ...DOCUMENTED.flatMap((code) => [failure(code), failure(code, 'AMX Error')]),
    failure('ZZ0001', 'never seen'),
    failure('', ''),
    { status: true, message: 'SUCCESS', errorcode: '', data: { orderid: '1' } },
    'Access denied because of exceeding access rate',
    'Access denied',
    '<html>502 Bad Gateway</html>',
    '',
    '{"status":tr',
    '[]',
    'null',
  ]
  const kinds = new Set(Object.values(ENDPOINTS).map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual(KINDS)
  const seen = new Set<string>()
  for (const kind of kinds) {
    for (const status of STATUSES) {
      for (const body of bodies) {
        const { verdict } = judgeAnswer(kind, answer(status, body))
        seen.add(verdict === 'DONE' ? `${verdict} ${status}` : verdict)
      }
    }
  }
  const verdicts = [
    'DONE 200',
    'DONE 201',
    'DONE 204',
    'EMPTY',
    'LOG_IN_AGAIN',
    'NOT_SENT',
    'REFUSED',
    'TOKEN_REFUSED',
    'UNKNOWN',
  ]
  expect([...seen].toSorted()).toEqual(verdicts)
})

test('the status table covers every status', () => {
  for (let status = 100; status < 600; status++) {
    expect(STATUS_TABLE.some(({ from, to, text }) => status >= from && status <= to && text === null)).toBe(true)
  }
})

test('a timeout, a server error or an unreadable answer never counts as a rejected order', () => {
  const vague: HttpAnswer[] = [
    { kind: 'no-answer', why: 'timeout' },
    { kind: 'no-answer', why: 'ECONNRESET' },
    answer(200, ''),
    answer(200, '{"status":tr'),
    answer(200, '<html>'),
    answer(200, 'null'),
    answer(200, failure('AB1004')),
    answer(200, failure('AB1007', 'AMX Error')),
    answer(200, failure('AB2000')),
    answer(200, failure('AB2001')),
    answer(200, failure('ZZ0001')),
    ...[404, 408, 500, 502, 503, 504].map((status) => answer(status, 'oops')),
    ...[500, 502, 503, 504].map((status) => answer(status, failure('AB1008'))),
    answer(502, { status: true, message: 'SUCCESS', errorcode: '', data: { orderid: '1' } }),
  ]
  for (const one of vague) expect({ one, ...judgeAnswer('ORDER', one) }).toMatchObject({ verdict: 'UNKNOWN' })
})

test('a call that never reached the network is proven unsent', () => {
  expect(judgeAnswer('ORDER', { kind: 'not-sent', why: 'ECONNREFUSED' }).verdict).toBe('NOT_SENT')
})

test('a plain-text 403 is classified as rate limit or session', () => {
  const rate = answer(403, 'Access denied because of exceeding access rate')
  for (const kind of KINDS) expect(judgeAnswer(kind, rate)).toMatchObject({ verdict: 'NOT_SENT', code: 'RATE_LIMITED' })
  expect(judgeAnswer('ORDER', answer(403, 'Forbidden'))).toMatchObject({ verdict: 'LOG_IN_AGAIN' })
  expect(judgeAnswer('READ', answer(401, ''))).toMatchObject({ verdict: 'LOG_IN_AGAIN' })
  expect(judgeAnswer('LOG_IN', answer(403, 'Forbidden'))).toMatchObject({ verdict: 'UNKNOWN' })
})

test('both envelope spellings and booleans as text are accepted', () => {
  expect(judgeAnswer('READ', answer(200, { status: 'true', data: [1] }))).toEqual({ verdict: 'DONE', data: [1] })
  expect(judgeAnswer('ORDER', answer(200, { status: 'false', errorcode: 'AB1012' })).verdict).toBe('REFUSED')
  const gateway = { success: false, message: 'Invalid Token', errorCode: 'AG8001', data: '' }
  expect(judgeAnswer('READ', answer(200, gateway)).verdict).toBe('LOG_IN_AGAIN')
  expect(judgeAnswer('READ', answer(400, gateway)).verdict).toBe('LOG_IN_AGAIN')
})

test('an empty result sent as an error is an empty list for a look-up and a rejection for an order', () => {
  for (const code of ['AB1013', 'AB1014', 'AB1015', 'AB1016']) {
    expect(judgeAnswer('READ', answer(200, failure(code))).verdict).toBe('EMPTY')
    expect(judgeAnswer('ORDER', answer(200, failure(code))).verdict).toBe('REFUSED')
  }
})

test('the catch-all code is classified by its text', () => {
  for (const [text, verdict] of [
    ['Login Id or password is invalid', 'REFUSED'],
    ['Order is already complete', 'REFUSED'],
    ['Insufficient Funds: available Rs. 1.00', 'REFUSED'],
    ['Invalid quantity', 'REFUSED'],
    ['AMX Error', 'UNKNOWN'],
    ['Invalidated by a failover', 'UNKNOWN'],
  ] as const) {
    expect({ text, verdict: judgeAnswer('ORDER', answer(200, failure('AB1007', text))).verdict }).toEqual({
      text,
      verdict,
    })
  }
  expect(TEXT_TABLE.every(({ code }) => isListed(code))).toBe(true)
})

test('only a wrong client code or MPIN rejects a log-in', () => {
  const codes = [...DOCUMENTED, 'AB9999']
  const refusing = codes.filter((code) => judgeAnswer('LOG_IN', answer(200, failure(code))).verdict === 'REFUSED')
  expect(refusing).toEqual(['AB1000', 'AB1001'])
  const known = failure('AB1007', 'Login Id or password is invalid')
  expect(judgeAnswer('LOG_IN', answer(200, known)).verdict).toBe('REFUSED')
  expect(judgeAnswer('READ', answer(200, failure('AB9999'))).verdict).toBe('UNKNOWN')
})

test('a log-in problem that the user can fix is explained with the fix, and never in terms of orders', () => {
  const sentence = (code: string) => {
    const judged = judgeAnswer('LOG_IN', answer(200, failure(code)))
    if (judged.verdict === 'REFUSED') return judged.sentence
    return judged.verdict === 'UNKNOWN' ? judged.why : judged.verdict
  }
  expect(sentence('AB1005')).toBe('Angel One answered: User Type Must Be USER.')
  expect(sentence('AG7002')).toMatch(/smartapi\.angelone\.in.*register the address shown on your credentials page/)
  expect(sentence('AB1000')).toMatch(/client code and MPIN/)
  expect(sentence('AB1050')).toMatch(/TOTP/)
  expect(sentence('AG8004')).toMatch(/API key/)
  expect(sentence('AB1006')).toMatch(/Ask Angel One/)
})

test('a refused egress address is named with the step to take, whatever was asked', () => {
  // As a user of the broker’s forum has it.
  const text = { success: false, message: 'Access denied: Unregistered IP address', errorCode: 'AG7002', data: '' }
  for (const status of [200, 401, 403]) {
    const sentence =
      'Angel One does not take your orders from 203.0.113.7: it is not registered for your API key. Sign in to smartapi.angelone.in, open the app of your key and register 203.0.113.7 as its primary address.'
    const of = (kind: (typeof KINDS)[number]) => judgeAnswer(kind, answer(status, text), '203.0.113.7')
    expect(of('ORDER')).toEqual({ verdict: 'REFUSED', code: 'AG7002', sentence })
    expect(of('READ')).toEqual({ verdict: 'REFUSED', code: 'AG7002', sentence })
    expect(of('LOG_IN')).toEqual({ verdict: 'UNKNOWN', code: 'AG7002', why: sentence })
  }
})

test('only the gateway’s token codes prove that an order did not arrive; other ended sessions prove nothing', () => {
  const codes = [...DOCUMENTED, 'ZZ0001']
  const proving = codes.filter((code) => judgeAnswer('ORDER', answer(200, failure(code))).verdict === 'TOKEN_REFUSED')
  expect(proving).toEqual(['AG8001', 'AG8002', 'AG8003'])
  for (const code of ['AB1010', 'AB1011', 'AB8050', 'AB8051']) {
    expect(judgeAnswer('ORDER', answer(200, failure(code))).verdict).toBe('LOG_IN_AGAIN')
  }
  for (const status of [401, 403]) expect(judgeAnswer('ORDER', answer(status, '')).verdict).toBe('LOG_IN_AGAIN')
  expect(judgeAnswer('ORDER', answer(502, failure('AG8001'))).verdict).toBe('UNKNOWN')
  expect(judgeAnswer('READ', answer(200, failure('AG8001'))).verdict).toBe('LOG_IN_AGAIN')
})

test('an undocumented code of an order call is unknown under its name', () => {
  for (const [status, verdict] of [
    [200, 'UNKNOWN'],
    [400, 'UNKNOWN'],
    [403, 'LOG_IN_AGAIN'],
  ] as const) {
    const judged = judgeAnswer('ORDER', answer(status, failure('AB7777', 'Something new')))
    expect(judged).toMatchObject({ verdict, undocumentedCode: 'AB7777', why: expect.stringMatching(/Something new/) })
  }
  expect(judgeAnswer('ORDER', answer(200, failure('AB1004')))).not.toHaveProperty('undocumentedCode')
  expect(judgeAnswer('ORDER', answer(200, failure('')))).not.toHaveProperty('undocumentedCode')
})
