import { type Selectable, sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import type { CouponRedemptions, Coupons } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'

export type CouponRow = Selectable<Coupons>

export async function findCouponByCode(db: Queryable, code: string): Promise<CouponRow | undefined> {
  return db.selectFrom('coupons').selectAll().where('code', '=', code).executeTakeFirst()
}

/**
 * Whoever counts takes this lock, so that of many who ask at once no more are served than there are. Not the full row
 * lock: orders that reference the coupon hold a share of that already, and two of them would wait for each other.
 */
export async function lockCoupon(tx: Tx, id: string): Promise<CouponRow | undefined> {
  return tx.selectFrom('coupons').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** How often it is taken, in all and by one user; a reservation counts until its time runs out. */
export async function countTaken(
  db: Queryable,
  couponId: string,
  { userId, exceptPaymentId, now }: { userId: string; exceptPaymentId: string | null; now: Date },
): Promise<{ readonly all: number; readonly own: number }> {
  const { rows } = await sql<{ all: string; own: string }>`
    select count(*) as "all", count(*) filter (where user_id = ${userId}) as own from coupon_redemptions
    where coupon_id = ${couponId} and payment_id is distinct from ${exceptPaymentId}::uuid
      and (state = 'redeemed' or (state = 'reserved' and reserved_until > ${now}))`.execute(db)
  return { all: Number(rows[0]?.all ?? 0), own: Number(rows[0]?.own ?? 0) }
}

type Reservation = { couponId: string; userId: string; paymentId: string; discountPaise: bigint; until: Date }

export async function saveReservation(tx: Tx, reservation: Reservation, now: Date): Promise<void> {
  await tx
    .insertInto('coupon_redemptions')
    .values({
      id: newId(now),
      coupon_id: reservation.couponId,
      user_id: reservation.userId,
      payment_id: reservation.paymentId,
      discount_paise: reservation.discountPaise,
      state: 'reserved',
      reserved_until: reservation.until,
      created_at: now,
    })
    .onConflict((on) => on.column('payment_id').doUpdateSet({ state: 'reserved', reserved_until: reservation.until }))
    .execute()
}

/** One user's other orders give back what they hold, so that changing one's mind uses nothing up. */
export async function releaseOthers(tx: Tx, userId: string, paymentId: string | null): Promise<void> {
  await tx
    .updateTable('coupon_redemptions')
    .set({ state: 'released' })
    .where('user_id', '=', userId)
    .where('state', '=', 'reserved')
    .$if(paymentId !== null, (query) => query.where('payment_id', '<>', paymentId))
    .execute()
}

export async function findRedemption(
  db: Queryable,
  paymentId: string,
): Promise<Selectable<CouponRedemptions> | undefined> {
  return db.selectFrom('coupon_redemptions').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()
}

export async function saveRedeemed(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('coupon_redemptions').set({ state: 'redeemed', redeemed_at: now }).where('id', '=', id).execute()
}
