// Under which rules of the market this installation does business.
import * as z from 'zod/mini'

/** Who may trade with real money: nobody, users by parameters of their own, a provider's subscribers; the demo is simulated. */
export const HostingMode = z.enum(['simulated', 'paper', 'own-logic', 'provider'])
export type HostingMode = z.infer<typeof HostingMode>

/** Which results of a strategy somebody sees who does not hold it. */
export const PerformanceClaims = z.enum(['simulated', 'off', 'own-account', 'verified'])
export type PerformanceClaims = z.infer<typeof PerformanceClaims>

/** Which prices charts and paper trading get. */
export const PaperPrices = z.enum(['simulated', 'live', 'delayed'])
export type PaperPrices = z.infer<typeof PaperPrices>
