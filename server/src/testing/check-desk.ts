import { MOVEMENTS, readBusiness } from '@trading-bot/contract/rest/billing/business'
import { expect } from 'vitest'
import { rollUpBusiness } from '../billing/business/index.ts'
import { relog } from './test-accounts.ts'
import type { TestServer } from './test-server.ts'

/** MRR by another way than the desk's: every period row, one after the other, in whole paise. */
export async function mrrAt({ db }: TestServer, at: Date): Promise<Map<string, bigint>> {
  const periods = await db
    .selectFrom('periods')
    .innerJoin('subscriptions', 'subscriptions.id', 'periods.subscription_id')
    .select(['user_id', 'monthly_paise', 'value_paise', 'coupon_paise', 'starts_at', 'ends_at', 'closed_at'])
    .execute()
  const worth = new Map<string, bigint>()
  for (const period of periods) {
    const over = period.closed_at && period.closed_at < period.ends_at ? period.closed_at : period.ends_at
    const [value, coupon] = [BigInt(period.value_paise), BigInt(period.coupon_paise)]
    if (value === 0n || period.starts_at > at || over <= at) continue
    const monthly = (BigInt(period.monthly_paise ?? 0) * value * 100n) / ((value + coupon) * 118n)
    worth.set(period.user_id, (worth.get(period.user_id) ?? 0n) + monthly)
  }
  return worth
}

/** Rolls the desk up and checks that every month's movements explain its MRR, and that another computation agrees. */
export async function expectDeskAddsUp(server: TestServer, adminToken: string) {
  await rollUpBusiness(server.deps)
  const desk = (await server.call(readBusiness, {}, await relog(server, adminToken))).body
  for (const [at, month] of desk.months.entries()) {
    const moved = MOVEMENTS.reduce((sum, movement) => sum + paise(month.movements[movement].amount), 0n)
    expect(paise(month.start_mrr) + moved, month.month).toBe(paise(month.mrr))
    const before = desk.months[at + 1]
    if (before) expect([month.start_mrr, month.start_payers]).toEqual([before.mrr, before.payers])
    const again = await mrrAt(server, new Date(month.as_of))
    const sum = [...again.values()].reduce((total, one) => total + one, 0n)
    expect([month.month, month.payers, paise(month.mrr)]).toEqual([month.month, again.size, sum])
  }
  return desk
}

export function paise(rupees: number): bigint {
  return BigInt(Math.round(rupees * 100))
}
