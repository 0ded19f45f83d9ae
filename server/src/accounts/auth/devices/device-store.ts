import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/client.ts'
import type { Origin } from '../../../platform/http/context.ts'

/** A random 256-bit token needs no key: its plain hash cannot be turned back. */
export function deviceHash(token: string | undefined): Buffer {
  return createHash('sha256')
    .update(token ?? '')
    .digest()
}

export async function knowsDevice(db: Queryable, userId: string, { deviceToken }: Origin): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('token_hash', '=', deviceHash(deviceToken))
    .executeTakeFirst()
  return row !== undefined
}

/** A query, so that a use case can run it inside a larger statement. */
export function rememberDevice(db: Queryable, userId: string, origin: Origin, now: Date) {
  const { device, address, deviceToken } = origin
  const row = { user_id: userId, token_hash: deviceHash(deviceToken), device, address }
  return db
    .insertInto('known_devices')
    .values({ ...row, first_seen_at: now, last_seen_at: now })
    .onConflict((on) => on.columns(['user_id', 'token_hash']).doUpdateSet({ device, address, last_seen_at: now }))
}

/** Clients without cookies are recognised by an earlier session with the same program and address. */
export async function hasSessionLike(db: Queryable, userId: string, { device, address }: Origin): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('device', '=', device)
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets every device of a user, except the one given. */
export async function forgetDevices(db: Queryable, userId: string, except?: string): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('token_hash', '<>', deviceHash(except)))
    .execute()
}

const MOST_DEVICES = 50

/** A client that keeps no cookie adds a device with every sign-in: only the newest are kept. */
export async function deleteDevicesBefore(db: Queryable, before: Date): Promise<bigint> {
  const result = await sql`
    delete from known_devices using (
      select user_id, token_hash, row_number() over (partition by user_id order by last_seen_at desc) as place
      from known_devices
    ) as ranked
    where known_devices.user_id = ranked.user_id and known_devices.token_hash = ranked.token_hash
      and (place > ${MOST_DEVICES} or last_seen_at < ${before})`.execute(db)
  return result.numAffectedRows ?? 0n
}
