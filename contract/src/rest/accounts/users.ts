// Administration of users, and a user's own data export and account closure.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { BrokerLogIn } from '../trading/credentials.ts'
import { ById, Bytes, CurrentPassword, dayInput, Id, Message, paging, required, Time } from '../shapes.ts'

export const AccountState = z.enum(['active', 'suspended', 'closed'])
export type AccountState = z.infer<typeof AccountState>

export const ManagedUser = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  name: z.string(),
  phone_number: z.string(),
  is_admin: z.boolean(),
  status: AccountState,
  second_factor: z.boolean(),
  live_sessions: z.int(),
  /** The egress address of the account's live orders; null if none is assigned, which blocks live trading. */
  outbound_address: z.nullable(z.string()),
  /** Registered at the broker beside it. */
  secondary_address: z.nullable(z.string()),
  /** The account of the family whose address this one uses; null for its own. */
  shares_address_of: z.nullable(z.string()),
  /** False where the consent to share an address is missing, which blocks live trading. */
  has_family_consent: z.boolean(),
  /** State of this user's broker log-in; null without saved credentials. */
  broker_log_in: z.nullable(BrokerLogIn),
  last_login_at: z.nullable(Time),
  date_joined: Time,
})
export type ManagedUser = z.infer<typeof ManagedUser>

/** Whom a list, an export or a bulk operation means. */
const whom = {
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  status: z.optional(AccountState),
  role: z.optional(z.enum(['admin', 'user'])),
  /** Holders of this plan now, regular or for a bot; or whoever holds any plan, or none. */
  plan: z.optional(z.union([z.enum(['any', 'none'], 'Choose a plan'), z.uuid('Choose a plan')], 'Choose a plan')),
}
export const UserFilter = z.strictObject(whom)
export type UserFilter = z.infer<typeof UserFilter>

export const listUsers = call({
  method: 'GET',
  path: '/admin/users/',
  access: 'admin',
  summary: 'Users, newest first, filtered by any part of e-mail or username, or by plan; x-totals counts them.',
  query: z.strictObject({ ...paging, ...whom }),
  answer: z.array(ManagedUser),
  totals: z.object({ total: z.int(), suspended: z.int(), admins: z.int(), matching: z.int() }),
})

const Changed = z.object({ message: z.string(), user: ManagedUser })

export const exportUsers = call({
  method: 'GET',
  path: '/admin/users/export/',
  access: 'admin',
  recentAuth: true,
  summary: 'The filtered users as CSV, up to 100,000 rows.',
  query: UserFilter,
  answer: Bytes,
  produces: 'text/csv; charset=utf-8',
})

export const suspendUser = call({
  method: 'POST',
  path: '/admin/users/{id}/suspend/',
  access: 'admin',
  recentAuth: true,
  summary: 'Suspend an account: signed out at once, no new entries; open positions are managed until closed.',
  params: ById,
  body: z.strictObject({ reason: required('Say why, for the history', { max: 500, hasLines: true }) }),
  answer: Changed,
})

export const restoreUser = call({
  method: 'POST',
  path: '/admin/users/{id}/restore/',
  access: 'admin',
  recentAuth: true,
  summary: 'End a suspension.',
  params: ById,
  body: z.strictObject({ reason: z.optional(z.string().check(z.trim(), z.maxLength(500))) }),
  answer: Changed,
})

export const endUserSessions = call({
  method: 'DELETE',
  path: '/admin/users/{id}/sessions/',
  access: 'admin',
  summary: 'Sign a user out everywhere.',
  params: ById,
  answer: z.object({ message: z.string(), ended: z.int() }),
})

/** The code is required if the second factor is on. */
const proof = { password: CurrentPassword, otp: z.optional(z.string().check(z.trim(), z.maxLength(32))) }

export const ChangeRole = z.strictObject({
  is_admin: z.boolean('Say whether the user is an administrator'),
  /** The username, typed by hand. */
  confirm: required('Type the username to confirm'),
  ...proof,
})
export const changeRole = call({
  method: 'PUT',
  path: '/admin/users/{id}/role/',
  access: 'admin',
  recentAuth: true,
  summary:
    "Make a user an administrator or remove the role, with the typed name and the caller's own password and code.",
  params: ById,
  body: ChangeRole,
  answer: Changed,
})

const NO_ADDRESS = 'Enter an IPv4 or IPv6 address'
export const EgressAddress = z.union([z.ipv4(NO_ADDRESS), z.ipv6(NO_ADDRESS)], NO_ADDRESS)

/** Who shares a family member's address, with the written consent. */
export const FamilyConsent = z.strictObject({
  relation: z.enum(['spouse', 'dependent_child', 'dependent_parent'], 'Choose how they are related'),
  evidence: required('Say where the written consent is', { max: 200 }),
  consented_on: dayInput('Enter the day of the consent'),
})
export type FamilyConsent = z.infer<typeof FamilyConsent>

export const AssignAddress = z.strictObject({
  /** The primary one; null removes both. */
  outbound_address: z.nullable(EgressAddress),
  /** Left out, it stays. */
  secondary_address: z.optional(z.nullable(EgressAddress)),
  /** For an address that a member of the family has. */
  family: z.optional(FamilyConsent),
})
export const assignAddress = call({
  method: 'PUT',
  path: '/admin/users/{id}/address/',
  access: 'admin',
  recentAuth: true,
  summary:
    'Assign the static addresses that are registered at the broker for this account; live trading needs the primary one.',
  params: ById,
  body: AssignAddress,
  answer: Changed,
})

export const retryBrokerLogIn = call({
  method: 'POST',
  path: '/admin/users/{id}/broker-log-in/',
  access: 'admin',
  summary: 'Clear a rejected or failing broker log-in: the engine tries the saved credentials again.',
  params: ById,
  answer: Changed,
})

export const FlattenAccount = z.strictObject({
  reason: required('Say why: the user reads it', { max: 200, hasLines: true }),
  password: z.optional(CurrentPassword),
})
export const flattenAccount = call({
  method: 'POST',
  path: '/admin/users/{id}/flatten/',
  access: 'admin',
  summary:
    'Stop every bot of a user and close everything they hold; asks for the password again unless just signed in.',
  params: ById,
  body: FlattenAccount,
  answer: z.object({ message: z.string(), stopped_bots: z.int(), open_positions: z.int() }),
})

export const exportMyData = call({
  method: 'GET',
  path: '/auth/export/',
  access: 'signed-in',
  summary: 'All data we store about the caller, as JSON, except secrets, which cannot be read.',
  answer: Bytes,
  produces: 'application/json',
})

export const CloseAccount = z.strictObject({ confirm: required('Type CLOSE to confirm'), ...proof })
export const closeAccount = call({
  method: 'POST',
  path: '/auth/close-account/',
  access: 'signed-in',
  summary: 'Close the own account permanently; refused with open positions. Invoices and trades stay, anonymised.',
  body: CloseAccount,
  answer: Message,
})
