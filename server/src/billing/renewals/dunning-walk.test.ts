// One holder from a trial's notices over three failed debits to a payment by hand and the end of the plan, in virtual
// days: every mail over SMTP and every message of the chat as they arrive, beside what the panels and the invoice say.
import { createOrder, listPayments, simulatedSuccess } from '@trading-bot/contract/rest/billing/payments'
import {
  approveSimulated,
  cancelMandate,
  listRenewals,
  readRenewal,
  registerMandate,
} from '@trading-bot/contract/rest/billing/renewals'
import { createSubscription, readMySubscription, startTrial } from '@trading-bot/contract/rest/billing/subscriptions'
import { formatRupees } from '@trading-bot/core/money'
import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTelegramSender } from '../../accounts/notifications/index.ts'
import { openMailSender } from '../../platform/mail/send-mail.ts'
import { openTelegramBot } from '../../platform/providers/telegram-bot.ts'
import { startFakeSmtp } from '../../testing/fakes/fake-smtp.ts'
import { startFakeTelegram } from '../../testing/fakes/fake-telegram.ts'
import { readMail } from '../../testing/read-mail.ts'
import { adminForFile, relog } from '../../testing/test-accounts.ts'
import { invoiceText, signUpBuyer } from '../../testing/test-plans.ts'
import { runMinute } from '../../testing/test-renewals.ts'
import { partOf, startedForFile, startTestServer } from '../../testing/test-server.ts'
import { invoicePayments, renewSubscriptions } from '../payments/index.ts'
import { remindOfPlanEnd } from '../subscriptions/index.ts'
import { tellOfTrials } from './index.ts'

const HOUR_MS = 3_600_000
const CHAT = 900_100_300
const DAY = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
const day = (at: string | null | undefined) => DAY.format(new Date(at ?? ''))

const started = startedForFile(async () => {
  const [smtp, telegram] = [await startFakeSmtp(), await startFakeTelegram()]
  const server = await startTestServer({ smtpUrl: smtp.url, telegram: telegram.settings })
  const stop = async () => {
    await server.stop()
    await smtp.stop()
    await telegram.stop()
  }
  return { smtp, telegram, server, stop }
})
const server = partOf(() => started.server)
const admin = adminForFile(server)

type Told = { readonly subject: string; readonly text: string; readonly path: string }

/** Sends what waits, and gives what its holder reads: each with one link, and the same words in mail and chat. */
async function deliverTo(email: string): Promise<Told[]> {
  const { deps, db } = server
  const { smtp, telegram } = started
  const [mailsBefore, chatsBefore] = [smtp.received.length, telegram.sent.length]
  const sender = openMailSender(db, { smtpUrl: smtp.url, from: 'Bot <bot@example.in>', sealKey: deps.config.sealKey })
  const queued = db.selectFrom('mails').select('id').where('state', '=', 'queued').where('recipient', '=', email)
  for (const { id } of await queued.orderBy('id').execute()) await sender.send(id)
  sender.close()
  const chats = openTelegramSender(deps, openTelegramBot(telegram.settings))
  const waiting = db.selectFrom('telegram_messages').select('id').where('state', '=', 'queued')
  for (const { id } of await waiting.orderBy('id').execute()) await chats.send(id)
  const mails = smtp.received.slice(mailsBefore).map(readMail)
  const told = mails.map(({ subject, text }) => {
    const links = [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link)
    expect([subject, links]).toEqual([subject, [expect.stringContaining(deps.config.publicUrl)]])
    const said = text.replace(/^Hello .*,\n\n/, '')
    return { subject, text: said, path: (links[0] ?? '').slice(deps.config.publicUrl.length) }
  })
  const inChat = telegram.sent.slice(chatsBefore).map(({ text }) => text.trim())
  expect(inChat).toEqual(told.map(({ subject, text }) => `${subject}\n\n${text}`))
  return told
}

