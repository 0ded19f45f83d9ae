import type * as api from '@trading-bot/contract/rest/billing/coupons'
import { refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Queryable } from '../../platform/db/client.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { newId } from '../../platform/ids.ts'
import { lockCoupon } from './coupon-store.ts'

export const listCoupons: UseCase<typeof api.listCoupons> = async ({ db, clock }) => readCoupons(db, clock.now())

/** Its terms are a promise, so they never change. */
export const createCoupon: UseCase<typeof api.createCoupon> = async (context, form) => {
  const { db, clock, actor } = context
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const starts = form.first_day ? startOfDay(form.first_day) : now
    const ends = form.last_day ? new Date(startOfDay(form.last_day).getTime() + DAY_MS) : null
    if (ends && ends <= now) return refuseFields({ last_day: ['This day is over'] })
    if (!(await arePlans(tx, form.plan_ids))) return refuseFields({ plan_ids: ['One of the plans does not exist'] })
    const row = await tx
      .insertInto('coupons')
      .values({
        id: newId(now),
        code: form.coupon,
        percent: form.percent,
        amount_paise: form.amount === null ? null : Math.round(form.amount * 100),
        plan_ids: sql`${form.plan_ids}::uuid[]`,
        starts_at: starts,
        ends_at: ends,
        once_per_user: form.once_per_user,
        max_redemptions: form.max_redemptions,
        note: form.note,
        created_by: actor.userId,
        created_at: now,
      })
      .onConflict((on) => on.column('code').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) return refuseFields({ coupon: ['A coupon with this code already exists'] })
    const [coupon] = await readCoupons(tx, now, row.id)
    if (!coupon) throw new Error(`coupon ${row.id} was not saved`)
    await recordAudit(tx, context, {
      action: 'coupon.created',
      subject: { kind: 'coupon', id: row.id },
      after: {
        code: coupon.code,
        percent: coupon.percent,
        amount_paise: form.amount === null ? null : form.amount * 100,
      },
    })
    return { message: `${coupon.code} was created.`, coupon }
  })
}

export const switchCoupon: UseCase<typeof api.switchCoupon> = async (context, { id, is_active }) =>
  context.db.transaction().execute(async (tx) => {
    const old = await lockCoupon(tx, id)
    if (!old) return refuse('NOT_FOUND')
    await tx.updateTable('coupons').set({ is_active }).where('id', '=', id).execute()
    const [coupon] = await readCoupons(tx, context.clock.now(), id)
    if (!coupon) return refuse('NOT_FOUND')
    await recordAudit(tx, context, {
      action: 'coupon.switched',
      subject: { kind: 'coupon', id },
      before: { code: old.code, is_active: old.is_active },
      after: { code: old.code, is_active },
    })
    return { message: `${old.code} is ${is_active ? 'on' : 'off'}.`, coupon }
  })

export const listRedemptions: UseCase<typeof api.listRedemptions> = async ({ db }, { id, page, page_size: size }) => {
  const found = sql`from coupon_redemptions r join payments p on p.id = r.payment_id
    join users u on u.id = r.user_id where r.coupon_id = ${id} and r.state = 'redeemed'`
  const {
    rows: [sums],
  } = await sql<{ count: string; discount: string; paid: string }>`
    select count(r.id) as count, coalesce(sum(r.discount_paise), 0) as discount, coalesce(sum(p.amount_paise), 0) as paid
    from coupons c left join coupon_redemptions r on r.coupon_id = c.id and r.state = 'redeemed'
    left join payments p on p.id = r.payment_id where c.id = ${id} group by c.id`.execute(db)
  if (!sums) return refuse('NOT_FOUND')
  const { rows } = await sql<RedemptionRow>`
    select r.id, r.user_id, u.email, u.username, p.plan_name, r.discount_paise, p.amount_paise, r.redeemed_at ${found}
    order by r.redeemed_at desc, r.id desc limit ${size} offset ${(page - 1) * size}`.execute(db)
  return {
    list: rows.map((row) => ({
      id: row.id,
      user: { id: row.user_id, email: row.email, username: row.username },
      plan_name: row.plan_name,
      discount: Number(row.discount_paise) / 100,
      paid: Number(row.amount_paise) / 100,
      redeemed_at: row.redeemed_at.toISOString(),
    })),
    totals: {
      count: Number(sums.count),
      discount: Number(sums.discount) / 100,
      paid: Number(sums.paid) / 100,
    },
  }
}

type RedemptionRow = {
  id: string
  user_id: string
  email: string
  username: string
  plan_name: string
  discount_paise: string
  amount_paise: string
  redeemed_at: Date
}

function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+05:30`)
}

async function arePlans(db: Queryable, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (select id from plans union all select id from bot_plans) as every_plan
    where id = any(${ids}::uuid[])`.execute(db)
  return Number(rows[0]?.count ?? 0) === new Set(ids).size
}

type Listed = {
  id: string
  code: string
  percent: number | null
  amount_paise: string | null
  plans: api.Coupon['plans']
  starts_at: Date
  ends_at: Date | null
  once_per_user: boolean
  max_redemptions: number | null
  is_active: boolean
  note: string
  redeemed: string
  reserved: string
  discount_paise: string
  created_at: Date
}

async function readCoupons(db: Queryable, now: Date, id: string | null = null): Promise<api.Coupon[]> {
  const { rows } = await sql<Listed>`
    select c.*, coalesce(used.redeemed, 0) as redeemed, coalesce(used.reserved, 0) as reserved,
      coalesce(used.discount_paise, 0) as discount_paise,
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name)
        from (select id, name from plans union all select id, name from bot_plans) as p
        where p.id = any(c.plan_ids)), '[]') as plans
    from coupons c left join lateral (
      select count(*) filter (where state = 'redeemed') as redeemed,
        count(*) filter (where state = 'reserved' and reserved_until > ${now}) as reserved,
        sum(discount_paise) filter (where state = 'redeemed') as discount_paise
      from coupon_redemptions r where r.coupon_id = c.id
    ) as used on true
    where ${id}::uuid is null or c.id = ${id}::uuid order by c.created_at desc, c.id desc limit 500`.execute(db)
  return rows.map(({ amount_paise, discount_paise, redeemed, reserved, ...row }) => ({
    id: row.id,
    code: row.code,
    percent: row.percent,
    amount: amount_paise === null ? null : Number(amount_paise) / 100,
    plans: row.plans,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
    once_per_user: row.once_per_user,
    max_redemptions: row.max_redemptions,
    is_active: row.is_active,
    note: row.note,
    redeemed: Number(redeemed),
    reserved: Number(reserved),
    discount: Number(discount_paise) / 100,
    created_at: row.created_at.toISOString(),
  }))
}
