// Renewal by mandate: the holder's bank lets us debit each period's price.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { ById, Id, Rupees, Time } from '../shapes.ts'

export const MandateMethod = z.enum(['upi', 'card', 'emandate'], 'Choose how to pay')
export type MandateMethod = z.infer<typeof MandateMethod>

export const MANDATE_METHOD_LABELS: Readonly<Record<MandateMethod, string>> = {
  upi: 'UPI Autopay',
  card: 'Card',
  emandate: 'Bank account',
}

/**
 * created: to be approved in the checkout. initiated: approved, the bank confirms it later. confirmed: debits may come.
 * paused: its holder has paused it at the bank.
 */
export const MandateState = z.enum(['created', 'initiated', 'confirmed', 'rejected', 'paused', 'cancelled'])

export const Mandate = z.object({
  id: Id,
  method: MandateMethod,
  state: MandateState,
  /** The most that one debit may take. */
  max_amount: Rupees,
  expires_at: Time,
  bank: z.nullable(z.string()),
  /** The last digits of the account or card, or the end of the UPI address. */
  account_hint: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  is_simulated: z.boolean(),
  created_at: Time,
})
export type Mandate = z.infer<typeof Mandate>

export const AttemptState = z.enum(['announced', 'debiting', 'paid', 'failed', 'ended'])

export const RenewalAttempt = z.object({
  number: z.int(),
  state: AttemptState,
  amount: Rupees,
  /** The notice is a day old then, and the bank is asked. */
  debit_at: z.nullable(Time),
  /** Why it failed, in words. */
  failure: z.nullable(z.string()),
})

export const RenewalState = z.enum(['open', 'paid', 'failed', 'stopped', 'by_hand'])

/** What comes next, and of what it is made. */
export const NextDebit = z.object({
  /** The bank is asked from then on, and may take a day or two to answer. */
  at: Time,
  notice_at: Time,
  price: Rupees,
  credit: Rupees,
  amount: Rupees,
})

export const RenewalPanel = z.object({
  /** False where no provider offers mandates: renewal is paid by hand. */
  is_offered: z.boolean(),
  auto_renew: z.boolean(),
  /** Nothing is paid yet: without a mandate it ends by itself. */
  is_trial: z.boolean(),
  end_date: z.nullable(Time),
  mandate: z.nullable(Mandate),
  next_debit: z.nullable(NextDebit),
  /** Without a mandate: what the first debit would be, so that it is known before one is set up. */
  first_debits: z.array(z.extend(NextDebit, { method: MandateMethod })),
  /** The renewal of the present end, once it has begun. */
  renewal: z.nullable(
    z.object({ state: RenewalState, reason: z.nullable(z.string()), attempts: z.array(RenewalAttempt) }),
  ),
})
export type RenewalPanel = z.infer<typeof RenewalPanel>

export const readRenewal = call({
  method: 'GET',
  path: '/subscriptions/renewal/',
  access: 'signed-in',
  summary: "How the own plan renews: the mandate, the next debit with its parts, and this period's attempts.",
  answer: RenewalPanel,
})

export const TrialTerms = z.object({
  /** Why no trial can begin now; null where one can. */
  refusal: z.nullable(z.string()),
  days: z.int(),
  ends_at: Time,
  is_paper_only: z.boolean(),
  /** What the plan costs afterwards, for each period of so many days. */
  charge: Rupees,
  period_days: z.int(),
  /** The first debit for whoever lets it turn into the plan; empty where no provider offers mandates. */
  first_debits: z.array(z.extend(NextDebit, { method: MandateMethod })),
})
export type TrialTerms = z.infer<typeof TrialTerms>

export const readTrialTerms = call({
  method: 'GET',
  path: '/subscriptions/trial/',
  access: 'signed-in',
  summary: 'What a trial of this plan would be: its end, and the first debit of each method for whoever wants to stay.',
  query: z.strictObject({ plan_id: z.optional(Id), bot_plan_id: z.optional(Id) }),
  answer: TrialTerms,
})

/** What the provider's checkout needs to register a mandate. Amount in paise. */
export const MandateCheckout = z.object({
  key_id: z.string(),
  order_id: z.string(),
  customer_id: z.string(),
  amount: z.int(),
  currency: z.literal('INR'),
  is_simulated: z.boolean(),
})
export type MandateCheckout = z.infer<typeof MandateCheckout>

export const registerMandate = call({
  method: 'POST',
  path: '/subscriptions/mandate/',
  access: 'signed-in',
  summary: 'Begin a mandate for the own plan: the order whose payment in the checkout registers it.',
  body: z.strictObject({ method: MandateMethod }),
  answer: z.object({ mandate: Mandate, checkout: MandateCheckout }),
})

const providerText = z.string().check(z.minLength(1, 'This field is required'), z.maxLength(200))
const MandateAnswer = z.object({ message: z.string(), mandate: Mandate })

export const approveMandate = call({
  method: 'POST',
  path: '/subscriptions/mandate/{id}/approved/',
  access: 'owner',
  summary: "The checkout's callback: the mandate counts as soon as the provider reports it confirmed.",
  params: ById,
  body: z.strictObject({
    razorpay_payment_id: providerText,
    razorpay_order_id: providerText,
    razorpay_signature: providerText,
  }),
  answer: MandateAnswer,
})

/** What the test bank does with a mandate. */
export const SimulatedOutcome = z.enum([
  'none',
  'declined',
  'insufficient_balance',
  'revoked_at_bank',
  'notice_refused',
  'late_webhook',
  'double_webhook',
  'out_of_order',
])
export type SimulatedOutcome = z.infer<typeof SimulatedOutcome>

export const approveSimulated = call({
  method: 'POST',
  path: '/subscriptions/mandate/{id}/simulated-approval/',
  access: 'owner',
  summary: 'Approves a test mandate, and chooses what goes wrong with it; any other mandate is refused.',
  params: ById,
  body: z.strictObject({ outcome: z._default(SimulatedOutcome, 'none') }),
  answer: MandateAnswer,
})

export const cancelMandate = call({
  method: 'PUT',
  path: '/subscriptions/mandate/{id}/cancel/',
  access: 'owner',
  summary: 'Cancel at once; the provider ends it at the bank. A debit that the bank already processes is not recalled.',
  params: ById,
  answer: MandateAnswer,
})

export const RenewalList = z.enum(['due', 'failing', 'recovered'])
export type RenewalList = z.infer<typeof RenewalList>

export const ListedRenewal = z.object({
  id: Id,
  user: z.object({ id: Id, username: z.string(), email: z.string() }),
  plan_name: z.string(),
  end_date: Time,
  state: z.enum(['upcoming', ...RenewalState.options]),
  attempts: z.int(),
  amount: z.nullable(Rupees),
  method: z.nullable(MandateMethod),
  /** The next step's time, or when it was closed. */
  at: z.nullable(Time),
  reason: z.nullable(z.string()),
})
export type ListedRenewal = z.infer<typeof ListedRenewal>

export const listRenewals = call({
  method: 'GET',
  path: '/admin/renewals/',
  access: 'admin',
  summary:
    'Renewals: due within five days or under way, failing (an attempt has failed and nothing is paid), recovered (paid after a failure); at most 200, the newest 30 days.',
  query: z.strictObject({ list: z._default(RenewalList, 'due') }),
  answer: z.array(ListedRenewal),
  totals: z.object({ due: z.int(), failing: z.int(), recovered: z.int() }),
})
