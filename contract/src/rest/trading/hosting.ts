// Who may trade with real money here: the hosting mode, the provider's empanelment, the broker's approvals and what a
// holder confirms.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { EgressAddress } from '../accounts/users.ts'
import { HostingMode } from '../operations/compliance.ts'
import { ById, dayInput, Id, Message, required, Time } from '../shapes.ts'
import { LogicHash } from './algos.ts'

/** What the newest try to reach the broker from an address proved; null where nobody has tried. */
export const EgressProbe = z.object({
  probed_at: Time,
  result: z.enum(['reached', 'blocked', 'failed']),
  detail: z.string(),
})
export type EgressProbe = z.infer<typeof EgressProbe>

const broker = z.enum(['angel_one'])
const ended_at = z.nullable(Time)

export const Empanelment = z.object({
  id: Id,
  broker,
  provider_name: z.string(),
  number: z.string(),
  valid_until: Time,
  egress_address: z.string(),
  probe: z.nullable(EgressProbe),
  entered_by: z.nullable(z.string()),
  entered_at: Time,
  /** When it was replaced or withdrawn; null for the one that counts. */
  ended_at,
})
export type Empanelment = z.infer<typeof Empanelment>

export const Approval = z.object({
  id: Id,
  broker,
  logic_hash: z.string(),
  /** The strategy versions that trade this way. */
  versions: z.array(z.string()),
  reference: z.string(),
  approved_on: z.string(),
  valid_until: z.nullable(Time),
  entered_by: z.nullable(z.string()),
  entered_at: Time,
  ended_at,
})
export type Approval = z.infer<typeof Approval>

export const readHosting = call({
  method: 'GET',
  path: '/admin/hosting/',
  access: 'admin',
  summary: 'Who may trade with real money here, with the empanelments and approvals, those that count first.',
  answer: z.object({
    mode: HostingMode,
    /** Null before the first start. */
    since: z.nullable(Time),
    empanelments: z.array(Empanelment),
    approvals: z.array(Approval),
  }),
})

/** As on the document: one for another broker is refused, not overlooked. */
const Broker = required('Enter the broker', { max: 60 })
const Moment = z.iso.datetime({ error: 'Enter a day and a time' })

/** Also the form’s schema. */
export const EnterEmpanelment = z.strictObject({
  broker: Broker,
  provider_name: required('Enter the provider’s name', { max: 120 }),
  number: required('Enter the empanelment number', { max: 60 }),
  valid_until: Moment,
  egress_address: EgressAddress,
})
export const enterEmpanelment = call({
  method: 'POST',
  path: '/admin/hosting/empanelments/',
  access: 'admin',
  recentAuth: true,
  summary: 'Enters the algo provider’s empanelment; the one before it becomes history.',
  body: EnterEmpanelment,
  answer: Message,
  status: 201,
})
export const withdrawEmpanelment = call({
  method: 'DELETE',
  path: '/admin/hosting/empanelments/{id}/',
  access: 'admin',
  recentAuth: true,
  summary: 'Withdraws the empanelment: entries with real money stop at once, exits go on.',
  params: ById,
  answer: Message,
})

/** Also the form’s schema. */
export const EnterApproval = z.strictObject({
  broker: Broker,
  logic_hash: LogicHash,
  reference: required('Enter the broker’s reference', { max: 120 }),
  approved_on: dayInput('Enter the day of the approval'),
  valid_until: z.nullable(Moment),
})
export const enterApproval = call({
  method: 'POST',
  path: '/admin/hosting/approvals/',
  access: 'admin',
  recentAuth: true,
  summary: 'Enters the broker’s approval of a strategy version; the one before it becomes history.',
  body: EnterApproval,
  answer: Message,
  status: 201,
})
export const withdrawApproval = call({
  method: 'DELETE',
  path: '/admin/hosting/approvals/{id}/',
  access: 'admin',
  recentAuth: true,
  summary: 'Withdraws an approval: the version opens no positions with real money any more, exits go on.',
  params: ById,
  answer: Message,
})

export const readLiveTerms = call({
  method: 'GET',
  path: '/bots/live-terms/',
  access: 'signed-in',
  summary: 'What a live start of the own bot rests on: the address to register, the provider, the own parameters.',
  answer: z.object({
    hosting: HostingMode,
    /** To register at the broker; null if none is assigned. */
    outbound_address: z.nullable(z.string()),
    secondary_address: z.nullable(z.string()),
    probe: z.nullable(EgressProbe),
    /** The empanelled provider; null in other modes. */
    provider: z.nullable(z.object({ name: z.string(), number: z.string(), valid_until: Time })),
    /** What the holder confirms as own at a live start; null where nothing is asked. */
    own_parameters: z.nullable(
      z.object({ hash: z.string(), lines: z.array(z.object({ label: z.string(), value: z.string() })) }),
    ),
  }),
})
