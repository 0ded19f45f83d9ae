import { refuse } from '@trading-bot/contract/rest/refusals'
import type { readUserPage as spec } from '@trading-bot/contract/rest/operations/user-page'
import { listLiveSessions } from '../../accounts/auth/index.ts'
import { listGoodwillOf } from '../../billing/goodwill/index.ts'
import { readCredit } from '../../billing/ledger/index.ts'
import { listPaymentsOfUser } from '../../billing/payments/index.ts'
import { listReportedOfUser } from '../../billing/reports/index.ts'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { listTradesOf } from '../../trading/analytics/index.ts'
import { listBotsOfUser } from '../../trading/bot-instances/index.ts'
import { findCredentialStatus } from '../../trading/credentials/index.ts'
import { listUserNotes } from './add-user-note.ts'
import { findManaged } from './user-store.ts'

const SHOWN = 20
const SHOWN_NOTES = 200

export const readUserPage: UseCase<typeof spec> = async (context, { id }) => {
  const { db, clock } = context
  const now = clock.now()
  const user = await findManaged(db, id, now)
  if (!user) return refuse('NOT_FOUND')
  const [subscriptions, payments, credit, goodwill, bots, trades, credentials, sessions, notes] = await Promise.all([
    listReportedOfUser(db, id, SHOWN),
    listPaymentsOfUser(db, id, SHOWN),
    readCredit(db, id),
    listGoodwillOf(db, id),
    listBotsOfUser(context, id),
    listTradesOf(db, id, SHOWN),
    findCredentialStatus(db, id),
    listLiveSessions(db, id, now),
    listUserNotes(db, id, SHOWN_NOTES),
  ])
  return {
    user,
    subscriptions,
    payments,
    credit: Number(credit) / 100,
    goodwill,
    bots,
    trades,
    credentials: credentials ?? null,
    sessions: sessions.map((row) => ({
      id: row.id,
      device: row.device,
      address: row.address,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
    })),
    notes,
  }
}
