import { sql } from 'kysely'
import type { Tx } from '../../platform/db/client.ts'
import { forgetComplainant } from '../complaints/index.ts'
import { forgetReasons } from '../../billing/goodwill/index.ts'
import { cancelMandatesOf } from '../../billing/mandates/index.ts'
import { forgetPayer } from '../../billing/payments/index.ts'
import { forgetTelegram } from '../../accounts/notifications/index.ts'
import { forgetFamilyEvidence, freeAddresses } from '../../trading/egress/index.ts'

/** The row stays for what references it; neither it nor related rows reveal who the person was. */
export async function forgetPerson(tx: Tx, userId: string, nobodysHash: string, now: Date): Promise<void> {
  const { email, shares_address_of: relative } = await tx
    .selectFrom('users')
    .select(['email', 'shares_address_of'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('credentials').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
  await tx.deleteFrom('account_notices').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
  await tx.deleteFrom('pending_registrations').where(sql`lower(email)`, '=', email.toLowerCase()).execute()
  await tx.deleteFrom('email_codes').where('email', '=', email.toLowerCase()).execute()
  await tx.deleteFrom('mails').where(sql`lower(recipient)`, '=', email.toLowerCase()).execute()
  await forgetTelegram(tx, userId)
  await forgetPayer(tx, userId)
  await forgetComplainant(tx, userId)
  await forgetReasons(tx, userId)
  await forgetFamilyEvidence(tx, userId)
  await cancelMandatesOf(tx, userId, now)
  await tx.updateTable('sessions').set({ device: '', address: '' }).where('user_id', '=', userId).execute()
  // The random part of the id: short, and still unique.
  const name = `closed-${userId.slice(-12)}`
  await tx
    .updateTable('users')
    .set({
      username: name,
      email: `${name}@closed.invalid`,
      first_name: 'Closed',
      last_name: 'account',
      phone_number: '',
      gst_state: null,
      gstin: null,
      outbound_address: null,
      secondary_address: null,
      shares_address_of: null,
      password_hash: nobodysHash,
      second_factor_secret: null,
      second_factor_on_at: null,
      passkeys: 0,
      status: 'closed',
      closed_at: now,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
  await freeAddresses(tx, userId, relative)
  // Audit lines about the account contain names and e-mails before and after; the values are removed, the event stays.
  // So does what was agreed, as proof of consent, without the address it came from.
  await sql`select erase_from_audit(${userId}), erase_user_notes(${userId}), erase_consent_addresses(${userId})`.execute(
    tx,
  )
}
