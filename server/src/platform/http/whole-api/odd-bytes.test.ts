// Requests that no honest client sends: each is refused with a sentence, none is an error of ours.
import { connect } from 'node:net'
import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { signUp, signUpAdmin } from '../../../testing/test-accounts.ts'
import { serverForFile } from '../../../testing/test-server.ts'

const WEBHOOK_SECRET = 'a webhook secret of some length'
const razorpay = {
  kind: 'razorpay',
  url: 'http://127.0.0.1:1',
  keyId: 'rzp_test_odd',
  keySecret: 'x',
  webhookSecret: WEBHOOK_SECRET,
} as const

const server = serverForFile({ payments: razorpay })
let user: string
let admin: string
beforeAll(async () => {
  user = (await signUp(server)).access
  admin = (await signUpAdmin(server)).access
})

const verifyOtp = (change: object) => ({
  body: JSON.stringify({ email: 'odd@example.in', otp: '123456', ...change }),
})

test('a nested form that is null is a wrong field', async () => {
  const reply = await server.raw('POST', '/api/auth/verify-otp/', verifyOtp({ registration_data: null }))
  expect(reply.status).toBe(400)
  expect(Object.keys(reply.body as object)).toEqual(['registration_data'])
})

test.each([
  ['lists', '['.repeat(9_000) + ']'.repeat(9_000)],
  ['objects', '{"a":'.repeat(9_000) + '1' + '}'.repeat(9_000)],
])('9,000 nested %s are refused, alone and in a field', async (_, nested) => {
  for (const body of [nested, `{"username":${nested}}`])
    expect((await server.raw('POST', '/api/auth/login/', { body })).status).toBe(400)
})

test.each([
  ['a lone surrogate', '"\\ud800 Rao"'],
  ['a NUL', '"Ra\\u0000o"'],
  ['a control character', '"Ra\\u0007o"'],
  ['a line break', '"Ra\\no"'],
  ['a direction override', '"Ra\\u202eo"'],
  ['a direction mark', '"Ra\\u200fo"'],
  ['a space of no width', '"Ra\\u200bo"'],
  ['a soft hyphen', '"Ra\\u00ado"'],
  ['a byte order mark', '"Ra\\ufeffo"'],
  ['a filler', '"Ra\\u3164o"'],
  ['a tag', '"Ra\\udb40\\udc41o"'],
  ['a joiner between Latin letters', '"Ra\\u200do"'],
  ['a joiner at the end', '"राव\\u200d"'],
])('%s in a name is refused', async (_, last_name) => {
  const reply = await server.raw('PUT', '/api/auth/profile/update/', {
    token: user,
    body: `{"last_name":${last_name}}`,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(400)
})

test('a name in any script is taken, joiners and all', async () => {
  const last_name = 'क्‍ष نمی‌O’Neill'
  const reply = await server.raw('PUT', '/api/auth/profile/update/', {
    token: user,
    body: JSON.stringify({ last_name }),
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
})

test.each(['/api/admin/users/?search=%00', '/api/admin/users/%00/'])('%s is refused', async (url) => {
  expect([400, 404]).toContain((await server.raw('GET', url, { token: admin })).status)
})

test('the name of an unknown field is not repeated', async () => {
  const body = JSON.stringify({ username: 'a', password: 'Secret12', '<script>alert(1)</script>': 1 })
  const reply = await server.raw('POST', '/api/auth/login/', { body })
  expect(reply.status).toBe(400)
  expect(JSON.stringify(reply.body)).toContain('a field that is not known here')
  expect(JSON.stringify(reply.body)).not.toContain('script')
})

test('a call that changes what its body says does not run without one', async () => {
  const reply = await server.raw('PUT', '/api/auth/profile/update/', { token: user })
  expect([reply.status, reply.body]).toEqual([
    400,
    expect.objectContaining({ detail: 'Send the fields as a JSON body.' }),
  ])
  expect((await server.raw('PUT', '/api/subscriptions/cancel/', { token: user })).status).not.toBe(500)
  expect(JSON.stringify((await server.raw('PUT', '/api/subscriptions/cancel/', { token: user })).body)).not.toContain(
    'JSON body',
  )
})

describe('a form', () => {
  const upload = (contentType: string, body: string) =>
    server.raw('POST', '/api/subscriptions/admin/symbols/upload/', {
      token: admin,
      body,
      headers: { 'content-type': contentType },
    })
  const start =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\nContent-Type: application/json\r\n\r\n'

  test.each([
    ['without a boundary', 'multipart/form-data', `${start}[]\r\n--b--\r\n`],
    ['with an empty boundary', 'multipart/form-data; boundary=', `${start}[]\r\n--b--\r\n`],
    ['cut off in the file', 'multipart/form-data; boundary=b', `${start}[{"symbol":`],
    ['cut off in the header', 'multipart/form-data; boundary=b', '--b\r\nContent-Dispo'],
    ['without a part', 'multipart/form-data; boundary=b', '--b--\r\n'],
    ['that is empty', 'multipart/form-data; boundary=b', ''],
    ['with a header of odd bytes', 'multipart/form-data; boundary=b', '--b\r\n\u0000\u0001: x\r\n\r\nx\r\n--b--\r\n'],
  ])('%s is refused', async (_, contentType, body) => {
    const reply = await upload(contentType, body)
    expect(reply.status, JSON.stringify(reply.body)).toBe(400)
  })
})

describe('a signed webhook', () => {
  const deliver = (eventId: string, body: string) =>
    server.raw('POST', '/api/payments/razorpay/webhook/', {
      body,
      headers: {
        'x-razorpay-signature': createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex'),
        'x-razorpay-event-id': eventId,
      },
    })
  const noted = (note: string) => `{"event":"payment.failed","payload":{"payment":{"entity":{"notes":{"a":${note}}}}}}`

  test('with odd characters in a note is stored without them, and its neighbours with it', async () => {
    const replies = await Promise.all([
      deliver('evt_1', noted('"fine"')),
      deliver('evt_2', noted('"nul \\u0000"')),
      deliver('evt_3', noted('"lone \\ud800"')),
      deliver('evt_4', noted('"fine"')),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const stored = await server.db
      .selectFrom('payment_events')
      .select(['event_id', 'body'])
      .orderBy('event_id')
      .execute()
    expect(stored.map(({ event_id }) => event_id)).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4'])
    expect(JSON.stringify(stored[1]?.body)).toContain('nul \ufffd')
  })

  test('that cannot be read is refused, and its neighbour is stored', async () => {
    const deep = noted('['.repeat(9_000) + ']'.repeat(9_000))
    const replies = await Promise.all([
      deliver('evt_5', noted('"fine"')),
      deliver('evt_6', deep),
      deliver('evt_7', '{"event":"a\\u0000b"}'),
      deliver('evt_8', noted('"fine"')),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 400, 200, 200])
  })
})

test('bytes that are no HTTP end the connection, not the server', async () => {
  const { hostname, port } = new URL(server.url)
  for (const bytes of [
    '\u0000\u0000\u0000',
    'GET / HTTP/9.9\r\n\r\n',
    'POST /api/auth/login/ HTTP/1.1\r\nContent-Length: -1\r\n\r\n',
  ]) {
    const socket = connect(Number(port), hostname)
    const answered = await new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString()))
      socket.on('close', () => resolve(text))
      socket.write(bytes)
    })
    expect(answered).toMatch(/^HTTP\/1\.1 (400|505)/)
  }
  expect((await server.raw('GET', '/api/health/')).status).toBe(200)
})
