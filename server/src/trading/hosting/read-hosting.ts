import type { readHosting as spec } from '@trading-bot/contract/rest/trading/hosting'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { readProbes } from '../egress/index.ts'
import { findCurrentMode, listApprovals, listEmpanelments } from './hosting-store.ts'

export const readHosting: UseCase<typeof spec> = async ({ db, config }) => {
  const running = await findCurrentMode(db)
  const empanelments = await listEmpanelments(db)
  const probes = await readProbes(
    db,
    empanelments.map(({ egress_address }) => egress_address),
  )
  return {
    mode: config.compliance.hosting,
    since: running?.since.toISOString() ?? null,
    empanelments: empanelments.map((row) => ({
      ...row,
      ...datesOf(row),
      valid_until: row.valid_until.toISOString(),
      probe: probes.get(row.egress_address) ?? null,
    })),
    approvals: (await listApprovals(db)).map((row) => ({
      ...row,
      ...datesOf(row),
      valid_until: row.valid_until?.toISOString() ?? null,
    })),
  }
}

function datesOf({ entered_at, ended_at }: { readonly entered_at: Date; readonly ended_at: Date | null }) {
  return { entered_at: entered_at.toISOString(), ended_at: ended_at?.toISOString() ?? null }
}
