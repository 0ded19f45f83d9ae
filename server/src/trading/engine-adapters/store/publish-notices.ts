import type { Notice } from '@trading-bot/core/trading/account/state/effect'
import type pg from 'pg'

const LEVELS: Readonly<Record<Notice['kind'], 'INFO' | 'WARNING' | 'ERROR' | 'CRITICAL'>> = {
  LIMIT_REACHED: 'INFO',
  ORDER_REJECTED: 'WARNING',
  CREDENTIALS_REFUSED: 'ERROR',
  TOO_MANY_REJECTIONS: 'ERROR',
  STRAY: 'ERROR',
  STOP_REFUSED: 'ERROR',
  CLOSED_OUTSIDE: 'WARNING',
  UNKNOWN_CODE: 'CRITICAL',
  MISMATCH: 'CRITICAL',
  UNMANAGED: 'CRITICAL',
}

// A bot that cannot trade is shown in error on every screen until it is started again.
const STOPPING: ReadonlySet<Notice['kind']> = new Set(['CREDENTIALS_REFUSED', 'TOO_MANY_REJECTIONS'])

/** Publishes the engine's notices in its transaction: a log line, the bot's state, and a job for the mail. */
export async function publishNotices(client: pg.PoolClient, notices: readonly Notice[], now: Date): Promise<void> {
  if (notices.length === 0) return
  const rows = notices.map(({ instanceId, kind, sentence }) => ({
    user_bot_id: instanceId,
    level: LEVELS[kind],
    kind,
    sentence,
    is_stopping: STOPPING.has(kind),
  }))
  await client.query(PUBLISH, [JSON.stringify(rows), now])
}

const PUBLISH = `
  with notices as (
    select n.*, b.user_id from jsonb_to_recordset($1) n (user_bot_id uuid, level text, kind text, sentence text, is_stopping boolean)
    join user_bots b on b.id = n.user_bot_id
  ), logged as (
    insert into system_logs (id, level, category, message, user_id, user_bot_id, details, created_at)
    select gen_random_uuid(), level, 'trading', sentence, user_id, user_bot_id, jsonb_build_object('kind', kind), $2 from notices
  ), stopped as (
    update user_bots set status = 'error', status_reason = notices.sentence, updated_at = $2
    from notices where notices.is_stopping and user_bots.id = notices.user_bot_id and user_bots.status in ('running', 'paused')
    returning pg_notify('user_bots', user_bots.id::text)
  )
  select graphile_worker.add_job('notify_user', json_build_object('userBotId', user_bot_id, 'kind', kind, 'sentence', sentence),
    job_key := 'notice:' || user_bot_id || ':' || kind || ':' || md5(sentence), max_attempts := 10)
  from notices`
