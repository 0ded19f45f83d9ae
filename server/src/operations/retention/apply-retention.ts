import { SCHEDULED_RETENTION, type ScheduledRetentionKey } from '@trading-bot/contract/legal/retention'
import { DAY_MS } from '@trading-bot/core/time'
import { accountRetention } from '../../accounts/auth/index.ts'
import { deleteAlertsBefore, deleteTelegramBefore } from '../../accounts/notifications/index.ts'
import { deleteEventsBefore } from '../../billing/payments/index.ts'
import type { DeletesBefore } from '../../platform/db/deletes-before.ts'
import type { Deps } from '../../platform/http/context.ts'
import { forEachAlone } from '../../platform/jobs/for-each-alone.ts'
import { deleteLogsBefore } from '../../platform/logs/delete-logs-before.ts'
import { deleteMailsBefore } from '../../platform/mail/expire-mails.ts'
import { deleteCredentialLogsBefore } from '../../trading/credentials/index.ts'
import { deleteStatesBefore } from '../../trading/engine-adapters/index.ts'
import { deleteChangesBefore } from '../../trading/event-stream/index.ts'
import { deleteOutputBefore } from '../../trading/live-output/index.ts'
import { saveRun } from './retention-store.ts'

/** One function for every rule of the schedule: a rule that nothing carries out does not compile. */
const DELETES: Readonly<Record<ScheduledRetentionKey, DeletesBefore>> = {
  ...accountRetention,
  'sent-alerts': deleteAlertsBefore,
  mails: deleteMailsBefore,
  'telegram-messages': deleteTelegramBefore,
  'screen-updates': deleteChangesBefore,
  'system-logs': deleteLogsBefore,
  'strategy-output': deleteOutputBefore,
  'strategy-states': deleteStatesBefore,
  'credential-log': deleteCredentialLogsBefore,
  'payment-messages': deleteEventsBefore,
}

const RULES = Object.keys(SCHEDULED_RETENTION) as ScheduledRetentionKey[]

/** Carries out the retention schedule; each rule commits for itself. */
export async function applyRetention({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await forEachAlone(RULES, async (rule) => {
    const before = new Date(now.getTime() - SCHEDULED_RETENTION[rule].days * DAY_MS)
    await db.transaction().execute(async (tx) => {
      await saveRun(tx, { rule, ran_at: now, deleted: String(await DELETES[rule](tx, before)) })
    })
  })
}
