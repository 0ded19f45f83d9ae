import { sql } from 'kysely'
import type { Deps } from '../../../platform/http/context.ts'

type Event = { readonly id: string; readonly event: string; readonly body: string }
export type EventIntake = { readonly store: (event: Event) => Promise<void> }

const MOST_AT_ONCE = 500

/**
 * Webhooks arrive in bursts. Those that arrive while one statement runs go together into the next, so that a thousand a
 * second become a few dozen commits; each is answered only after the commit that contains it.
 */
export function openEventIntake({ db, clock }: Deps): EventIntake {
  let waiting: { event: Event; done: () => void; failed: (error: unknown) => void }[] = []
  let isBusy = false

  async function flush(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE)
      waiting = waiting.slice(MOST_AT_ONCE)
      try {
        await insertEvents(batch.map(({ event }) => event))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    isBusy = false
  }

  // The events and the job that applies them commit together; known events add no job.
  async function insertEvents(events: readonly Event[]): Promise<void> {
    await sql`
      with fresh as (
        insert into payment_events (event_id, event, body, received_at)
        select id, event, body::jsonb, ${clock.now()}
        from unnest(${events.map(({ id }) => id)}::text[], ${events.map(({ event }) => event)}::text[], ${events.map(({ body }) => body)}::text[])
          as arrived (id, event, body)
        on conflict (event_id) do nothing returning event_id
      )
      select graphile_worker.add_job('apply_payment_events', '{}'::json, queue_name := 'payment-events', job_key := 'payment-events', max_attempts := 25)
      where exists (select from fresh)`.execute(db)
  }

  return {
    store: (event) =>
      new Promise((done, failed) => {
        waiting.push({ event, done, failed })
        if (!isBusy) void flush()
      }),
  }
}
