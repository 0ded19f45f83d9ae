import { formatRupees } from '@trading-bot/core/money'
import type { Tx } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import { tellHolder } from '../../accounts/notifications/index.ts'
import { type MandateRow, nameOf } from '../mandates/index.ts'
import type { Failure } from './failure-reasons.ts'

const rupees = (paise: bigint | string) => formatRupees(Number(paise) / 100)
const DAY = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })

const PAY = { label: 'Pay now', path: '/subscriptions#renew' }
/** Its plan is over: what is paid now is a purchase. */
const BUY = { label: 'Choose your plan again', path: '/subscriptions#plans' }
const RENEWAL = '/subscriptions#renewal'

/** "₹998.00 (₹999.00 less ₹1.00 of your credit)" */
export function amountParts(amounts: { readonly pricePaise: bigint; readonly duePaise: bigint }): string {
  const { pricePaise, duePaise } = amounts
  const creditPaise = pricePaise - duePaise
  const parts = creditPaise > 0n ? ` (${rupees(pricePaise)} less ${rupees(creditPaise)} of your credit)` : ''
  return `${rupees(duePaise)}${parts}`
}

type Announced = {
  readonly userId: string
  readonly planName: string
  readonly mandate: MandateRow
  readonly pricePaise: bigint
  readonly duePaise: bigint
  readonly debitAt: Date
  readonly endsAt: Date
  readonly reference: string
}

/** The notice of a debit: who, how much, when, what for, and the way out. */
export async function mailNotice(tx: Tx, deps: Deps, told: Announced): Promise<void> {
  const { userId, planName, duePaise } = told
  await tellHolder(tx, deps, {
    userId,
    subject: `${rupees(duePaise)} will be debited for ${planName}`,
    text: `On ${DAY.format(told.debitAt)} or shortly after, ${deps.config.seller.name} debits ${amountParts(told)} from ${nameOf(told.mandate)}. It renews ${planName} for the period after ${DAY.format(told.endsAt)}. Reference: ${told.reference}.`,
    action: { label: 'If you do not want this, cancel automatic payments', path: RENEWAL },
  })
}

type Failed = {
  readonly userId: string
  readonly planName: string
  readonly duePaise: bigint
  readonly failure: Failure
  readonly endsAt: Date
  readonly isOver: boolean
  /** Null after the last attempt. */
  readonly nextAt: Date | null
}

export async function mailFailure(tx: Tx, deps: Deps, told: Failed): Promise<void> {
  const { userId, planName, failure, nextAt, endsAt, isOver } = told
  const end = DAY.format(endsAt)
  const amount = rupees(told.duePaise)
  const effect = isOver
    ? `Your plan ended on ${end}: your bot opens no new positions, and open positions are managed until they close.`
    : `Your plan runs until ${end}.`
  const byHand = isOver ? BUY : PAY
  if (nextAt) {
    await tellHolder(tx, deps, {
      userId,
      subject: `The payment for ${planName} did not go through`,
      text: `${amount} could not be debited. ${failure.words} We announce the next attempt within the hour; it follows a day later at the earliest. ${effect} If you would rather not wait, pay by hand.`,
      action: byHand,
    })
    return
  }
  const isMandateGone = failure.remedy === 'new-mandate' && !isOver
  await tellHolder(tx, deps, {
    userId,
    subject: `${planName} could not be renewed`,
    text: `${amount} could not be debited. ${failure.words} There will be no further attempt. ${effect}`,
    action: isMandateGone ? { label: 'Set up automatic payments again', path: RENEWAL } : byHand,
  })
}

type ByHand = {
  readonly userId: string
  readonly planName: string
  readonly pricePaise: bigint
  readonly duePaise: bigint
  readonly endsAt: Date
}

export async function mailByHand(tx: Tx, deps: Deps, told: ByHand): Promise<void> {
  const { userId, planName, duePaise, endsAt } = told
  await tellHolder(tx, deps, {
    userId,
    subject: `Approve the renewal of ${planName}`,
    text: `The renewal costs ${amountParts(told)}, which your bank debits only with your approval. Your plan runs until ${DAY.format(endsAt)}.`,
    action: { label: `Pay ${rupees(duePaise)}`, path: PAY.path },
  })
}

export async function mailNotOffered(tx: Tx, deps: Deps, { userId, endsAt }: { userId: string; endsAt: Date }) {
  await tellHolder(tx, deps, {
    userId,
    subject: 'Your plan is no longer offered',
    text: `It runs until ${DAY.format(endsAt)} and does not renew. Nothing is debited.`,
    action: { label: 'Choose another plan', path: '/pricing' },
  })
}
