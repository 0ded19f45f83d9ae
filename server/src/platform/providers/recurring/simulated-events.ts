// The simulated provider's webhooks: the bodies of the real one, sent in time, late, twice or in the wrong order.
import { newId } from '../../ids.ts'
import type { Queryable } from '../../db/client.ts'
import { type BankPayment, type BankToken, type SimulatedFault, writeDown } from './simulated-bank.ts'

const MINUTE_MS = 60_000
const LATE_MS = 40 * 60 * MINUTE_MS

type When = { readonly at: Date; readonly fault: SimulatedFault }

export async function announcePayment(db: Queryable, id: string, payment: BankPayment, when: When): Promise<void> {
  const entity = { id, currency: 'INR', error_description: null, ...payment }
  const event = (status: BankPayment['status'] | 'authorized') => ({
    event: `payment.${status}`,
    payload: { payment: { entity: { ...entity, status } } },
  })
  const { at, fault } = when
  const settled = { ...event(payment.status), at: fault === 'late_webhook' ? LATE_MS : 0 }
  const isCapture = payment.status === 'captured'
  await announce(db, at, [
    settled,
    ...(fault === 'double_webhook' ? [settled] : []),
    // A snapshot of a moment before.
    ...(isCapture ? [{ ...event('authorized'), at: fault === 'out_of_order' ? MINUTE_MS : -1 }] : []),
  ])
}

export async function announceToken(db: Queryable, id: string, token: BankToken, when: When): Promise<void> {
  const entity = {
    id,
    entity: 'token',
    method: token.method,
    bank: token.bank,
    card: { last4: token.hint },
    recurring_details: { status: token.status, failure_reason: token.reason },
  }
  const said = { event: `token.${token.status}`, payload: { token: { entity } }, at: 0 }
  await announce(db, when.at, when.fault === 'double_webhook' ? [said, said] : [said])
}

export async function announceNotice(
  db: Queryable,
  notice: { readonly id: string; readonly order_id: string; readonly token_id: string },
  isDelivered: boolean,
  when: When,
): Promise<void> {
  const status = isDelivered ? 'delivered' : 'failed'
  const delivered_at = Math.floor(when.at.getTime() / 1000)
  const entity = { ...notice, status, ...(isDelivered && { delivered_at }) }
  const said = { event: `order.notification.${status}`, payload: { notification: { entity } }, at: 0 }
  await announce(db, when.at, when.fault === 'double_webhook' ? [said, said] : [said])
}

type Announcement = { readonly event: string; readonly payload: object; readonly at: number }

async function announce(db: Queryable, from: Date, announcements: readonly Announcement[]): Promise<void> {
  for (const { event, payload, at } of announcements) {
    const id = `evt_sim_${newId(from)}`
    await writeDown(db, 'event', id, { event_id: id, event, payload }, new Date(from.getTime() + Math.max(at, 0)))
  }
}
