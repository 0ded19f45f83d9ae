import { createHash } from 'node:crypto'
import { Counter } from 'prom-client'
import type { Scripts } from '../providers/open-scripts.ts'
import type { Metrics } from './metrics.ts'

/** The same sandbox; what is started in it, fails and is started again is counted. */
export function countScripts(scripts: Scripts, { registry }: Metrics): Scripts {
  const registers = [registry]
  const starts = new Counter({
    name: 'sandbox_starts_total',
    help: 'Scripts started in the sandbox: live bots, and tests and backtests',
    labelNames: ['share'],
    registers,
  })
  const failures = new Counter({
    name: 'sandbox_failures_total',
    help: 'Scripts that ended by an error of theirs or were stopped from outside',
    labelNames: ['share', 'failure'],
    registers,
  })
  const restarts = new Counter({
    name: 'sandbox_restarts_total',
    help: 'Live bots’ scripts that were started again after they had failed',
    registers,
  })
  const failed = new Set<string>()
  return {
    ...scripts,
    open: (load, limits, options) => {
      const session = scripts.open(load, limits, options)
      if (session === null) return null
      const share = options?.share ?? 'test'
      const script = createHash('sha256').update(load.code).digest('base64')
      const watch = async <Answer extends { readonly kind: string }>(work: Promise<Answer>): Promise<Answer> => {
        const answer = await work
        if (answer.kind !== 'failed') return answer
        failures.inc({ share, failure: 'failure' in answer ? String(answer.failure) : 'died' })
        if (share === 'live') failed.add(script)
        return answer
      }
      return {
        ...session,
        load: () => {
          starts.inc({ share })
          if (share === 'live' && failed.delete(script)) restarts.inc()
          return watch(session.load())
        },
        step: (rows, use) => watch(session.step(rows, use)),
        compute: (wanted) => watch(session.compute(wanted)),
      }
    },
  }
}
