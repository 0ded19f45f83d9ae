import { systemClock } from '@trading-bot/engine/ports/system-clock'
import type { Logger } from 'pino'
import type { Queryable } from '../../../platform/db/client.ts'
import { recordLog, type SystemLog } from '../../../platform/logs/record-log.ts'

export type Alert = Pick<SystemLog, 'level' | 'message'>
export type RaiseAlert = (alert: Alert) => void

/** Alerts the operator: in the process's log, and in the system log that administrators read. */
export function raiseAlertTo(db: Queryable, log: Logger): RaiseAlert {
  return ({ level, message }) => {
    if (level === 'INFO' || level === 'SUCCESS') log.info(message)
    else log.error(message)
    recordLog(db, new Date(systemClock.nowMs()), { level, category: 'system', message }).catch((error: unknown) =>
      log.error({ err: error }, 'an alert could not be recorded'),
    )
  }
}
