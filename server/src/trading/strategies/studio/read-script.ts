import type { readScript as spec } from '@trading-bot/contract/rest/trading/bot-studio'
import { readScript as readInSandbox } from '@trading-bot/engine/sandbox/strategies/read-script'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import { scriptOf } from '../definition/source.ts'

// The answer is for somebody who types: a late one is of no use.
const LIMITS = { memoryMb: 256, cpuS: 2, loadMs: 3_000, stepMs: 2_000, waitMs: 1_500 }

export const readScript: UseCase<typeof spec> = async ({ scripts }, source) => {
  const problems = await readInSandbox(scripts, scriptOf(source), LIMITS)
  return { problems: problems && problems.map(({ file = null, ...problem }) => ({ file, ...problem })) }
}
