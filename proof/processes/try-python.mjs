// Run inside the machine of systemd.proof.ts: the first administrator signs in, enrols a second factor, and tests a
// Python bot, whose sandbox is that of the unit. Prints what the test answered.
import { Secret, TOTP } from 'otpauth'

const [url, username, password] = process.argv.slice(2)
/** @param {string} path @param {object} body @param {string} [token] */
async function post(path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

const first = await post('/auth/login/', { username, password })
const { secret } = await post('/auth/second-factor/enrol/', { password }, first.access)
const otp = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
await post('/auth/second-factor/confirm/', { otp }, first.access)
const symbol = { symbol: 'SBIN-EQ', name: 'State Bank of India', token: '3045', exchange: 'NSE' }
await post('/subscriptions/admin/symbols/', { json_data: [symbol] }, first.access)
const code = `
import os
def on_start(bot): print('python runs as', os.getuid())
def on_bar(bot, bar): pass
`
const config = { name: 'A first bot', bot_type: 'custom_strategy', symbol: 'SBIN-EQ', token: '3045' }
const { success, error, output, cage } = await post(
  '/admin/bot-code/test/',
  { code, config, test_type: 'quick' },
  first.access,
)
console.log(JSON.stringify({ success, error, output, cage }))