test('a trial without and with a mandate, three failed debits, a payment by hand, a cancelled mandate, the end: each is told once, with one link and the amounts of the panels', async () => {
  const buyer = await signUpBuyer(server)
  const plan = buyer.botPlan('ema_strategy')
  await server.db.updateTable('bot_plans').set({ trial_days: 14 }).where('id', '=', plan.id).execute()
  const chat = { user_id: buyer.user.id, chat_id: CHAT, name: '@neha', linked_at: server.deps.clock.now() }
  const token = () => relog(server, buyer.token)
  const held = async () => (await server.call(readMySubscription, {}, await token())).body
  const panel = async () => (await server.call(readRenewal, {}, await token())).body
  const told = () => deliverTo(buyer.user.email)
  const operator = async (list: 'due' | 'failing' | 'recovered') => {
    const { body } = await server.call(listRenewals, { list }, await relog(server, admin.access))
    return body.find(({ user }) => user.id === buyer.user.id)
  }
  /** The jobs of a minute, in the order in which the server's own run. */
  const minute = async () => {
    await runMinute(server)
    await tellOfTrials(server.deps)
    await renewSubscriptions(server.deps)
    await remindOfPlanEnd(server.deps)
    await invoicePayments(server.deps)
  }
  const msUntil = (atMs: number) => atMs - server.deps.clock.now().getTime()
  const passUntil = async (atMs: number) => {
    while (msUntil(atMs) > 0) {
      server.moveTime(Math.min(6 * HOUR_MS, msUntil(atMs)))
      await minute()
    }
  }
  const passUntilTold = async (): Promise<Told[]> => {
    for (let hour = 0; hour < 72; hour++) {
      const heard = await told()
      if (heard.length > 0) return heard
      server.moveTime(HOUR_MS)
      await minute()
    }
    throw new Error('nothing was told for three days')
  }
  const subjects = (all: readonly Told[]) => all.map(({ subject, path }) => [subject, path] as const)

  // The code of the registration is no part of this.
  await server.db.deleteFrom('mails').execute()
  await server.db.insertInto('telegram_chats').values(chat).execute()
  await server.call(startTrial, { bot_plan_id: plan.id }, await token())
  const end = (await held()).end_date
  const endMs = Date.parse(end ?? '')

  server.moveTime(msUntil(endMs - 3 * DAY_MS))
  await minute()
  const [threeDays, ...more] = await told()
  expect([threeDays?.subject, threeDays?.path, more]).toEqual([
    'Your free trial ends in three days',
    '/subscriptions#renew',
    [],
  ])
  expect(threeDays?.text).toContain(`Your free trial ends on ${day(end)}. Nothing is debited: it ends by itself.`)
  expect((await panel()).next_debit).toBeNull()

  const { mandate } = (await server.call(registerMandate, { method: 'upi' }, await token())).body
  await server.call(approveSimulated, { id: mandate.id, outcome: 'insufficient_balance' }, await token())
  await minute()
  const setUp = await told()
  expect(new Map(subjects(setUp))).toEqual(
    new Map([
      ['Automatic payments are set up', '/subscriptions#renewal'],
      ['Payment received: EMA Monthly', '/subscriptions#payments'],
      ['₹998.00 will be debited for EMA Monthly', '/subscriptions#renewal'],
    ]),
  )
  expect(setUp).toHaveLength(3)
  const amount = '₹998.00 (₹999.00 less ₹1.00 of your credit)'
  const announced = async (notice: Told | undefined) => {
    const { next_debit: next, renewal } = await panel()
    expect(next).toMatchObject({ price: 999, credit: 1, amount: 998 })
    expect(notice?.subject).toBe(`${formatRupees(998)} will be debited for EMA Monthly`)
    expect(notice?.text).toContain(`On ${day(next?.at)} or shortly after,`)
    expect(notice?.text).toContain(`debits ${amount} from UPI Autopay (Test Bank, 4242).`)
    expect(notice?.text).toContain('If you do not want this, cancel automatic payments: ')
    expect(renewal?.attempts.at(-1)).toMatchObject({ state: 'announced', amount: 998 })
    expect(await operator('due')).toMatchObject({ state: 'open', amount: 998, method: 'upi' })
  }
  await announced(setUp.find(({ subject }) => subject.includes('will be debited')))

  const failed = async (number: number) => {
    const [failure, ...others] = await passUntilTold()
    expect(others).toEqual([])
    const { renewal } = await panel()
    expect(renewal?.attempts.at(-1)).toMatchObject({ number, state: 'failed', amount: 998 })
    const reason = renewal?.attempts.at(-1)?.failure ?? ''
    expect(failure?.text).toContain(`₹998.00 could not be debited. ${reason}`)
    expect(reason).toBe('There was not enough money in your account.')
    expect(await operator('failing')).toMatchObject({ attempts: number, amount: 998, reason })
    // The bank would make the next debit: its account stays empty.
    await sql`update simulated_bank set body = jsonb_set(body, '{debits}', '0') where kind = 'token'`.execute(server.db)
    return failure
  }
  const first = await failed(1)
  expect([first?.subject, first?.path]).toEqual([
    'The payment for EMA Monthly did not go through',
    '/subscriptions#renew',
  ])
  expect(first?.text).toContain(`Your plan runs until ${day(end)}.`)
  const [second] = await passUntilTold()
  await announced(second)

  await passUntil(endMs - DAY_MS)
  const [lastDay, ...none] = await told()
  expect([lastDay?.subject, lastDay?.path, none]).toEqual([
    'Your free trial ends within a day',
    '/subscriptions#renewal',
    [],
  ])
  const foreseen = (await panel()).next_debit
  expect(lastDay?.text).toContain(`${amount} is debited from UPI Autopay (Test Bank, 4242) on ${day(foreseen?.at)}`)

  expect((await failed(2))?.text).toContain('the next attempt within the hour')
  const [third] = await passUntilTold()
  await announced(third)

  await passUntil(endMs)
  const [ended, ...nothing] = await told()
  expect([ended?.subject, ended?.path, nothing]).toEqual(['Your free trial has ended', '/subscriptions#renewal', []])
  expect(ended?.text).toContain('once it succeeds, your plan runs again from then')
  expect((await held()).status).toBe('expired')

  const last = await failed(3)
  expect([last?.subject, last?.path]).toEqual(['EMA Monthly could not be renewed', '/subscriptions#plans'])
  expect(last?.text).toContain('There will be no further attempt. Your plan ended on')
  expect((await panel()).renewal).toMatchObject({ state: 'failed' })
  await passUntil(server.deps.clock.now().getTime() + 2 * DAY_MS)
  expect(await told()).toEqual([])

  const choice = { bot_plan_id: plan.id }
  await server.call(createSubscription, choice, await token())
  const { data: order } = (await server.call(createOrder, choice, await token())).body
  expect(order.amount).toBe(99_800)
  await server.call(simulatedSuccess, { payment_id: order.payment_id }, await token())
  await minute()
  const recovered = await held()
  const [received, ...rest] = await told()
  expect([received?.subject, received?.path, rest]).toEqual([
    'Payment received: EMA Monthly',
    '/subscriptions#payments',
    [],
  ])
  expect(received?.text).toContain(
    `We received ${amount} for EMA Monthly. Your plan is active until ${day(recovered.end_date)}.`,
  )
  const [paid] = (await server.call(listPayments, {}, await token())).body
  expect(paid).toMatchObject({ amount: 998, purpose: 'purchase', status: 'success' })
  expect(await invoiceText(server, order.payment_id, await token())).toContain('INR 998.00')
  expect(await operator('failing')).toBeUndefined()
  expect(await operator('recovered')).toMatchObject({ attempts: 3, state: 'failed' })

  await server.call(cancelMandate, { id: mandate.id }, await token())
  expect(subjects(await told())).toEqual([['Automatic payments are cancelled', '/subscriptions#renewal']])
  const lastEnd = Date.parse(recovered.end_date ?? '')
  server.moveTime(msUntil(lastEnd - 3 * DAY_MS))
  await passUntil(lastEnd - 1)
  const [reminder, ...twice] = await told()
  expect([reminder?.subject, reminder?.path, twice]).toEqual([
    `Your plan ends on ${day(recovered.end_date)}`,
    '/subscriptions#renew',
    [],
  ])
  await passUntil(lastEnd)
  expect(subjects(await told())).toEqual([['Your Trading Bot plan has ended', '/pricing']])
}, 120_000)
