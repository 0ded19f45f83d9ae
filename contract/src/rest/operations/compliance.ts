// Under which rules of the market this installation does business.
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { Bytes, Time } from '../shapes.ts'

/** Who may trade with real money: nobody, users by parameters of their own, a provider's subscribers; the demo is simulated. */
export const HostingMode = z.enum(['simulated', 'paper', 'own-logic', 'provider'])
export type HostingMode = z.infer<typeof HostingMode>

/** Which results of a strategy somebody sees who does not hold it. */
export const PerformanceClaims = z.enum(['simulated', 'off', 'own-account', 'verified'])
export type PerformanceClaims = z.infer<typeof PerformanceClaims>

/** Which prices charts and paper trading get. */
export const PaperPrices = z.enum(['simulated', 'live', 'delayed'])
export type PaperPrices = z.infer<typeof PaperPrices>

export const RuleState = z.enum(['met', 'not-met', 'unknown', 'not-applicable'])
export type RuleState = z.infer<typeof RuleState>

/** One rule of the market, and what shows that it is kept. */
export const Rule = z.object({
  key: z.string(),
  title: z.string(),
  /** Who made it, in which document. */
  source: z.string(),
  source_day: z.iso.date(),
  state: RuleState,
  evidence: z.string(),
  /** Since when or when it was last shown; null where it holds as long as the software runs. */
  evidence_at: z.nullable(Time),
  /** The screen where it is dealt with. */
  path: z.nullable(z.string()),
})
export type Rule = z.infer<typeof Rule>

export const readCompliance = call({
  method: 'GET',
  path: '/admin/compliance/',
  access: 'admin',
  summary: 'Every rule of the market with its state, its evidence and the evidence’s date.',
  answer: z.object({
    hosting: HostingMode,
    performance: PerformanceClaims,
    paper_prices: PaperPrices,
    rules: z.array(Rule),
  }),
})

/** What is kept for whoever asks for proof. */
export const EvidenceName = z.enum(['rules', 'drills', 'complaints', 'consents', 'sheets', 'documents', 'addresses'])
export type EvidenceName = z.infer<typeof EvidenceName>

export const exportEvidence = call({
  method: 'GET',
  path: '/admin/compliance/export/{name}/',
  access: 'admin',
  recentAuth: true,
  summary:
    'One kind of evidence, whole, as CSV: rules with their state, drills, complaints, consents, sheets, documents or addresses.',
  params: z.strictObject({ name: EvidenceName }),
  answer: Bytes,
  produces: 'text/csv; charset=utf-8',
})
