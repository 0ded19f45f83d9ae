// The go-live registry: which strategy versions the exchange has registered as algos, their sheets and their orders.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { BotType } from '../billing/plans.ts'
import { HistoryLine } from '../billing/subscription-reports.ts'
import { ById, Bytes, CurrentPassword, Id, required, Time, dayInput } from '../shapes.ts'
import { RunsAs } from './bot-code.ts'

/** A white box discloses its logic; a black box needs a Research Analyst's certificate. */
export const AlgoKind = z.enum(['white_box', 'black_box'], 'Choose white box or black box')
export type AlgoKind = z.infer<typeof AlgoKind>
/** Only a registered algo trades with real money; withdrawn is final. */
export const AlgoState = z.enum(['applied', 'registered', 'suspended', 'withdrawn'], 'Choose a state')
export type AlgoState = z.infer<typeof AlgoState>

export const LogicHash = z
  .string('Choose a strategy version')
  .check(z.regex(/^[0-9a-f]{64}$/, 'Choose a strategy version'))
const AlgoId = required('Enter the algo id', { max: 30 }).check(
  z.regex(/^[A-Za-z0-9-]+$/, 'An algo id has letters, digits and dashes only'),
)
const Certificate = z
  .string('Enter the certificate number')
  .check(
    z.trim(),
    z.regex(/^INH\d{9}$/, 'Enter the Research Analyst registration number: INH and nine digits, e.g. INH000001234'),
  )
const ReportDay = dayInput('Enter the day of the research report')
const Note = z.string().check(z.trim(), z.maxLength(500, 'At most 500 characters'))

export const AlgoRegistration = z.object({
  id: Id,
  broker: z.enum(['angel_one']),
  exchange: z.enum(['NSE']),
  algo_id: z.nullable(z.string()),
  kind: AlgoKind,
  certificate: z.nullable(z.string()),
  /** Of a black box: when the research report was written by which its analyst answers for it. */
  report_day: z.nullable(z.string()),
  note: z.string(),
  state: AlgoState,
  state_since: Time,
  state_set_by: z.nullable(z.string()),
})
export type AlgoRegistration = z.infer<typeof AlgoRegistration>

/** One algo is everything that trades alike: several versions can share it. */
export const Algo = z.object({
  logic_hash: z.string(),
  bot_type: BotType,
  runs_as: RunsAs,
  versions: z.array(z.object({ bot_id: Id, name: z.string(), number: z.int(), is_deployed: z.boolean() })),
  /** Running bots that trade these versions with real money. */
  live_bots: z.int(),
  registration: z.nullable(AlgoRegistration),
})
export type Algo = z.infer<typeof Algo>

export const listAlgos = call({
  method: 'GET',
  path: '/admin/algos/',
  access: 'admin',
  summary: 'Strategy versions by what they trade, with their registration at the exchange.',
  answer: z.object({
    algos: z.array(Algo),
    /** SHA-256 of the public key that seals this installation’s exports. */
    key_fingerprint: z.string(),
  }),
})

/** Also the form’s schema. With an algo id the algo is registered, without one it is applied for. */
export const RegisterAlgo = z
  .strictObject({
    logic_hash: LogicHash,
    kind: AlgoKind,
    certificate: z._default(z.nullable(Certificate), null),
    report_day: z._default(z.nullable(ReportDay), null),
    note: z._default(Note, ''),
    algo_id: z._default(z.nullable(AlgoId), null),
    password: z.optional(CurrentPassword),
  })
  .check(
    z.refine(({ kind, certificate }) => kind === 'white_box' || certificate !== null, {
      path: ['certificate'],
      error: 'A black-box algo needs a Research Analyst’s certificate',
    }),
    z.refine(({ kind, report_day }) => kind === 'white_box' || report_day !== null, {
      path: ['report_day'],
      error: 'A black-box algo needs the day of its research report',
    }),
  )
export const registerAlgo = call({
  method: 'POST',
  path: '/admin/algos/',
  access: 'admin',
  summary: 'Records the application for an algo, or its registration when the exchange has given an algo id.',
  body: RegisterAlgo,
  answer: AlgoRegistration,
  status: 201,
})

/** Also the form’s schema. */
export const ChangeAlgo = z.strictObject({
  state: z.enum(['registered', 'suspended', 'withdrawn'], 'Choose a state'),
  algo_id: z._default(z.nullable(AlgoId), null),
  /** Of a black box that was recorded without it. */
  report_day: z._default(z.nullable(ReportDay), null),
  note: z.optional(Note),
  password: z.optional(CurrentPassword),
})
export const changeAlgo = call({
  method: 'PUT',
  path: '/admin/algos/{id}/',
  access: 'admin',
  summary: 'Moves a registration to another state; suspended and withdrawn algos open no positions, exits go on.',
  params: ById,
  body: ChangeAlgo,
  answer: AlgoRegistration,
})

export const readAlgoHistory = call({
  method: 'GET',
  path: '/admin/algos/{id}/history/',
  access: 'admin',
  summary: 'Who changed a registration and who exported its orders, newest first.',
  params: ById,
  answer: z.array(HistoryLine),
})

export const readAlgoSheet = call({
  method: 'GET',
  path: '/admin/algos/sheets/{logic_hash}/',
  access: 'admin',
  summary: 'The white-box sheet of a strategy version as a PDF: its logic in plain words.',
  params: z.strictObject({ logic_hash: LogicHash }),
  answer: Bytes,
  produces: 'application/pdf',
})

export const exportAlgoOrders = call({
  method: 'GET',
  path: '/admin/algos/{id}/export/',
  access: 'admin',
  summary: 'Orders and fills sent under an algo id, as sealed JSON lines that can be verified offline.',
  params: ById,
  query: z.strictObject({ from: z.optional(dayInput('Enter a date')), to: z.optional(dayInput('Enter a date')) }),
  answer: Bytes,
  produces: 'application/jsonl; charset=utf-8',
})
