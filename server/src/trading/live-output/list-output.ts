import { refuse, refuseFields } from '@trading-bot/contract/rest/refusals'
import {
  type listOutput as spec,
  OutputKind,
  type OutputLine,
} from '@trading-bot/contract/rest/trading/strategy-output'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { findRunner } from '../bot-instances/index.ts'
import { listOutputRows, type OutputRow } from './output-store.ts'

export const listOutput: UseCase<typeof spec> = async (context, { bot_id, instance_id, limit, ...choice }) => {
  const runner = instance_id === undefined ? undefined : await findRunner(context, instance_id)
  if (instance_id !== undefined && !runner) return refuse('NOT_FOUND')
  const botId = runner?.strategyId ?? bot_id
  if (botId === undefined) return refuseFields({ bot_id: ['Name a bot or an instance'] })
  const rows = await listOutputRows(context.db, { botId, runnerKey: runner?.key, ...choice, limit: limit + 1 })
  const hasMore = rows.length > limit
  const kept = choice.after === undefined ? rows.slice(-limit) : rows.slice(0, limit)
  return { lines: kept.map(lineView), has_more: hasMore }
}

function lineView({ id, kind, text, line, version, bar_at, at }: OutputRow): OutputLine {
  return {
    id: Number(id),
    kind: OutputKind.parse(kind),
    text,
    line,
    version,
    bar_at: bar_at?.toISOString() ?? null,
    at: at.toISOString(),
  }
}
