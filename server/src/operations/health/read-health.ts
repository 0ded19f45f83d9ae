import type { readHealth as health, readLiveness as liveness } from '@trading-bot/contract/rest/operations/platform'
import { refuse } from '@trading-bot/contract/rest/refusals'
import type { UseCase } from '../../platform/http/bind-route.ts'

export const VERSION = '0.1.0'

export const readHealth: UseCase<typeof health> = async ({ checks, storage }) => {
  const results = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await check()] as const))
  const room = storage?.() ?? 'ok'
  if (results.some(([, isGood]) => !isGood))
    return refuse(room === 'full' ? 'DATABASE_FULL' : 'STARTING', { retryAfterS: 5 })
  return {
    status: 'ok',
    version: VERSION,
    uptime_s: Math.round(process.uptime()),
    // Readable while the disk is full: a load balancer that took every process out would end the reading too.
    checks: { ...Object.fromEntries(results.map(([name]) => [name, 'ok' as const])), storage: room },
  }
}

export const readLiveness: UseCase<typeof liveness> = async () => ({ status: 'ok' })
