import type { FamilyConsent } from '@trading-bot/contract/rest/accounts/users'
import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { DAY_MS } from '@trading-bot/core/time'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/ids.ts'

// Brokers accept one change a week.
const CHANGE_EVERY_MS = 7 * DAY_MS

type Addresses = { readonly outbound_address: string | null; readonly secondary_address: string | null }
type Wanted = Addresses & {
  readonly userId: string
  readonly family: FamilyConsent | undefined
  readonly actorId: string
}

/**
 * Takes the addresses for an account whose row the caller has locked. Each belongs to one client, which the database
 * sees to; to share a family member's, the consent is recorded with it. Returns whose they are, or why not.
 */
export async function takeAddresses(tx: Tx, wanted: Wanted, now: Date): Promise<string | null | Refusal> {
  const { userId, outbound_address, secondary_address, family } = wanted
  if (outbound_address === null) return null
  const change = await readChange(tx, wanted, now)
  if (change instanceof Refusal) return change
  const owners: Owner[] = []
  // Two that take the same ones wait for each other in one order.
  for (const address of [outbound_address, ...(secondary_address ? [secondary_address] : [])].toSorted())
    owners.push(await takeAddress(tx, userId, address))
  const other = owners.find(({ id }) => id !== userId)
  // What a family shares is one member's.
  if (other && (!family || owners.some(({ id }) => id !== other.id))) {
    await freeAddresses(tx, userId)
    return refuse('ADDRESS_TAKEN', { values: { owner: other.username } })
  }
  if (change !== 'none') {
    const assigned = { outbound_address, secondary_address, is_change: change === 'change' }
    const row = { id: newId(now), user_id: userId, assigned_at: now, ...assigned }
    await tx.insertInto('address_assignments').values(row).execute()
  }
  if (!other || !family) return null
  const consent = { ...family, owner_id: other.id, member_id: userId }
  const row = { id: newId(now), ...consent, recorded_by: wanted.actorId, recorded_at: now }
  await tx.insertInto('family_consents').values(row).execute()
  return other.id
}

type Owner = { readonly id: string; readonly username: string }

/** Free, it becomes the account's; otherwise it stays whose it is. The row is locked until the transaction ends. */
async function takeAddress(tx: Tx, userId: string, address: string): Promise<Owner> {
  // Nobody lets it go between the two: the loser waits for the winner, and reads who that was.
  await sql`insert into egress_addresses (address, owner_id) values (${address}, ${userId})
    on conflict (address) do update set owner_id = egress_addresses.owner_id`.execute(tx)
  return tx
    .selectFrom('egress_addresses')
    .innerJoin('users', 'users.id', 'egress_addresses.owner_id')
    .select(['users.id', 'users.username'])
    .where('egress_addresses.address', '=', address)
    .executeTakeFirstOrThrow()
}

/** Removing one, coming back to it, and a first or an added one change nothing that is registered at the broker. */
async function readChange(tx: Tx, wanted: Wanted, now: Date): Promise<'none' | 'first' | 'change' | Refusal> {
  const { userId, outbound_address, secondary_address } = wanted
  const { rows } = await sql<Addresses & { changed_at: Date | null }>`
    select host(a.outbound_address) as outbound_address, host(a.secondary_address) as secondary_address,
      (select max(c.assigned_at) from address_assignments c where c.user_id = a.user_id and c.is_change) as changed_at
    from address_assignments a where a.user_id = ${userId} order by a.assigned_at desc, a.id desc limit 1`.execute(tx)
  const [last] = rows
  if (!last) return 'first'
  const isSecondarySame = last.secondary_address === secondary_address
  if (last.outbound_address === outbound_address && isSecondarySame) return 'none'
  if (last.outbound_address === outbound_address && last.secondary_address === null) return 'first'
  const freeAt = (last.changed_at?.getTime() ?? -Infinity) + CHANGE_EVERY_MS
  return now.getTime() < freeAt ? refuse('ADDRESS_CHANGED', { values: { from: MOMENT.format(freeAt) } }) : 'change'
}

const MOMENT = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' })

/** What an account let go, and nobody of the family uses, is free again: its own addresses, or those of a relative. */
export async function freeAddresses(tx: Tx, userId: string, relativeId: string | null = null): Promise<void> {
  const owners = [userId, ...(relativeId ? [relativeId] : [])]
  // Whoever is about to share one of them is waited for.
  await sql`select from egress_addresses where owner_id = any(${owners}::uuid[]) order by address for update`.execute(
    tx,
  )
  await sql`
    delete from egress_addresses e where owner_id = any(${owners}::uuid[]) and not exists (
      select from users u
      where u.address_owner = e.owner_id and e.address in (u.outbound_address, u.secondary_address))`.execute(tx)
}

/** That there was a consent stays; where it is may name the person. */
export async function forgetFamilyEvidence(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('family_consents')
    .set({ evidence: '' })
    .where((each) => each.or([each('member_id', '=', userId), each('owner_id', '=', userId)]))
    .execute()
}
