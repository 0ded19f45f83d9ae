import { MINUTE_MS } from '@trading-bot/core/time'
import type { LiveEngine } from './live-engine.ts'
import type { Participant } from './participant.ts'
import type { SignalRun } from './signal-run.ts'

/** The run that serves this participant: opened and warmed up on past bars by the first who needs it. */
export async function openRun(engine: LiveEngine, participant: Participant): Promise<SignalRun | null> {
  const known = engine.runs.get(participant.runKey)
  if (known) return known
  const run = engine.setup.openSignals(participant)
  if (!run) return null
  const untilMs = engine.nextBarMs
  const warm = participant.instruments.map(async (instrument) => {
    // Sessions have nights between them: reach back far enough for the bars to be there.
    const fromMs = untilMs - 4 * run.warmUpBars * MINUTE_MS
    const answer = await engine.setup.candles(instrument, { fromMs, untilMs })
    if (answer.kind !== 'answered') return
    const { timeMs, openPaise, highPaise, lowPaise, closePaise, volume } = answer.value
    for (let row = Math.max(0, timeMs.length - run.warmUpBars); row < timeMs.length; row++) {
      await run.step(instrument.token, {
        startMs: timeMs[row]!,
        openPaise: openPaise[row]!,
        highPaise: highPaise[row]!,
        lowPaise: lowPaise[row]!,
        closePaise: closePaise[row]!,
        volume: volume[row]!,
      })
    }
  })
  await Promise.all(warm)
  // Somebody else may have been quicker.
  const first = engine.runs.get(participant.runKey)
  if (first) return first
  engine.runs.set(participant.runKey, run)
  return run
}
