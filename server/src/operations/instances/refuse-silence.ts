import { type Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { CloudRefused, CloudUnreachable } from '../../platform/providers/cloud-machines.ts'

/** Turns an unavailable cloud into a sentence for the administrator; anything else is a bug. */
export function refuseSilence(error: unknown): Refusal {
  if (error instanceof CloudUnreachable) return refuse('CLOUD_DOWN')
  if (error instanceof CloudRefused) return refuse('CLOUD_REFUSED', { values: { reason: error.message } })
  throw error
}
