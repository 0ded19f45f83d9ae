// Run inside the machine of systemd.proof.ts: the first administrator tests, deploys and sells a Python bot, and the first
// customer registers, pays and starts it on paper, all by the calls that the screens make. Prints the test's answer and
// the customer's bot.
import { readFileSync } from 'node:fs'
import { logIn, register, verifyOtp } from '@trading-bot/contract/rest/accounts/auth'
import { confirmFactor, enrolFactor } from '@trading-bot/contract/rest/accounts/security'
import { createOrder, paymentSuccess } from '@trading-bot/contract/rest/billing/payments'
import { createBotPlan } from '@trading-bot/contract/rest/billing/plan-admin'
import { updateConfiguration } from '@trading-bot/contract/rest/billing/subscriptions'
import { type Call, type CallAnswer, type CallRequest, requestOf } from '@trading-bot/contract/rest/call'
import { addBotCode, deployBotCode, testBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { startParticipation } from '@trading-bot/contract/rest/trading/bots'
import { saveSessionHours, saveSpecialSession } from '@trading-bot/contract/rest/trading/calendar'
import { saveCredentials } from '@trading-bot/contract/rest/trading/credentials'
import { pasteSymbols } from '@trading-bot/contract/rest/trading/symbols'
import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { Secret, TOTP } from 'otpauth'
import { until } from '../../product/testing/until.ts'
import type { OutsideWorld } from './outside-world.ts'
import { registrationOf } from './customers.ts'

const [url, username = '', password = '', worldFile = ''] = process.argv.slice(2)
const world = JSON.parse(readFileSync(worldFile, 'utf8')) as OutsideWorld

// It depends on nothing but the minute, and holds long enough for an upgrade in between.
const CODE = `
import os
def on_start(bot): print('python runs as', os.getuid())
def on_bar(bot, bar):
    if bar.time.minute % 4 == 0: bot.buy()
    if bar.time.minute % 4 == 2: bot.exit()
`
const SHARE = { symbol: 'SBIN-EQ', token: '3045' }

async function send<C extends Call>(spec: C, input: CallRequest<C>, access?: string): Promise<CallAnswer<C>> {
  const { path, body } = requestOf(spec, input as Record<string, unknown>)
  const headers = { 'content-type': 'application/json', ...(access && { authorization: `Bearer ${access}` }) }
  const answer = await fetch(`${url}/api${path}`, { method: spec.method, headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${spec.method} ${path}: ${answer.status} ${text}`)
  return JSON.parse(text) as CallAnswer<C>
}

async function offerBot() {
  const { access } = await send(logIn, { username, password })
  const { secret } = await send(enrolFactor, { password }, access)
  await send(confirmFactor, { otp: new TOTP({ secret: Secret.fromBase32(secret) }).generate() }, access)
  await openMarketToday(access)
  await send(pasteSymbols, { json_data: [{ ...SHARE, name: 'State Bank of India', exchange: 'NSE' }] }, access)
  const form = { bot_type: 'custom_strategy', max_trades_per_day: 1_000 } as const
  const config = { ...form, ...SHARE, name: 'A first bot', interval: '1m' } as const
  const { success, error, output, sandbox } = await send(testBotCode, { code: CODE, config }, access)
  const { id: bot_id } = await send(addBotCode, { code: CODE, config }, access)
  await send(deployBotCode, { id: bot_id }, access)
  const terms = { billing_cycle: 'monthly', price: 899, duration_days: 30 } as const
  const { plan } = await send(createBotPlan, { ...form, ...terms, bot_id, name: 'A first plan' }, access)
  return { plan, test: { success, error, output, sandbox } }
}

/** The exchange outside trades at any hour of any day, so that today's session is made as long as the day. */
async function openMarketToday(access: string) {
  const day = isoDay(indiaDayNumber(Date.now()))
  const closes = { closes_at: '23:59', auction_closes_at: '23:59', entries_until: '23:50', square_off_at: '23:55' }
  if (Date.now() > Date.parse(`${day}T23:35:00+05:30`))
    throw new Error('In India the day is about to end, and its session with it: run this proof after midnight there.')
  await send(saveSessionHours, { from_day: day, opens_at: '00:00', ...closes }, access)
  await send(saveSpecialSession, { day, name: 'The day of the proof', hours: 'usual' }, access)
}

async function buyAndStart(bot_plan_id: string) {
  const registration = registrationOf('kiran')
  const { email } = registration
  await send(register, registration)
  let otp: string | undefined
  await until(
    'the mailed code',
    async () => (otp = (await outside<{ code?: string }>(`/code/${email}`)).code) !== undefined,
  )
  const { access } = await send(verifyOtp, { email, otp: otp!, registration_data: registration })
  const { data } = await send(createOrder, { bot_plan_id, billing_cycle: 'monthly' }, access)
  const callback = await outside<Omit<CallRequest<typeof paymentSuccess>, 'payment_id'>>(`/pay/${data.order_id}`)
  const { subscription } = await send(paymentSuccess, { payment_id: data.payment_id, ...callback }, access)
  await send(updateConfiguration, { id: subscription.id, capital_amount: 100_000 }, access)
  await send(saveCredentials, world.account, access)
  return (await send(startParticipation, {}, access)).bot
}

async function outside<T>(path: string): Promise<T> {
  return (await (await fetch(`${world.customerUrl}${path}`)).json()) as T
}

const { plan, test } = await offerBot()
const { id, status, mode } = await buyAndStart(plan.id)
console.log(JSON.stringify({ test, bot: { id, status, mode } }))
