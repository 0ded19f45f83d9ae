import type { EngineTelemetry } from '@trading-bot/engine/live/execution/engine-telemetry'
import type { OrderState } from '@trading-bot/core/order'
import { Counter, type Registry } from 'prom-client'
import { DelayHistogram } from '../../platform/telemetry/delay-histogram.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'

// Around the goals of the benchmarks B6 (0.7 s for ten thousand accounts) and T1 (20 ms).
const DECISION_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.7, 1, 1.5, 2.5, 5, 10, 30]
const STOP_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 1, 5]
const BARE_BUCKETS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60]
const BROKER_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** What is counted as the engine works: plain additions for whatever happens to every order. */
export function engineTelemetry({ registry }: Metrics): EngineTelemetry {
  const delays = openDelays(registry)
  const counters = openCounters(registry)
  const states = countStates(registry)
  return {
    onFenceChange: (change, shards) => counters.fences.inc({ change }, shards),
    onCommitted: ({ kind, sinceMs }, orders, committedMs) => {
      const seconds = Math.max(0, committedMs - sinceMs) / 1_000
      if (kind === 'bar') delays.barToCommit.observe(seconds)
      if (kind === 'tick') delays.tickToStop.observe(seconds)
      counters.committed.inc({ cause: kind }, orders)
    },
    onDenied: () => {},
    onAnswered: (_order, mode, { committedMs, calledMs, answeredMs, outcome }) => {
      delays.commitToBroker[mode].observe((calledMs - committedMs) / 1_000)
      delays.answers[mode][outcome].observe((answeredMs - calledMs) / 1_000)
    },
    onOrderState: (state, mode) => {
      states[mode][state] = (states[mode][state] ?? 0) + 1
    },
    onReconcileDifference: (kind) => counters.differences.inc({ kind }),
    onBareEnded: (bareMs) => delays.bare.observe(bareMs / 1_000),
    onGapFilled: (minutes) => {
      counters.gaps.inc()
      counters.gapMinutes.inc(minutes)
    },
  }
}

function openDelays(registry: Registry) {
  const commitToBroker = new DelayHistogram(registry, {
    name: 'engine_commit_to_broker_seconds',
    help: 'Time from an order’s commit to its call to the broker, including the wait for the rate limit',
    buckets: BROKER_BUCKETS,
  })
  const answers = new DelayHistogram(registry, {
    name: 'engine_broker_answer_seconds',
    help: 'Time from the call that places an order to the broker’s answer, by outcome',
    buckets: BROKER_BUCKETS,
  })
  const byOutcome = (mode: string) => ({
    acknowledged: answers.open({ mode, outcome: 'acknowledged' }),
    rejected: answers.open({ mode, outcome: 'rejected' }),
    unknown: answers.open({ mode, outcome: 'unknown' }),
  })
  return {
    bare: new DelayHistogram(registry, {
      name: 'engine_bare_seconds',
      help: 'Time for which live shares had neither a stop nor an exit at the exchange, once a gap',
      buckets: BARE_BUCKETS,
    }).open({}),
    barToCommit: new DelayHistogram(registry, {
      name: 'engine_bar_close_to_commit_seconds',
      help: 'Time from the close of a bar to the commit of the orders decided on it, once a decision',
      buckets: DECISION_BUCKETS,
    }).open(),
    tickToStop: new DelayHistogram(registry, {
      name: 'engine_tick_to_stop_seconds',
      help: 'Time from the arrival of a price to the commit of the exits it has triggered (stop, target, limit)',
      buckets: STOP_BUCKETS,
    }).open(),
    commitToBroker: { LIVE: commitToBroker.open({ mode: 'live' }), PAPER: commitToBroker.open({ mode: 'paper' }) },
    answers: { LIVE: byOutcome('live'), PAPER: byOutcome('paper') },
  }
}

function countStates(registry: Registry) {
  const counts: Record<'LIVE' | 'PAPER', Partial<Record<OrderState, number>>> = { LIVE: {}, PAPER: {} }
  const labels = { LIVE: 'live', PAPER: 'paper' } as const
  new Counter({
    name: 'engine_order_states_total',
    help: 'Orders that have reached a state after they were sent or denied',
    labelNames: ['state', 'mode'],
    registers: [registry],
    collect() {
      this.reset()
      for (const mode of ['LIVE', 'PAPER'] as const)
        for (const [state, count] of Object.entries(counts[mode])) this.inc({ state, mode: labels[mode] }, count)
    },
  })
  return counts
}

function openCounters(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Counter<Label>({ name, help, labelNames, registers: [registry] })
  return {
    fences: counter(
      'engine_fence_changes_total',
      'How often this engine has claimed shards under a new fence, or has lost or released them',
      'change',
    ),
    committed: counter(
      'engine_orders_committed_total',
      'Orders committed, by what decided them: a closed bar, a price, or anything else',
      'cause',
    ),
    differences: counter(
      'engine_reconcile_differences_total',
      'Differences between our record and the broker’s books, by kind',
      'kind',
    ),
    gaps: counter('feed_gaps_filled_total', 'Gaps in the prices that were filled'),
    gapMinutes: counter(
      'feed_gap_minutes_filled_total',
      'Minutes, one an instrument, that were read back from candles',
    ),
  }
}
